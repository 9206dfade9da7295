"""Upper bounds by counting: scores that no line of play can exceed, under all rules.

- A display ends before the first card of which all copies are discarded.
- Each card that is laid or discarded takes a turn and, while there is a deck, a draw; when the deck is empty,
  every player has one more turn (E3). So at most ``deck + players`` cards are laid.
- When n cards have been drawn, only they and the hands can have been laid, and n turns have passed.
- Who draws the last card has the last turn of all, so nothing can be laid on that card.
- A lost game scores 0, which is more than what displays may count (E1, B4).

A bonus tile that brings a discarded card back opens one dead end, and brings one more turn or one more card.
"""

from __future__ import annotations

from itertools import combinations

from tamaya.solver.board import Board, before


def bound(board: Board) -> int:
    """A score that no line from here exceeds."""
    most = board.rules.tables.most
    if board.rules.flourish:
        # F2: perfect or nothing. A card whose copies are all gone has ended the game already (F1).
        return max(most, 0)
    return max(0, board.score + _cards_to_lay(board))


def _cards_to_lay(board: Board) -> int:
    if board.turns_left is not None:
        return _in_last_round(board)
    limits = [board.slots + board.revivals, _within_reach(board)]
    if not (board.revivals or board.waiting):
        limits += _with_so_many_drawn(board)
    return min(limits)


def _within_reach(board: Board) -> int:
    """All cards that displays could still take, with the best dead ends opened by tiles."""
    return max(
        sum(len(before(chain, board.dead - set(opened))) for chain in board.order)
        for opened in combinations(board.dead, min(board.revivals, len(board.dead)))
    )


def _in_last_round(board: Board) -> int:
    """Those who still have a turn lay what they hold, one card each."""
    assert board.turns_left is not None
    seats = [(board.turn + step) % board.players for step in range(board.turns_left)]
    missing = set(range(len(board.gone))).difference(*(board.hands[seat] for seat in seats))
    if board.revivals:
        missing -= {face for face, gone in enumerate(board.gone) if gone}
    laid = sum(len(before(chain, missing)) for chain in board.order)
    return min(board.turns_left + board.revivals, laid)


def _with_so_many_drawn(board: Board) -> list[int]:
    reach = reachable(board)
    drawn = len(board.deck)
    if board.rules.deck_play:
        # House option: the last card may be played straight from the deck, before anybody has drawn it.
        return [reach[count] + board.slots - count - 1 for count in range(drawn - 1)]
    limits = [reach[count] + board.slots - count - 1 for count in range(drawn)]
    return [*limits, reach[drawn - 1] + 1] if drawn else limits


def reachable(board: Board) -> list[int]:
    """[n] how many more cards the hands and the next n cards of the deck could lay."""
    place = {face: (suit, at) for suit, chain in enumerate(board.order) for at, face in enumerate(chain)}
    seen = [[False] * (len(chain) + 1) for chain in board.order]
    laid = [0] * len(board.order)
    found: list[int] = []
    dealt = [face for hand in board.hands for face in hand]
    for count, face in enumerate([*dealt, *board.deck], start=1):
        if face in place:
            suit, at = place[face]
            seen[suit][at] = True
            while seen[suit][laid[suit]]:
                laid[suit] += 1
        if count >= len(dealt):
            found.append(sum(laid))
    return found


def laid_by(board: Board) -> list[int]:
    """[n] how many cards can be laid at most in the first n slots, for every n up to the size of the deck."""
    most = [0]
    for cards in reachable(board)[:-1]:
        most.append(min(most[-1] + 1, cards))
    return most
