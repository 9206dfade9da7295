"""What things are worth to the team, in points. Found by playing, and rounded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth to the team, in points."""

    last_copy: float = 2.35
    """Losing the last copy of a card that is needed."""
    last_copy_step: float = 0.396
    """And for each card of its display that can then no longer be laid."""
    spare_copy: float = 0.0176
    """Losing a copy while another lies in sight."""
    only_copy: float = 0.117
    """Losing the only copy in sight."""
    only_copy_near: float = 0.0847
    """And so much more, the nearer it is to being playable."""
    token: float = 0.184
    """A clue token."""
    token_scarce: float = 0.604
    """And so much more, divided by the number of tokens."""
    lost_game: float = 1.14
    """Losing the game, beyond the points on the table."""
    strike_second: float = 5.37
    """The strike before the last."""
    strike_first: float = 1.35
    """An earlier strike."""
    late: float = 0.566
    """Drawing a card without laying one when every turn is needed."""
    late_soon: float = 0.486
    """And before that, divided by the turns to spare."""
    spared: float = 1.0
    """How much less likely a next discard is a last copy if the seat before could have told of it."""
    no_discard: float = 0.15
    """Being left without a card that one would discard."""
    false_idea: float = 0.502
    """A card that its owner takes for what it is not."""
    second_call: float = 0.373
    """Calling for a card while a teammate will play its twin."""
    new_play: float = 0.584
    """A card that its owner learns to be playable."""
    new_play_step: float = 0.0197
    """And for each card of the display that can follow."""
    new_play_later: float = 0.6
    """A card that will be playable after others."""
    touch_dead: float = 0.157
    """Touching a card that is of no use."""
    touch_twin: float = 0.3
    """Touching a card whose twin is clued already."""
    touch_useful: float = 0.0783
    """Touching a card that is of use."""
    touch_last: float = 0.264
    """And more if it is the last copy."""
    new_dead: float = 0.207
    """A card that its owner learns to be of no use."""
    news: float = 0.1
    """How much better a useful card becomes known."""
    later_seat: float = 0.377
    """What a later seat may lose, beside the next one."""
    play_now: float = 2.15
    """Playing a card."""
    play_step: float = 0.0309
    """And for each card of the display that can follow."""
    play_last: float = 0.0344
    """And for completing a display."""
    out_of_turn: float = 0.175
    """Discarding another card than the next discard."""
    discard_clued: float = 0.331
    """Discarding a clued card."""
    full: float = 0.3
    """Having all clue tokens: then a clue costs less."""
    doubt: float = 0.0337
    """Playing a card that is playable unless a clue touched a useless card."""
    wrong_play: float = 2.75
    """A card that its owner will play, and that does not fit."""
    doubt_touched: float = 0.0209
    """How likely a clued card is of no use, beside a useful one."""
    doubt_called: float = 0.005
    """How likely a called card is of no use, beside a playable one."""
    ending_deck: float = -1.0
    """With so many cards in the deck, or fewer, the rest of the game is imagined; -1 for never."""
    ending: float = 0.0
    """A card that is laid there."""
    guess: float = 1.68
    """Playing a card that may not fit, for each card in the deck."""
    others_play: float = 0.144
    """A teammate who plays before one's next turn."""
    others_safe: float = -0.128
    """A teammate who has a useless card to discard."""
    others_at_end: float = 0.369
    """And in the last round."""
    doubt_blind: float = 0.003
    """How likely a card that is to be played blindly is another one, beside the one that is meant."""
    mistake: float = 4.0
    """A clue that breaks the conventions."""
    urgent: float = 1.5
    """Playing a card blindly at once, so that no teammate thinks that it lies elsewhere."""
    called: float = 0.1
    """Playing a card that a clue was about, rather than another one."""
    doubt_forced: float = 0.05
    """The same for a card that was called by a clue which its giver had to give."""
    forced_mistake: float = 1.0
    """A clue that breaks the conventions, given because one has to clue."""
    chop_move: float = 0.7
    """A clue that keeps cards which it does not touch."""
    stall: float = 0.0
    """A clue that passes the time."""
    blind: float = 0.0
    """A clue that counts on a blind play."""
    blind_again: float = 0.0
    """And for each further one."""
    layer: float = 0.0
    """And for each card that has to be played before the missing one comes."""
    blind_receiver: float = 0.0
    """And for each blind play that is left to the receiver of the clue."""
    left_to_others: float = 1.0
    """The share of what a lost card costs that remains if a teammate can still save it."""
    blind_unproved: float = 6.0
    """And for each one that is left to a receiver who has not proved to know that convention."""
    unproved: float = 1.0
    """How likely a card is another one that is to be played blindly before another card of the own hand, if
    the giver of the clue has not proved to know that convention."""
    risk_first: float = 0.15
    """How likely the first strike may be, at most, for the word of a teammate."""
    risk_second: float = 0.06
    """And the next one."""
    risk_last: float = 0.02
    """And the last one."""
    grab: float = 0.9
    """How likely an eager teammate plays next what a clue touched alone, if it only seems to fit."""
    grab_later: float = 0.4
    """And after a sure card."""
    gamble: float = 0.025
    """How likely an eager teammate who knows no sure card plays any card, and it does not fit."""
    gamble_later: float = 0.015
    """And for each turn by which the game becomes longer."""
