"""The rules in short, for somebody who is about to play."""

_RULES = """\
Andrewz: a race to be rid of your cards, for 2 to 8 players. No tokens, no clues, no score.

The pack has 50 cards: red, yellow, green, blue and white, each with 1 1 1 2 2 3 3 4 4 5.
Everybody gets 6, looks at their own and hides them from the others. What is left is the deck.
The lot says who begins; the turn then goes clockwise. A turn is one of these three:

  play     A 1 starts the pile of a colour that is not in play. A pile that is in play takes
           its own colour: the value it shows once more, or the next one up.
  discard  A card is too low for its pile? Lay it aside, face up, and draw 2. (So no 4 and no 5.)
  pass     Draw 1. You may always pass, even with a card that fits. What you draw must wait.

A 5 closes its pile: that pile and the discards of its colour are shuffled into the deck, and the
colour can start anew. A deck with too few cards gives what it has. Your hand is empty? You win.
If the deck is empty and everybody passes in a row, the game is blocked: nobody wins, and the
fewest cards stand first."""


def describe() -> str:
    """The rules in short."""
    return _RULES
