"""Races of andrewz that are imagined to their ends: what ``foresight`` thinks with.

Every imagined race deals the unseen cards in a way that fits what the others did. The first actions of the
seat that thinks are chosen by a tree, which tries more often what has won more often; the rest of the race is
played by the greedy rule, by all seats. A draw takes any card of the deck, so the deck is never shuffled.
Faces are numbered colour by colour. The functions run as plain Python and compiled.
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
SEATS: Final = 8
DISCARD: Final = FACES
"""An action is the face that is played, or DISCARD and the face that is discarded, or PASS."""
PASS: Final = 2 * FACES
ACTIONS: Final = PASS + 1
NODES: Final = 512
"""Places that the tree has room for; then it grows no more."""
DEEPEST: Final = 5
"""Own actions that the tree chooses."""
RIPE: Final = 60
"""Visits of a place from which on the next own action is chosen by the tree."""
CURIOSITY: Final = 0.3
"""How much more an action is tried that was seldom tried."""
LONGEST: Final = 90
"""Turns after which an imagined race is judged by the hands."""
TRIES: Final = 40
"""Cards that are looked at for a place in a hand until one is likely."""
NOBODY: Final = -1
STEP_BEFORE: Final = 10
"""What makes a step that raises a pile come after every repeat."""

PerFace: TypeAlias = Annotated[list[int], FACES]
PerSeat: TypeAlias = Annotated[list[int], SEATS]


@dataclass(slots=True)
class Table:
    """A race at some moment, with all cards known."""

    hands: Annotated[list[list[int]], SEATS, FACES]
    """[seat][face] how many cards."""
    sizes: PerSeat
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
    """A place in the tree: what the seat that thinks has done since now."""

    visits: int
    offered: int
    """How often its last action could be taken."""
    worth: float
    """The sum of what the races came to."""
    following: Annotated[list[int], ACTIONS]
    """[action] the place after it; 0 for none."""


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
    unlikely: Annotated[list[list[int]], SEATS, CARDS]
    """[seat][card of the hand, the oldest first] set of faces that the seat would have played before."""
    table: Table
    """The one that is imagined."""
    tree: Annotated[list[Place], NODES]
    places: int
    """How many places of the tree are in use; the first one is now."""
    path: Annotated[list[int], DEEPEST + 1]
    """The places that an imagined race has come through."""


@compilable
def imagine_races(race: Race, count: int) -> None:
    """Imagine so many races; the tree then tells how the actions did."""
    for _ in range(count):
        _deal(race)
        _finish(race)


@compilable
def _chance(race: Race, limit: int) -> int:
    """A number from 0 to ``limit - 1``."""
    race.words += 1
    return below(random_word(race.key, race.words), limit)


@compilable
def _deal(race: Race) -> None:
    """Deal the unseen cards, as far as possible in a way that fits what the others did."""
    seen, table = race.seen, race.table
    for seat in range(race.players):
        table.sizes[seat] = seen.sizes[seat]
        for face in range(FACES):
            table.hands[seat][face] = seen.hands[seat][face]
    for face in range(FACES):
        table.piles[face] = seen.piles[face]
        table.discards[face] = seen.discards[face]
    for colour in range(COLOURS):
        table.tops[colour] = seen.tops[colour]
    table.left = seen.left
    for card in range(seen.left):
        table.deck[card] = seen.deck[card]
    first = _chance(race, race.players)
    for offset in range(race.players):
        seat = (first + offset) % race.players
        if seat == race.seat:
            continue
        for card in range(seen.sizes[seat]):
            at = _chance(race, table.left)
            tries = 0
            while race.unlikely[seat][card] >> table.deck[at] & 1 and tries < TRIES:
                at = _chance(race, table.left)
                tries += 1
            table.hands[seat][_take_out(table, at)] += 1


@compilable
def _take_out(table: Table, at: int) -> int:
    """Take the card at a place out of the deck."""
    face = table.deck[at]
    table.left -= 1
    table.deck[at] = table.deck[table.left]
    return face


@compilable
def _finish(race: Race) -> None:
    """Play the imagined race to its end, and let the tree know what it came to."""
    table, seat, idle, steps, in_tree, winner = race.table, race.seat, 0, 0, True, NOBODY
    race.path[0] = 0
    for _ in range(LONGEST):
        at = race.path[steps]
        if seat == race.seat and in_tree:
            in_tree = steps == 0 or (steps < DEEPEST and race.tree[at].visits >= RIPE)
        if seat == race.seat and in_tree:
            action, in_tree = _choose(race, at)
            if race.tree[at].following[action]:
                steps += 1
                race.path[steps] = race.tree[at].following[action]
        else:
            action = greedy_action(table, seat)
        idle = idle + 1 if action == PASS and table.left == 0 else 0
        _act(race, table, seat, action)
        if table.sizes[seat] == 0:
            winner = seat
            break
        if idle == race.players:
            break
        seat = seat + 1 if seat + 1 < race.players else 0
    worth = 1.0 if winner == race.seat else 0.0
    if winner == NOBODY:
        worth = _small_hand(race)
    for step in range(steps + 1):
        place = race.tree[race.path[step]]
        place.visits += 1
        place.worth += worth


@compilable
def _small_hand(race: Race) -> float:
    """What a race without a winner is worth: a little for each larger hand."""
    larger = 0
    for seat in range(race.players):
        if race.table.sizes[race.seat] < race.table.sizes[seat]:
            larger += 1
    return larger / (2.0 * race.players)


@compilable
def _choose(race: Race, at: int) -> tuple[int, bool]:
    """The next own action at a place of the tree, and whether the tree goes on after it.

    Every action is tried once, the greedy one first; then those that have won often, or were seldom tried.
    """
    table, place = race.table, race.tree[at]
    plain = greedy_action(table, race.seat)
    if place.following[plain] == 0 and race.places < NODES:
        _grow(race, place, plain)
        return plain, False
    new, best, most = -1, plain, -1.0
    for action in range(ACTIONS):
        if not is_legal(table, race.seat, action):
            continue
        after = place.following[action]
        if after == 0:
            new = action
            continue
        tried = race.tree[after]
        tried.offered += 1
        worth = tried.worth / tried.visits + CURIOSITY * sqrt(log(tried.offered + 1.0) / tried.visits)
        if worth > most:
            best, most = action, worth
    if new >= 0 and race.places < NODES:
        _grow(race, place, new)
        return new, False
    return best, place.following[best] != 0


@compilable
def _grow(race: Race, place: Place, action: int) -> None:
    """Give the tree a place for an action that is tried for the first time."""
    new = race.tree[race.places]
    new.visits = 0
    new.offered = 1
    new.worth = 0.0
    for following in range(ACTIONS):
        new.following[following] = 0
    place.following[action] = race.places
    race.places += 1


@compilable
def is_legal(table: Table, seat: int, action: int) -> bool:
    """Whether a seat may take an action (Z3, Z4, Z6)."""
    if action == PASS:
        return True
    face = action % FACES
    top, rank = table.tops[face // RANKS], face % RANKS + 1
    if table.hands[seat][face] == 0:
        return False
    return rank in (top, top + 1) if action < DISCARD else rank < top


@compilable
def greedy_action(table: Table, seat: int) -> int:
    """A repeat or a new colour before a step, and the lowest of them; or a pass."""
    hand, best, least = table.hands[seat], PASS, 2 * STEP_BEFORE
    for colour in range(COLOURS):
        top, first = table.tops[colour], RANKS * colour
        if top and hand[first + top - 1] and top < least:
            best, least = first + top - 1, top
        if top < RANKS and hand[first + top]:
            worth = STEP_BEFORE + top + 1 if top else 1
            if worth < least:
                best, least = first + top, worth
    if best == PASS and table.left == 0:
        for face in range(FACES):
            if is_legal(table, seat, DISCARD + face):
                return DISCARD + face
    return best


@compilable
def _act(race: Race, table: Table, seat: int, action: int) -> None:
    """Let a seat act (Z3-Z7)."""
    if action == PASS:
        _draw(race, table, seat, 1)
        return
    face = action % FACES
    table.hands[seat][face] -= 1
    table.sizes[seat] -= 1
    if action >= DISCARD:
        table.discards[face] += 1
        _draw(race, table, seat, 2)
        return
    colour = face // RANKS
    table.piles[face] += 1
    table.tops[colour] = face % RANKS + 1
    if table.tops[colour] == RANKS and table.sizes[seat]:
        _close(table, colour)


@compilable
def _draw(race: Race, table: Table, seat: int, due: int) -> None:
    for _ in range(min(due, table.left)):
        table.hands[seat][_take_out(table, _chance(race, table.left))] += 1
        table.sizes[seat] += 1


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
