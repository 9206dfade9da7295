"""Which bots play at which tables, and that those who play do so with sense and by the rules everywhere."""

from __future__ import annotations

import pytest

from tamaya.bots import all_bots, find_bot
from tamaya.bots.hat.tiles import DECISIONS
from tamaya.engine import State
from tamaya.engine.events import Clued, Encored, WentBack
from tamaya.rules import CATALOGUE, Rules, Seat
from tamaya.words import LANGUAGES, Reader, say
from tests.laws.strategies import TABLES

OFFICIAL = [(str(rules), players) for rules in CATALOGUE for players in range(2, rules.seats + 1)]
HUGE = "deluxe+suits=red:copies=999999999,blue:copies=999999999,teal:copies=999999999"
NAMES = ("red", "blue", "teal", "pink", "green", "yellow", "white", "purple", "brown")
MANIFOLD = "deluxe+suits=" + ",".join(f"{name}:copies=111111" for name in NAMES)


def objections(rules: str, players: int) -> dict[str, str]:
    """The co-operative bots that do not play at a table, and why."""
    found = {row.name: row.obstacle(Rules.parse(rules), players) for row in all_bots("hanabi")}
    return {name: say(why) for name, why in found.items() if why}


def test_all_bots_play_at_all_tables_that_are_not_huge() -> None:
    pytest.importorskip("numba")
    for rules, players in (*OFFICIAL, *TABLES):
        assert objections(rules, players) == {}


@pytest.mark.parametrize("rules", [HUGE, MANIFOLD])
def test_what_is_too_large_to_think_ahead_is_refused_in_words(rules: str) -> None:
    """Only by search: the others play on, grandmaster as partner does."""
    pytest.importorskip("numba")
    assert objections(rules, 3) == {
        "search": "the deck is too large to think ahead: at most 230 cards, and 63 different cards and clues "
        "together"
    }
    why = find_bot("search", "hanabi").objection(Rules.parse(rules), 3)
    assert why is not None
    assert len({say(why, Reader(language)) for language in LANGUAGES}) == len(LANGUAGES)
    for name in ("hat", "grandmaster"):
        state = State.start(Rules.parse(rules), 3, seed=1)
        for _ in range(6):
            assert state.turn is not None
            state = state.apply(find_bot(name, "hanabi").sit(1)(state.view(state.turn)))


def test_bots_of_one_game_do_not_play_the_other() -> None:
    assert {row.name for row in all_bots("hanabi") if row.objection(None, 3)} == {"hat", "search"}


def test_hat_tells_sums_by_tiles_and_brings_back_what_helps() -> None:
    """L4-L7, in games of three: each decision is met, and each free clue is a sum that all understand."""
    met: set[type] = set()
    for seed in range(12):
        state = State.start(Rules.parse("deluxe+flamboyants"), 3, seed=seed)
        seats = [find_bot("hat", "hanabi").sit(seat) for seat in range(3)]
        while state.turn is not None:
            before = state
            choice = seats[state.turn].choose(state.view(state.turn))
            state = state.apply(choice.action)
            if before.tile is None:
                continue
            event = state.history[len(before.history)]
            met.add(type(event))
            if isinstance(event, Clued):
                assert event.free
                assert choice.secret[0].code == "why.hat.sum-by-clue"
            elif isinstance(event, Encored) and any(
                before.tables.fits(before.displays, card) for card in before.discards
            ):
                assert event.fits
            else:
                assert choice.secret[0].code == "why.hat.helps-most"
        assert state.result is not None
        assert state.result.score >= 23
    assert met == {Clued, Encored, WentBack}


@pytest.mark.parametrize(
    ("rules", "players", "least"),
    [
        ("deluxe+flamboyants", 2, 23.7),
        ("deluxe+flamboyants", 4, 24.9),
        ("deluxe+avalanche+black-powder+flamboyants", 3, 29.6),
        ("rnr+variant-3", 3, 29.5),
        ("rnr+variant-3", 5, 29.9),
        ("original+suits=colourless,light,muddy", 3, 10.5),
        ("rnr+suits=red,blue,null+flamboyants+empty=no", 3, 13.5),
        ("deluxe+suits=red:copies=91111,blue:copies=55555", 3, 9.6),
        ("original+hand=1", 4, 16.3),
    ],
)
def test_hat_plays_well_where_clues_are_lacking_or_tiles_lie(rules: str, players: int, least: float) -> None:
    """The mean of 400 games, some standard errors below what it was when this was written."""
    pytest.importorskip("numba")
    from tamaya.bots.hat.compiled import finish_games
    from tamaya.fast import Batch

    assert finish_games(Batch(rules, players, 400, seed=7)).scores.mean() > least


def test_the_engines_number_decisions_alike() -> None:
    packing = pytest.importorskip("tamaya.fast.packing")
    numbers = (packing.COLOUR_CLUE, packing.VALUE_CLUE, packing.BACK_CARD, packing.ENCORE_CARD)
    assert tuple(DECISIONS.values()) == (0, *numbers)


@pytest.mark.parametrize("rules", [str(rules) for rules in CATALOGUE])
def test_search_plays_every_official_table(rules: str) -> None:
    """With a tiny budget: every hand that it imagines is possible, and nothing false is told."""
    pytest.importorskip("numba")
    from tamaya.bots.search.desk import Desk
    from tamaya.bots.search.kernels import play_to_ends
    from tamaya.bots.search.searcher import ALL, SearchTerms, new_desk, new_mind
    from tamaya.fast import Batch
    from tamaya.fast.structs import record_of

    for players in range(2, 6):
        batch = Batch(rules, players, 1, seed=players, autoreset=False)
        words = new_desk(batch.rules, batch.rows.shape[1], SearchTerms(samples=2, interval=2))
        desk = record_of(Desk, words)
        play_to_ends(batch.rows, batch.tables, new_mind("hat", batch.rules, players), words, ALL)
        assert batch.done.all()
        assert desk.misled == 0
        assert desk.surprises == 0
        state = State.start(batch.rules, players, deal=batch.deal(0), first=Seat(0))
        for action in batch.actions_of(0):
            state = state.apply(next(one for one in state.actions() if str(one) == action))
        assert state.over
