"""Races of andrewz that are imagined to their ends: what ``foresight`` thinks with.

Every imagined race deals the unseen cards in a way that fits what the others did. The others play by the
greedy rule. The seat that thinks chooses by a tree, which tries more often what has won more often in
positions that look the same to the seat; in a position that the tree does not know, the seat goes by habit.
A draw takes any card of the deck, so the deck is never shuffled. Faces are numbered colour by colour. The
functions run as plain Python and compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Annotated, Final, TypeAlias

from tamaya.bots.compilable import compilable
from tamaya.bots.hat.endgame import below, random_word

COLOURS: Final = 5
RANKS: Final = 5
FACES: Final = COLOURS * RANKS
CARDS: Final = 50
COPIES: Final = (3, 2, 2, 2, 1)
"""[rank - 1] cards of a face in the pack."""
SEATS: Final = 8
DISCARD: Final = FACES
"""An action is the face that is played, or DISCARD and the face that is discarded, or PASS."""
PASS: Final = 2 * FACES
ACTIONS: Final = PASS + 1
PLACES: Final = 1024
"""Positions that the tree has room for; then it grows no more."""
SLOTS: Final = 4096
"""Where positions are looked up."""
DEEPEST: Final = 5
"""Own actions that the tree chooses."""
RIPE: Final = 60
"""How often a position is met before the tree takes it in."""
FIRST_CURIOSITY: Final = 0.6
"""How much more an action is tried now that was seldom tried."""
CURIOSITY: Final = 0.4
"""The same for later actions."""
LONGEST: Final = 90
"""Turns after which an imagined race is judged by the hands."""
GUESSES: Final = 32
"""Guesses of which cards the others have held for how long."""
TRIES: Final = 40
"""Cards that are looked at for a place in a hand until one is likely."""
WORDS: Final = 4096
"""Random words that are kept for one race: more than it can use."""
NOBODY: Final = -1
NOWHERE: Final = -1
NOTHING: Final = -1
STEP_BEFORE: Final = 10
"""What makes a step that raises a pile come after every repeat."""
NEVER: Final = 2 * STEP_BEFORE

# What the seat that thinks does by habit: the action with the highest sum. The numbers were found by trying
# many in races of three and four among greedy seats. By habit alone, the seat wins 76 % of races of two, 48 %
# of three and 32 % of four.
START: Final = 8.0
REPEAT: Final = (20.0, 14.0, 22.0, 19.0, 0.0)
"""[rank - 1] for playing a card on its like; a 5 has none."""
STEP: Final = (0.0, 3.0, 9.0, 12.0, 9.0)
"""[rank - 1] for raising a pile."""
AGAIN: Final = -2.0
"""For holding another one of the card, unless it is a 5."""
NEXT: Final = -2.0
"""For holding the next rank of a pile that is started or raised."""
HIGHER: Final = 3.0
"""For each card above the next rank."""
SHUT_IN: Final = 2.0
"""For each lower card of a colour that a 5 closes: it can be played later."""
OPENED: Final = -10.0
"""For each card that the others can play after a start or step and could not before, as far as expected."""
OPENED_TO_WINNER: Final = -5.0
"""The same where another seat has one card left; less where it has two or three."""
DANGER: Final = (0.0, 1.0, 0.6, 0.3)
"""[cards of the smallest other hand]"""
PASSING: Final = -13.0
DISCARDING: Final = 2.0
DISCARDING_LARGE: Final = -2.0
"""For each card of the hand more than USUAL."""
USUAL: Final = 4
DISCARDING_FREE: Final = 8.0
"""While the deck is empty, so that a discard draws nothing."""

PerFace: TypeAlias = Annotated[list[int], FACES]
PerSeat: TypeAlias = Annotated[list[int], SEATS]


@dataclass(slots=True)
class Table:
    """A race at some moment, with all cards known."""

    hands: Annotated[list[list[int]], SEATS, CARDS]
    """[seat][card] its face, the oldest card first."""
    sizes: PerSeat
    held: PerFace
    """[face] how many cards the seat that thinks holds."""
    piles: PerFace
    """[face] how many cards lie on its pile."""
    tops: Annotated[list[int], COLOURS]
    """[colour] the rank on top; 0 while the colour is not in play."""
    discards: PerFace
    deck: Annotated[list[int], CARDS]
    """Faces, in any order."""
    left: int
    """Cards of the deck."""


@dataclass(slots=True)
class Place:
    """A position in the tree as the seat that thinks sees it, and how its actions there did."""

    position: int
    visits: int
    tried: Annotated[list[int], ACTIONS]
    """[action] how often."""
    worth: Annotated[list[float], ACTIONS]
    """[action] the sum of what the races came to."""


@dataclass(slots=True)
class Race:
    """What a seat sees of a race, and room to imagine the rest."""

    players: int
    seat: int
    key: int
    """What chance depends on."""
    words: int
    """Random words that were used."""
    seen: Table
    """The table with the own hand only; its deck are all cards that the seat does not see."""
    unlikely: Annotated[list[list[list[int]]], GUESSES, SEATS, CARDS]
    """[guess][seat][card, the oldest first] set of faces that the seat would have played before."""
    table: Table
    """The one that is imagined."""
    tree: Annotated[list[Place], PLACES]
    places: int
    """How many places of the tree are in use; the first one is now."""
    slots: Annotated[list[int], SLOTS]
    """[slot] the place of the tree that is found there; 0 for none."""
    met: Annotated[list[int], SLOTS]
    """[slot] how often a position was looked up there that is not in the tree."""
    path: Annotated[list[int], DEEPEST]
    """The places that an imagined race has come through."""
    taken: Annotated[list[int], DEEPEST]
    """[step of the path] the action that was taken there."""


@compilable
def imagine_races(race: Race, count: int) -> None:
    """Imagine so many races; the tree then tells how the actions did.

    The n-th race of every action has the same cards, so that the deal decides less between actions.
    """
    for _ in range(count):
        _lay_out(race)
        first = _choose(race, race.tree[0], FIRST_CURIOSITY)
        race.words = WORDS * race.tree[0].tried[first]
        _deal(race)
        _finish(race, first)


@compilable
def _chance(race: Race, limit: int) -> int:
    """A number from 0 to ``limit - 1``."""
    race.words += 1
    return below(random_word(race.key, race.words), limit)


@compilable
def _lay_out(race: Race) -> None:
    """Lay the table as the seat sees it; the unseen cards are all in the deck."""
    seen, table = race.seen, race.table
    for seat in range(race.players):
        table.sizes[seat] = seen.sizes[seat]
    for card in range(seen.sizes[race.seat]):
        table.hands[race.seat][card] = seen.hands[race.seat][card]
    for face in range(FACES):
        table.held[face] = seen.held[face]
        table.piles[face] = seen.piles[face]
        table.discards[face] = seen.discards[face]
    for colour in range(COLOURS):
        table.tops[colour] = seen.tops[colour]
    table.left = seen.left
    for card in range(seen.left):
        table.deck[card] = seen.deck[card]


@compilable
def _deal(race: Race) -> None:
    """Deal the unseen cards, as far as possible in a way that fits what the others did."""
    table = race.table
    first = _chance(race, race.players)
    for offset in range(race.players):
        seat = (first + offset) % race.players
        if seat == race.seat:
            continue
        unlikely = race.unlikely[_chance(race, GUESSES)][seat]
        for card in range(table.sizes[seat]):
            at = _chance(race, table.left)
            tries = 0
            while unlikely[card] >> table.deck[at] & 1 and tries < TRIES:
                at = _chance(race, table.left)
                tries += 1
            table.hands[seat][card] = _take_out(table, at)


@compilable
def _take_out(table: Table, at: int) -> int:
    """Take the card at a place out of the deck."""
    face = table.deck[at]
    table.left -= 1
    table.deck[at] = table.deck[table.left]
    return face


@compilable
def _finish(race: Race, first: int) -> None:
    """Play the imagined race to its end, from the first action on, and let the tree know what it came to."""
    table, seat, idle, steps, winner, at = race.table, race.seat, 0, 0, NOBODY, 0
    for turn in range(LONGEST):
        if seat != race.seat:
            action = greedy_action(table, seat)
        else:
            if turn and at != NOWHERE:
                at = _find_place(race) if steps < DEEPEST else NOWHERE
            if at == NOWHERE:
                action = habitual_action(race)
            else:
                action = _choose(race, race.tree[at], CURIOSITY) if turn else first
                race.path[steps] = at
                race.taken[steps] = action
                steps += 1
        idle = idle + 1 if action == PASS and table.left == 0 else 0
        _act(race, seat, action)
        if table.sizes[seat] == 0:
            winner = seat
            break
        if idle == race.players:
            break
        seat = seat + 1 if seat + 1 < race.players else 0
    worth = 1.0 if winner == race.seat else 0.0
    if winner == NOBODY:
        worth = _small_hand(race)
    for step in range(steps):
        place, action = race.tree[race.path[step]], race.taken[step]
        place.visits += 1
        place.tried[action] += 1
        place.worth[action] += worth


@compilable
def _small_hand(race: Race) -> float:
    """What a race without a winner is worth: a little for each larger hand."""
    larger = 0
    for seat in range(race.players):
        if race.table.sizes[race.seat] < race.table.sizes[seat]:
            larger += 1
    return larger / (2.0 * race.players)


@compilable
def _find_place(race: Race) -> int:
    """The place of the tree for what the seat sees now, or NOWHERE while that was seldom met."""
    position = _position(race.table)
    slot = below(random_word(position, 0), SLOTS)
    while race.slots[slot]:
        if race.tree[race.slots[slot]].position == position:
            return race.slots[slot]
        slot = slot + 1 if slot + 1 < SLOTS else 0
    race.met[slot] += 1
    # Positions that share a slot ripen together: that is rare, and does no harm.
    if race.met[slot] < RIPE or race.places == PLACES:
        return NOWHERE
    race.tree[race.places].position = position
    race.slots[slot] = race.places
    race.met[slot] = 0
    race.places += 1
    return race.places - 1


@compilable
def _position(table: Table) -> int:
    """The own hand and the piles as one number."""
    position = 0
    for colour in range(COLOURS):
        position = RANKS * position + table.tops[colour]
    for face in range(FACES):
        position = position << 2 | table.held[face]
    return position


@compilable
def _choose(race: Race, place: Place, curiosity: float) -> int:
    """The next own action at a place of the tree.

    Every action is tried once, the habitual one first; then those that have won often, or were seldom tried.
    """
    table = race.table
    habitual = habitual_action(race)
    if place.tried[habitual] == 0:
        return habitual
    if place.tried[PASS] == 0:
        return PASS
    effort = curiosity * sqrt(log(place.visits + 1.0))
    best, most = PASS, _promise(place, PASS, effort)
    for card in range(table.sizes[race.seat]):
        action = action_with(table, table.hands[race.seat][card])
        if action == NOTHING:
            continue
        if place.tried[action] == 0:
            return action
        promise = _promise(place, action, effort)
        if promise > most:
            best, most = action, promise
    return best


@compilable
def _promise(place: Place, action: int, effort: float) -> float:
    """What an action has come to, and more the less often it was tried."""
    return place.worth[action] / place.tried[action] + effort / sqrt(place.tried[action])


@compilable
def action_with(table: Table, face: int) -> int:
    """What a card in a hand is good for: its play or its discard, or NOTHING (Z4, Z6)."""
    top, rank = table.tops[face // RANKS], face % RANKS + 1
    if rank == top or rank == top + 1:
        return face
    return DISCARD + face if rank < top else NOTHING


@compilable
def greedy_action(table: Table, seat: int) -> int:
    """A repeat or a new colour before a step, the lowest of them, and of equal ones the oldest; or a pass."""
    hand, best, least = table.hands[seat], PASS, NEVER
    for card in range(table.sizes[seat]):
        order = _greedy_order(table, hand[card])
        if order < least:
            best, least = hand[card], order
    if best == PASS and table.left == 0:
        for card in range(table.sizes[seat]):
            action = action_with(table, hand[card])
            if action != NOTHING:
                return action
    return best


@compilable
def _greedy_order(table: Table, face: int) -> int:
    """The less, the sooner a greedy seat plays a face."""
    top, rank = table.tops[face // RANKS], face % RANKS + 1
    if rank == top:
        return rank
    if rank == top + 1:
        return STEP_BEFORE + rank if top else rank
    return NEVER


@compilable
def habitual_action(race: Race) -> int:
    """What the seat that thinks does by habit: it opens little to the others, least to one about to win."""
    table = race.table
    size, smallest, others = table.sizes[race.seat], CARDS, 0
    for seat in range(race.players):
        if seat != race.seat:
            others += table.sizes[seat]
            smallest = min(smallest, table.sizes[seat])
    # How many cards the others hold of each one that the seat does not see.
    share = others / (others + table.left) if others else 0.0
    opened = share * (OPENED + OPENED_TO_WINNER * (DANGER[smallest] if smallest < len(DANGER) else 0.0))
    discarding = DISCARDING + DISCARDING_LARGE * (size - USUAL) + (0.0 if table.left else DISCARDING_FREE)
    best, most = PASS, PASSING
    for card in range(size):
        action = action_with(table, table.hands[race.seat][card])
        if action == NOTHING:
            continue
        worth = _habitual_play(table, action, opened) if action < DISCARD else discarding
        if worth > most:
            best, most = action, worth
    return best


@compilable
def _habitual_play(table: Table, face: int, opened: float) -> float:
    """What a play is worth by habit; ``opened`` for each unseen card that it makes playable."""
    rank, top, held = face % RANKS + 1, table.tops[face // RANKS], table.held
    last = face - rank + RANKS
    if rank == RANKS:
        worth = STEP[rank - 1]
        for lower in range(face - rank + 1, face):
            worth += SHUT_IN * held[lower]
        return worth
    again = AGAIN if held[face] > 1 else 0.0
    if rank == top:
        return REPEAT[rank - 1] + again
    worth = (STEP[rank - 1] if top else START) + again
    worth += opened * (_unseen(table, face) + _unseen(table, face + 1))
    if top:
        worth -= opened * _unseen(table, face - 1)
    if held[face + 1]:
        worth += NEXT
    for higher in range(face + 2, last + 1):
        worth += HIGHER * held[higher]
    return worth


@compilable
def _unseen(table: Table, face: int) -> int:
    """How many cards of a face the seat that thinks does not see."""
    return COPIES[face % RANKS] - table.held[face] - table.piles[face] - table.discards[face]


@compilable
def _act(race: Race, seat: int, action: int) -> None:
    """Let a seat act (Z3-Z7)."""
    table = race.table
    if action == PASS:
        _draw(race, seat, 1)
        return
    face = action % FACES
    _lay_down(race, seat, face)
    if action >= DISCARD:
        table.discards[face] += 1
        _draw(race, seat, 2)
        return
    colour = face // RANKS
    table.piles[face] += 1
    table.tops[colour] = face % RANKS + 1
    if table.tops[colour] == RANKS and table.sizes[seat]:
        _close(table, colour)


@compilable
def _lay_down(race: Race, seat: int, face: int) -> None:
    """Take the oldest card of a face out of a hand."""
    table = race.table
    hand, card = table.hands[seat], 0
    while hand[card] != face:
        card += 1
    table.sizes[seat] -= 1
    for later in range(card, table.sizes[seat]):
        hand[later] = hand[later + 1]
    if seat == race.seat:
        table.held[face] -= 1


@compilable
def _draw(race: Race, seat: int, due: int) -> None:
    table = race.table
    for _ in range(min(due, table.left)):
        face = _take_out(table, _chance(race, table.left))
        table.hands[seat][table.sizes[seat]] = face
        table.sizes[seat] += 1
        if seat == race.seat:
            table.held[face] += 1


@compilable
def _close(table: Table, colour: int) -> None:
    """The pile and the discards of a colour go back into the deck (Z7)."""
    for face in range(RANKS * colour, RANKS * colour + RANKS):
        for _ in range(table.piles[face] + table.discards[face]):
            table.deck[table.left] = face
            table.left += 1
        table.piles[face] = 0
        table.discards[face] = 0
    table.tops[colour] = 0
