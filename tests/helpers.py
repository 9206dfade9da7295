"""Positions written as text, a driver that plays games worth looking at, and the rules they are played by."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tamaya.engine import Action, Clue, Discard, Encore, Game, Held, Play, Rearrange, State
from tamaya.rules import TILES, Card, Rules, Seat, Tables, Tile, parse_cards
from tamaya.rules.tables import new_deck

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


def table(
    *texts: str,
    rules: str = "deluxe",
    players: int = 2,
    clues: int | None = None,
    strikes: int = 0,
    deck: str = "",
    discards: str = "",
    tiles: str = "",
    turn: str = "Ann",
    turns_left: int | None = None,
    honest: bool = True,
) -> Game:
    """A game at a chosen moment, in which every card of the deck is somewhere.

    >>> game = table("displays r4", "Ann r5 w1", deck="b1", discards="y1", clues=2)
    >>> hand(game, "Ann")[:5], displays(game), game.clues
    ('r5 w1', 'r4', 2)

    ``displays`` names the top card of each display. A player's text, the deck (from the top) and the tiles
    (likewise) are filled up with what is left over; a text that ends with a full stop is complete as it is.
    The cards beyond a complete deck lie in the discard pile, beneath the ``discards``. With an empty deck the
    last round begins, unless ``turns_left`` says how far it is or there is none. A position that is not
    ``honest`` may simply lack cards.
    """
    house = Rules.parse(rules)
    written = dict(_split(text) for text in texts)
    tops = written.pop("displays", "")
    names = NAMES[: max([players, *(NAMES.index(name) + 1 for name in written)])]

    size = house.hand_size(len(names))
    left = Counter(new_deck(house.suits))
    laid = _displays(house, tops)
    shown = [
        Card(f"{suit.letter}{rank}")
        for suit, n in zip(house.suits, laid, strict=True)
        for rank in suit.order[:n]
    ]
    hands = {name: _cards(written.get(name, "")) for name in names}
    pile, top = _cards(discards), _cards(deck)
    for cards in (shown, pile, top, *hands.values()):
        left -= _within(left, cards)
    rest = list(left.elements())
    for name in names:
        if not written.get(name, "").endswith("."):
            missing = size - len(hands[name])
            hands[name] += rest[:missing]
            del rest[:missing]
        assert len(hands[name]) <= size, f"{name} holds more than {size} cards"
    if not deck.endswith("."):
        top += rest
    elif honest:
        pile = rest + pile

    spent = [*shown, *pile]
    cards = [*spent, *(card for hand in hands.values() for card in hand), *top]
    held: list[tuple[Held, ...]] = []
    place = len(spent)
    for hand_cards in hands.values():
        held.append(tuple(map(Held, range(place, place + len(hand_cards)))))
        place += len(hand_cards)
    if turns_left is None and not top and not house.flourish:
        turns_left = len(names)
    game = Game(names, house, seed=0, first=turn)
    return resume(
        game,
        replace(
            game.state,
            hands=tuple(held),
            cards=tuple(cards),
            drawn=place,
            displays=laid,
            discards=tuple(pile),
            clues=house.clues if clues is None else clues,
            strikes=strikes,
            turns_left=turns_left,
            tiles=_tiles(tiles) if house.bonus else (),
        ),
    )


def resume(game: Game, state: State) -> Game:
    """Let a game go on from a state that did not come about by its own actions."""
    game._states[-1] = state
    return game


def hand(game: Game, name: str) -> str:
    """The cards that a player holds."""
    return " ".join(game.state.cards[held.id] for held in game.state.hands[game.seat(name)])


def marks(game: Game, name: str) -> list[tuple[str, str]]:
    """For each card of a player the clues that touched it and the clues that missed it."""
    return [(held.yes, held.no) for held in game.state.hands[game.seat(name)]]


def deck(game: Game) -> str:
    """The deck from its top."""
    return " ".join(game.state.cards[game.state.drawn :])


def displays(game: Game) -> str:
    """The top card of each display that has one."""
    laid = zip(game.rules.suits, game.state.displays, strict=True)
    return " ".join(f"{suit.letter}{suit.order[n - 1]}" for suit, n in laid if n)


def discards(game: Game) -> str:
    """The discard pile, the oldest card first."""
    return " ".join(game.state.discards)


def kinds(game: Game) -> list[str]:
    """The names of all events so far."""
    return [type(event).__name__ for event in game.history]


def choices(game: Game) -> str:
    """The legal actions in notation."""
    return " ".join(map(str, game.state.actions()))


def _split(text: str) -> tuple[str, str]:
    name, _, cards = text.partition(" ")
    return name, cards


def _cards(text: str) -> list[Card]:
    return list(parse_cards(text.removesuffix(".")))


def _displays(rules: Rules, text: str) -> tuple[int, ...]:
    tops = {card.suit: card.rank for card in _cards(text)}
    assert tops.keys() <= {suit.letter for suit in rules.suits}
    return tuple(
        suit.order.index(tops[suit.letter]) + 1 if suit.letter in tops else 0 for suit in rules.suits
    )


def _within(left: Counter[Card], cards: Sequence[Card]) -> Counter[Card]:
    wanted = Counter(cards)
    assert wanted <= left, f"more cards than there are: {' '.join((wanted - left).elements())}"
    return wanted


def _tiles(text: str) -> tuple[Tile, ...]:
    top = [TILES[word] for word in text.removesuffix(".").split()]
    return tuple(top if text.endswith(".") else [*top, *(tile for tile in TILES.values() if tile not in top)])


def drive(state: State, rng: random.Random, skill: float) -> Action:
    """An action for a game that shall get somewhere: with this probability a sensible one, else a random one.

    It looks at the cards, which no player could. Random play alone loses after a few turns.
    """
    if rng.random() < 0.1 and (orders := list(_rearrangements(state, rng))):
        return rng.choice(orders)
    actions = state.actions()
    if rng.random() >= skill:
        return rng.choice(actions)
    return rng.choice(_sensible(state, actions, rng) or actions)


def _rearrangements(state: State, rng: random.Random) -> Iterator[Rearrange]:
    for index, cards in enumerate(state.hands):
        if cards and state.may_rearrange(Seat(index)):
            yield Rearrange(Seat(index), tuple(rng.sample(range(1, len(cards) + 1), len(cards))))


def _sensible(state: State, actions: Sequence[Action], rng: random.Random) -> Sequence[Action]:
    if state.tile is not None:
        fitting = [a for a in actions if isinstance(a, Encore) and state.tables.fits(state.displays, a.card)]
        return fitting if rng.random() < 0.7 else ()
    assert state.turn is not None
    faces = [state.cards[held.id] for held in state.hands[state.turn]]
    plays = [
        a
        for a in actions
        if isinstance(a, Play) and state.tables.fits(state.displays, _face(state, faces, a))
    ]
    if plays:
        return plays
    clues = [a for a in actions if isinstance(a, Clue)]
    throws = [a for a in actions if isinstance(a, Discard)]
    useless = [a for a in throws if _useless(state, faces[a.slot - 1], faces)]
    spare = [a for a in throws if not _last_copy(state, faces[a.slot - 1])]
    if clues and rng.random() < 0.5:
        return clues
    return useless or clues or spare


def _face(state: State, faces: Sequence[Card], play: Play) -> Card:
    return faces[play.slot - 1] if play.slot else state.cards[state.drawn]


def _laid(state: State, card: Card) -> bool:
    suit, rank = state.tables.place[card]
    return state.tables.suits[suit].order.index(rank) < state.displays[suit]


def _useless(state: State, card: Card, faces: Sequence[Card]) -> bool:
    return _laid(state, card) or faces.count(card) > 1


def _last_copy(state: State, card: Card) -> bool:
    return not _laid(state, card) and state.discards.count(card) + 1 >= state.tables.supply[card]


@dataclass(frozen=True)
class Seed:
    """All that decides a driven game: rules, players and seeds."""

    rules: str
    players: int
    deal: int
    driver: int
    skill: float

    def start(self) -> State:
        """The game as it begins; the seed also picks who does."""
        first = Seat(self.deal % self.players)
        return State.start(Rules.parse(self.rules), self.players, seed=self.deal, first=first)

    def play(self) -> Iterator[tuple[State, Action, State]]:
        """Each action with the state before it and the state after it."""
        rng = random.Random(self.driver)
        state = self.start()
        while not state.over:
            action = drive(state, rng, self.skill)
            after = state.apply(action)
            yield state, action, after
            state = after

    def moments(self) -> Iterator[State]:
        """All states, the last included."""
        yield self.start()
        for _, _, after in self.play():
            yield after


def _with_and_without(texts: Sequence[str], part: str) -> list[str]:
    return [text + ending for text in texts for ending in ("", part)]


_ADD_ONS = [
    "+".join(("deluxe", *parts))
    for count in range(4)
    for parts in combinations(("avalanche", "black-powder", "flamboyants"), count)
]

ALL_RULES: tuple[str, ...] = (
    "abacus",
    "original",
    *_with_and_without(_ADD_ONS, "+final-flourish"),
    *_with_and_without(["rnr", "rnr+variant-1", "rnr+variant-2", "rnr+variant-3"], "+variant-4"),
    # Parts in a box that they did not come in.
    "abacus+black-powder",
    "original+flamboyants+final-flourish",
    "rnr+flamboyants+variant-2",
    "rnr+black-powder+variant-1+variant-4",
    "rnr+black-powder+flamboyants+variant-3+variant-4",
    "deluxe+variant-2+flamboyants",
    # House options.
    "deluxe+hand=1",
    "deluxe+hand=3+final-flourish",
    "abacus+hand=10",
    "deluxe+clues=0",
    "deluxe+clues=3+flamboyants",
    "rnr+clues=0+variant-4",
    "original+clues=1",
    "deluxe+hand=1+clues=0+strikes=10+final-flourish",
    "deluxe+suits=red+hand=1+clues=2+strikes=10+final-flourish",
    "deluxe+suits=red:copies=11111,blue:copies=11111+hand=2+clues=4+final-flourish",
    "deluxe+suits=red:copies=21111,blue:copies=21111+hand=2+clues=2+discard-full=yes+final-flourish",
    "deluxe+strikes=1",
    "rnr+strikes=10",
    "deluxe+flamboyants+strikes=5",
    "deluxe+empty=no+flamboyants+black-powder",
    "deluxe+empty=no+final-flourish",
    "rnr+empty=yes",
    "original+empty=yes+variant-4",
    "deluxe+rearrange=always",
    "deluxe+rearrange=always+final-flourish+hand=2",
    "deluxe+rearrange=never",
    "deluxe+discard-full=yes",
    "deluxe+discard-full=yes+clues=0",
    "deluxe+deck-play=yes",
    "deluxe+deck-play=yes+flamboyants",
    "rnr+deck-play=yes+variant-4+variant-3",
    "abacus+seats=6+hand=3",
    "abacus+seats=10+hand=5",
    "deluxe+talk=open",
    # Suits of one's own.
    "deluxe+suits=red,blue",
    "deluxe+suits=red,blue+flamboyants",
    "rnr+suits=red,blue,omni",
    "rnr+suits=red,blue,null+flamboyants+empty=no",
    "deluxe+suits=red,yellow,green,blue,brown",
    "deluxe+suits=red,yellow,green,blue,pink",
    "deluxe+suits=pink,brown,muddy,light,null+flamboyants",
    "deluxe+suits=red,green:builds=down,blue:builds=down:copies=12223+flamboyants",
    "deluxe+suits=red,white,blue:scores=missing,teal:copies=11111+final-flourish",
    "deluxe+suits=red:copies=321,blue:copies=321,null:copies=222,omni:copies=111+hand=2",
    "deluxe+suits=omni,null+flamboyants+final-flourish",
    "original+suits=colourless,light,muddy",
)


def allows(tables: Tables, card: Card, yes: str, no: str) -> bool:
    """Whether a card may have been touched by the clues ``yes`` and missed by the clues ``no``."""
    touched_by = tables.touched_by[card]
    return touched_by.issuperset(yes) and touched_by.isdisjoint(no)
