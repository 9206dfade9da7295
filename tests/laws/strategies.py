"""What the laws are tried on: driven games, arbitrary actions, arbitrary rules."""

from __future__ import annotations

import random
import string
from dataclasses import replace

from hypothesis import strategies as st

from tamaya.engine import Action, Back, Clue, Discard, Encore, FreeClue, Play, Rearrange, State
from tamaya.rules import (
    EDITIONS,
    PARTS,
    SUITS,
    Builds,
    Card,
    Deal,
    ImpossibleRules,
    Rearranging,
    Rules,
    Scores,
    Seat,
    Suit,
    Talk,
    Touch,
)
from tests.helpers import ALL_RULES, Seed, allows


def _tables(text: str) -> list[tuple[str, int]]:
    rules = Rules.parse(text)
    size = rules.hand
    return [
        (text, players)
        for players in range(2, rules.seats + 1)
        if (size or (5 if players <= 3 else 4)) * players <= rules.deck_size
    ]


TABLES = [pair for text in ALL_RULES for pair in _tables(text)]


def games(tables: list[tuple[str, int]] = TABLES, *, least_skill: float = 0.0) -> st.SearchStrategy[Seed]:
    """Driven games under all rules, from hopeless to nearly perfect ones."""
    skills = [skill for skill in (0.0, 0.6, 0.8, 0.9, 0.95, 1.0) if skill >= least_skill]
    small = st.integers(0, 9999)
    return st.builds(
        lambda pair, deal, driver, skill: Seed(pair[0], pair[1], deal, driver, skill),
        st.sampled_from(tables),
        small,
        small,
        st.sampled_from(skills),
    )


_slots = st.integers(-2, 12)
_seats = st.integers(-2, 12).map(Seat)
_told = st.one_of(st.sampled_from(string.ascii_lowercase + string.digits), st.text(max_size=3))
_faces = st.one_of(
    st.builds(
        lambda letter, rank: Card(f"{letter}{rank}"),
        st.sampled_from(string.ascii_lowercase),
        st.integers(1, 9),
    ),
    st.text(max_size=3).map(Card),
)
_orders = st.one_of(
    st.lists(_slots, max_size=11), st.integers(0, 10).flatmap(lambda n: st.permutations(range(1, n + 1)))
)


def arbitrary_actions() -> st.SearchStrategy[Action]:
    """Anything that has the shape of an action."""
    return st.one_of(
        st.builds(Play, _slots),
        st.builds(Discard, _slots),
        st.builds(Clue, _seats, _told),
        st.builds(FreeClue, _seats, _told),
        st.builds(Back, _faces),
        st.builds(Encore, _faces),
        st.builds(Rearrange, _seats, _orders.map(tuple)),
    )


def writable_actions() -> st.SearchStrategy[Action]:
    """Every action that notation has a text for."""
    slots, seats = st.integers(0, 10), st.integers(0, 9).map(Seat)
    told = st.sampled_from(string.ascii_lowercase + "123456789")
    faces = st.builds(
        lambda suit, rank: Card(f"{suit}{rank}"), st.sampled_from(string.ascii_lowercase), st.integers(1, 9)
    )
    orders = st.lists(st.integers(1, 10), min_size=1, max_size=10).map(tuple)
    return st.one_of(
        st.builds(Play, slots),
        st.builds(Discard, slots),
        st.builds(Clue, seats, told),
        st.builds(FreeClue, seats, told),
        st.builds(Back, faces),
        st.builds(Encore, faces),
        st.builds(Rearrange, seats, orders),
    )


_names = st.one_of(st.sampled_from(sorted(SUITS)), st.from_regex(r"[a-z]{1,6}(-[a-z]{1,4})?", fullmatch=True))


@st.composite
def suits(draw: st.DrawFn, ranks: int) -> Suit:
    """A suit of the catalogue or of one's own, with properties that go together."""
    name = draw(_names)
    colours = draw(st.sampled_from(Touch))
    named = {Touch.OWN: True, Touch.NONE: False}.get(colours, draw(st.booleans()))
    return Suit(
        name,
        draw(st.sampled_from(string.ascii_lowercase)),
        colours=colours,
        named=named,
        values=draw(st.sampled_from(Touch)),
        copies=tuple(draw(st.lists(st.integers(1, 4), min_size=ranks, max_size=ranks))),
        builds=draw(st.sampled_from(Builds)),
        scores=draw(st.sampled_from(Scores)),
    )


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Any rules that are possible."""
    options: dict[str, object] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "seats": st.integers(2, 10),
                "hand": st.integers(1, 10),
                "clues": st.integers(0, 20),
                "strikes": st.integers(1, 10),
                "empty": st.booleans(),
                "discard_full": st.booleans(),
                "deck_play": st.booleans(),
                "rearrange": st.sampled_from(Rearranging),
                "talk": st.sampled_from(Talk),
            },
        )
    )
    if draw(st.booleans()):
        ranks = draw(st.integers(1, 9))
        options["base"] = tuple(
            draw(st.lists(suits(ranks), min_size=1, max_size=6, unique_by=lambda suit: suit.letter))
        )
    parts = draw(st.lists(st.sampled_from(sorted(PARTS)), max_size=4, unique=True))
    try:
        return Rules.of(draw(st.sampled_from(sorted(EDITIONS))), *parts, **options)
    except ImpossibleRules:
        # Not all of it goes together: a smaller wish.
        options.pop("base", None)
        options.pop("hand", None)
        return Rules.of("deluxe", **options)


def another_truth(state: State, hidden: list[int], rng: random.Random) -> State:
    """The same public facts with other cards behind them.

    The faces of the hidden hands and of the deck change places as far as the marks on the cards allow, the
    tiles that lie face down are shuffled, and a card that goes back would land elsewhere.
    """
    told = {held.id: (held.yes, held.no) for seat in hidden for held in state.hands[seat]}
    places = [*told, *range(state.drawn, len(state.cards))]
    cards = list(state.cards)
    if len(places) > 1:
        for _ in range(4 * len(places)):
            one, two = rng.sample(places, 2)
            if all(
                allows(state.tables, cards[face], *told.get(place, ("", "")))
                for place, face in ((one, two), (two, one))
            ):
                cards[one], cards[two] = cards[two], cards[one]
    tiles = tuple(rng.sample(state.tiles, len(state.tiles)))
    return replace(state, cards=tuple(cards), tiles=tiles, salt=rng.getrandbits(64))


def deal_behind(start: State, truth: State) -> Deal:
    """The deal that leads to a state, for a game in which no card went back into the deck."""
    spent = len(start.tiles) - len(truth.tiles)
    return Deal(truth.cards, (*start.tiles[:spent], *truth.tiles), truth.salt)
