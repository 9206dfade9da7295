"""A table as a value: decide and fold agree, draw nothing, apply an action once, and show no hidden card."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tamaya import andrewz
from tamaya.bots import Choice
from tamaya.engine import Play, Rearrange, State
from tamaya.records import AnyAction, game_kind
from tamaya.rules import Deal, Seat
from tamaya.server.database import dump_entry, read_entry
from tamaya.table.commands import (
    Act,
    Arrange,
    BotSeat,
    Command,
    Guest,
    Refused,
    Say,
    SeatPlan,
    Setup,
    Sit,
    StandUp,
    Start,
    Undo,
)
from tamaya.table.decide import REASON_LENGTH, Chance, decide
from tamaya.table.entries import Acted, Created, Entry, Started
from tamaya.table.opening import continue_table, open_record, open_table, start_at_once
from tamaya.table.table import MOST_KEPT, Table
from tamaya.words import Message, Reader, Said, say_all, sentences
from tests.helpers import Seed
from tests.laws.strategies import another_truth, deal_behind
from tests.table.games import driven, guest, opened, position_of

OLD_LOG = Path(__file__).parent / "log-0.1.0.jsonl"
GAMES = [
    Seed("deluxe", 2, 1, 2, 0.9),
    Seed("deluxe+avalanche+black-powder+flamboyants", 3, 3, 4, 1.0),
    Seed("rnr+variant-3+rearrange=always", 4, 5, 6, 0.9),
    Seed("original+talk=open", 5, 7, 8, 0.8),
]
DEAL = game_kind("deluxe").shuffle("a table")
CHANCE = Chance(deal=lambda table: table.kind.shuffle("another deal"), first=lambda _: 0)


@pytest.fixture
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a program could draw from raises."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("the table draws by itself")

    for name in ("randbelow", "randbits", "token_bytes", "token_hex", "token_urlsafe", "choice"):
        monkeypatch.setattr(secrets, name, fail)
    for name in ("random", "randrange", "randint", "shuffle", "sample", "choice", "getrandbits", "Random"):
        monkeypatch.setattr(random, name, fail)


# Decide and fold.


@pytest.mark.parametrize("seed", GAMES)
def test_the_table_that_decide_returns_is_the_one_that_its_entry_folds_to(seed: Seed) -> None:
    for before, (entry, after) in driven(seed):
        assert before.fold(entry) == after


@pytest.mark.parametrize("seed", GAMES)
def test_the_log_alone_leads_to_the_same_table(seed: Seed) -> None:
    steps = list(driven(seed))
    folded = steps[0][0]
    for _, (entry, _) in steps:
        folded = folded.fold(read_entry(dump_entry(entry)))
    assert folded == steps[-1][1].table
    assert folded.record() == steps[-1][1].table.record()


def sitting_down() -> Iterator[tuple[Guest, Command]]:
    """Commands in an order in which each is taken."""
    ann, bob = guest(0), guest(1)
    bot = SeatPlan(kind="bot", bot="careful")
    yield ann, Sit(seat=1)
    yield ann, StandUp()
    yield ann, Sit(seat=0)
    yield bob, Sit(seat=1)
    yield bob, Say(text="shall we?")
    yield ann, Arrange(setup=Setup(rules="deluxe", seats=(SeatPlan(), SeatPlan(), bot), undo=True))
    yield ann, Start()
    yield ann, Act(action="cB1", seq=0)
    yield ann, Undo(wish="ask")
    yield bob, Undo(wish="refuse")
    yield bob, Undo(wish="ask")
    yield ann, Undo(wish="agree")
    yield ann, Act(action="p1", seq=0)


def test_every_command_leads_to_the_table_that_its_entry_folds_to(no_chance: None) -> None:
    """And twice to the same one: neither is anything drawn, nor does a table change."""
    chance = Chance(deal=lambda _: DEAL, first=lambda _: 0)
    created = Created(setup=Setup(rules="deluxe", seats=(SeatPlan(), SeatPlan())), owner="g0")
    table, entries = Table.replay("t", [created]), list[Entry]([created])
    for actor, command in sitting_down():
        decision = decide(table, actor, command, chance)
        assert decide(table, actor, command, chance) == decision
        assert table.fold(decision.entry) == decision.table
        assert table == Table.replay("t", entries)
        entries.append(decision.entry)
        table = decision.table
    assert table.actions == ("p1",)
    assert table.seq == len(entries)


def test_an_opening_is_what_its_entries_fold_to(no_chance: None) -> None:
    setup = Setup(rules="deluxe", seats=(SeatPlan(), SeatPlan(kind="bot")))
    chance = Chance(deal=lambda _: DEAL, first=lambda table: len(table.setup.seats) - 1)
    opening = start_at_once(open_table("t", setup, guest(0)), chance)
    assert opening.table == Table.replay("t", opening.entries)
    assert (opening.table.turn, opening.table.deal) == (1, DEAL)


def test_a_record_is_opened_as_it_was_played() -> None:
    last = list(driven(GAMES[0]))[-1][1].table
    opening = open_record("r", last.record(), guest(0))
    assert opening.table.record() == last.record()
    assert opening.table.uploaded


def test_players_go_on_at_a_table_of_the_same_kind() -> None:
    last = list(driven(GAMES[0]))[-1][1].table
    (entry, old), opening = continue_table(last, guest(1), "next", CHANCE)
    assert (old, old.following) == (last.fold(entry), "next")
    assert opening.table.people == last.people
    assert (opening.table.owner, opening.table.phase) == ("g1", "gathering")
    with pytest.raises(Refused, match="gone to a new table already"):
        continue_table(old, guest(0), "another", CHANCE)
    assert old.follower == 1


def test_a_guest_who_plays_with_bots_is_dealt_the_next_game_at_once() -> None:
    """The same rules and the same bots; there is nobody to wait for."""
    rules = "deluxe+strikes=1"
    table = opened(rules, 3, game_kind(rules).shuffle("again"), Seat(0), bots=2)
    while table.turn is not None:
        mover = guest(0) if table.turn == 0 else BotSeat(table.turn)
        table = decide(table, mover, Choice(Play(5))).table
    _, opening = continue_table(table, guest(0), "next", CHANCE)
    assert opening.table.phase == "playing"
    assert opening.table.setup.seats == table.setup.seats
    assert opening.table.names[0] == table.names[0]
    assert opening.table.deal != table.deal


# An action is applied once.


def count_applies(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is applied from now on, in either game."""
    applied: list[object] = []
    for state in (State, andrewz.State):
        apply = state.apply

        def note(self: object, action: object, apply: object = apply) -> object:
            applied.append(action)
            return apply(self, action)  # type: ignore[operator]

        monkeypatch.setattr(state, "apply", note)
    return applied


@pytest.mark.parametrize("actor", [guest(0), BotSeat(Seat(0))])
def test_a_move_is_applied_once(monkeypatch: pytest.MonkeyPatch, actor: Guest | BotSeat) -> None:
    bots = 0 if isinstance(actor, Guest) else 2
    table = opened("deluxe", 2, DEAL, Seat(0), bots=bots)
    action: AnyAction = position_of(table).actions()[0]
    applied = count_applies(monkeypatch)
    entry, after = decide(table, actor, Choice(action, "because", "it was there"))
    assert applied == [action]
    assert entry == Acted(action=str(action), reason=sentences("because"), secret=sentences("it was there"))
    assert after.reasons == {1: (sentences("because"), sentences("it was there"))}


def test_a_move_in_notation_is_parsed_and_applied_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened("deluxe", 2, DEAL, Seat(0))
    applied = count_applies(monkeypatch)
    decide(table, guest(0), Act(action="p1", seq=0))
    assert len(applied) == 1


def test_a_bot_moves_on_its_own_turn_only() -> None:
    table = opened("deluxe", 2, DEAL, Seat(0), bots=1)
    action = position_of(table).actions()[0]
    with pytest.raises(Refused, match="not your turn"):
        decide(table, BotSeat(Seat(1)), Choice(action))


def test_a_bot_does_nothing_but_move() -> None:
    table = opened("deluxe", 2, DEAL, Seat(0), bots=1)
    with pytest.raises(Refused):
        decide(table, BotSeat(Seat(1)), Undo(wish="ask"))


# Looking back.


@pytest.mark.parametrize("seed", GAMES)
def test_every_turn_can_be_looked_at(seed: Seed) -> None:
    table = list(driven(seed))[-1][1].table
    positions = table.record().positions()
    assert [table.at(turn) for turn in range(len(positions))] == positions
    turns = table.turns(0, len(table.actions))
    assert len(turns) == len(table.actions)
    assert tuple(event for events in turns for event in events) == position_of(table).history


def test_a_long_game_keeps_few_positions_and_finds_them_all() -> None:
    table = opened("deluxe+rearrange=always", 2, DEAL, Seat(0))
    tables = [table]
    for turn in range(300):
        order = (2, 1, 3, 4, 5) if turn % 2 else (1, 2, 3, 5, 4)
        tables.append(decide(tables[-1], guest(turn % 2), Choice(Rearrange(Seat(turn % 2), order))).table)
    last = tables[-1]
    assert last.trail is not None
    assert len(last.trail.positions) <= MOST_KEPT
    for turn in random.Random(1).sample(range(301), 60):
        assert last.at(turn) == tables[turn].position


def test_a_move_that_is_taken_back_leaves_no_trace() -> None:
    table = opened("deluxe+rearrange=always", 2, DEAL, Seat(0), bots=1)
    for turn in range(40):
        order = (2, 1, 3, 4, 5) if turn % 2 else (1, 2, 3, 5, 4)
        table = decide(table, guest(0), Choice(Rearrange(Seat(0), order))).table
    before = table
    table = decide(table, guest(0), Act(action="p1", seq=0)).table
    table = decide(table, BotSeat(Seat(1)), Choice(position_of(table).actions()[0], "why", "not")).table
    table = decide(table, guest(0), Undo(wish="ask")).table
    assert (table.actions, table.actors, table.reasons) == (before.actions, before.actors, before.reasons)
    assert (table.position, table.event_counts) == (before.position, before.event_counts)
    for turn in range(41):
        assert table.at(turn) == before.at(turn)


# Who sees what.


@pytest.mark.parametrize("seed", [Seed("deluxe", 3, 1, 2, 0.9), Seed("rnr+flamboyants", 2, 3, 4, 0.9)])
def test_what_a_guest_sees_does_not_depend_on_what_the_seat_cannot_know(seed: Seed) -> None:
    """S4: the cards that a seat cannot know are dealt otherwise, and no turn of the game looks different."""
    rng = random.Random(0)
    table, now = stopped(seed)
    for seat in range(seed.players):
        other = dealt_otherwise(table, now, [seat], rng)
        assert other.deal != table.deal
        for turn in range(len(table.actions) + 1):
            assert other.view_for(f"g{seat}", turn) == table.view_for(f"g{seat}", turn)
        assert other.turns(0, len(table.actions)) == table.turns(0, len(table.actions))


@pytest.mark.parametrize("seed", [Seed("deluxe", 3, 1, 2, 0.9)])
def test_what_a_spectator_sees_does_not_depend_on_any_hidden_card(seed: Seed) -> None:
    table, now = stopped(seed)
    # What a clue may be given about depends on the hands, so what was played must not.
    other = dealt_otherwise(table, now, list(range(seed.players)), random.Random(0))
    for turn in range(len(table.actions) + 1):
        assert other.view_for(None, turn) == table.view_for(None, turn)
        assert other.view_for("a stranger", turn) == table.view_for("a stranger", turn)


def stopped(seed: Seed) -> tuple[Table, State]:
    """A game that runs, stopped before a card goes back into the deck."""
    table, now = next(iter(driven(seed)))[0], seed.start()
    for _, decision in driven(seed):
        after = position_of(decision.table)
        assert isinstance(after, State)
        if after.over or after.returned or len(table.actions) == 30:
            break
        table, now = decision.table, after
    return table, now


def dealt_otherwise(table: Table, now: State, hidden: list[int], rng: random.Random) -> Table:
    """The same game from a deal in which the hidden hands, the deck, the tiles and the salt are others."""
    start = table.at(0)
    assert isinstance(start, State)
    deal: Deal = deal_behind(start, another_truth(now, hidden, rng))
    other = opened(table.setup.rules, start.players, deal, start.first)
    for action in table.actions:
        other = other.fold(Acted(action=action))
    return other


# Logs of version 0.1.0.


def test_a_log_of_the_first_version_reads_back() -> None:
    lines = OLD_LOG.read_text(encoding="utf-8").splitlines()
    entries = [read_entry(line) for line in lines]
    assert [read_entry(dump_entry(entry)) for entry in entries] == entries
    for entry, line in zip(entries, lines, strict=True):
        if not isinstance(entry, Acted):
            # Later versions may say more, and lose nothing.
            assert says_no_less(json.loads(dump_entry(entry)), json.loads(line))
    table = Table.replay("old", entries)
    assert (table.phase, table.seq, table.moved, table.following) == ("over", 21, 20, "next-table")
    assert table.actions == ("cBw", "oB54321", "p1", "p1", "p1", "p1")
    assert table.names == ("Ann", "Bob", "Robo")
    assert table.said[-1].text == "shall we?"
    assert {type(entry) for entry in entries} >= {Created, Started, Acted}
    assert {turn: say_all(table.reason(turn), Reader("de")) for turn in table.reasons} == {
        4: "It fits. Or not."
    }


def says_no_less(now: object, before: object) -> bool:
    """Whether all that stood in some JSON stands there still."""
    if isinstance(now, dict) and isinstance(before, dict):
        return all(name in now and says_no_less(now[name], before[name]) for name in before)
    return now == before


# What bots say.


def test_a_reason_is_kept_as_a_message_with_its_english_text() -> None:
    entry = Acted(action="p1", reason=(Message("why.partner.useless", slot=2),))
    assert json.loads(dump_entry(entry))["reason"] == [
        {
            "code": "why.partner.useless",
            "fields": {"slot": 2},
            "text": "My slot 2 is of no use any more.",
        }
    ]
    assert read_entry(dump_entry(entry)) == entry


@pytest.mark.parametrize(
    "kept", ['"code":"why.gone","fields":{}', '"code":"why.partner.useless","fields":{}']
)
def test_a_reason_that_this_version_cannot_say_is_read_as_its_text(kept: str) -> None:
    """A later version may drop a sentence or change its fields; the table opens all the same."""
    line = f'{{"kind":"acted","action":"p1","reason":[{{{kept},"text":"So it was."}}],"secret":[]}}'
    assert read_entry(line) == Acted(action="p1", reason=sentences("So it was."))


@pytest.mark.parametrize(
    "said",
    [
        "word " * 10_000,
        Message("said.text", text="word " * 10_000),
        Message("why.only-move", unused="x" * 100_000),
        (Message("why.only-move"),) * 1_000,
    ],
    ids=["text", "message", "field", "many"],
)
def test_a_bot_that_says_too_much_is_cut_short(said: Said) -> None:
    table = opened("deluxe", 2, DEAL, Seat(0), bots=2)
    choice = Choice(position_of(table).actions()[0], said, said)
    entry, _ = decide(table, BotSeat(Seat(0)), choice)
    assert isinstance(entry, Acted)
    assert len(dump_entry(entry)) < 3_000
    assert 0 < len(say_all(entry.reason)) <= REASON_LENGTH
    assert entry.secret == entry.reason
