"""S4 at the wire: no byte that a client receives depends on a card that it cannot know.

A game is played through the server and every byte kept. Then it is played again, move by move, from another
deal: what a viewer could not know at the end of it is dealt otherwise, what the viewer knew is the same. The
viewer must have received the same bytes.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest
from sqlalchemy import select

from tamaya import andrewz
from tamaya.engine import State, parse_action
from tamaya.records import AnyPosition, game_kind
from tamaya.rules import Card, Deal, Seat
from tamaya.server.schema import GUESTS, KEYS
from tests.helpers import NAMES, Seed
from tests.laws.strategies import another_truth, deal_behind
from tests.server.conftest import Table
from tests.server.driver import OPEN, Person, choose, gather, people, play_on

pytestmark = pytest.mark.anyio

EVERY = 9
"""After so many moves, everybody tries what is not allowed and looks at what has been."""


@dataclass(frozen=True)
class Line:
    """A game as far as it is played: from a deal, by these actions."""

    rules: str
    players: int
    first: Seat
    deal: Deal
    actions: tuple[str, ...]

    def positions(self) -> Iterator[AnyPosition]:
        """The game before each action, and after the last."""
        kind = game_kind(self.rules)
        position = kind.start(self.players, deal=self.deal, first=self.first)
        yield position
        for action in self.actions:
            position = position.apply(kind.parse_action(action))
            yield position


def hanabi_line(seed: Seed, most: int) -> tuple[Line, State]:
    """A driven game, stopped before a card goes back into the deck, and where it has come to."""
    start = seed.start()
    now, actions = start, list[str]()
    for _, action, after in seed.play():
        if len(actions) == most or after.returned or after.over:
            break
        now = after
        actions.append(str(action))
    deal = Deal(start.cards, start.tiles, start.salt)
    return Line(seed.rules, seed.players, start.first, deal, tuple(actions)), now


def otherwise(line: Line, now: State, hidden: list[int], rng: random.Random) -> Line:
    """The same game from a deal in which the hidden hands, the deck, the tiles and the salt are others."""
    start = State.start(now.rules, line.players, deal=line.deal, first=line.first)
    truth = another_truth(now, hidden, rng)
    other = replace(line, deal=deal_behind(start, truth))
    assert other.deal.deck != line.deal.deck
    assert list(other.positions())[-1].history == now.history
    return other


async def received(
    server: Table,
    monkeypatch: pytest.MonkeyPatch,
    line: Line,
    spectators: str = "public",
    back: int = 0,
    deal: str = "",
) -> dict[str, list[bytes]]:
    """Play a line through the server, and return what everybody received; ``Zoe`` watches. ``back`` lets
    the players take so many moves back now and then, and make them once more."""
    monkeypatch.setattr("tamaya.server.socket.BURST", 100_000)
    monkeypatch.setattr("tamaya.server.tables.deal", lambda *_: line.deal)
    names = NAMES[: line.players]
    async with people(server.base, *names, "Zoe") as everybody:
        *players, zoe = everybody
        table = await players[0].set_up(
            rules=line.rules,
            seats=[OPEN] * line.players,
            first=line.first,
            spectators=spectators,
            detail="deduced",
            undo=back > 0,
            deal=deal,
        )
        await gather(table, players, detail="deduced")
        await zoe.join(table, detail="deduced")
        positions = list(line.positions())
        followers = players if deal or spectators == "none" else everybody

        async def play(turn: int) -> None:
            mover = players[_mover(positions[turn], line.actions[turn])]
            await mover.act(line.actions[turn])
            for person in followers:
                await person.until_seq(mover.seq)

        for turn in range(len(line.actions)):
            if turn % EVERY == 0:
                for person in everybody:
                    await look_around(person, table, turn, positions[turn])
            await play(turn)
            if back and turn >= back and turn % EVERY == back:
                await take_back(players, followers, back)
                for person in everybody:
                    await look_around(person, table, turn + 1 - back, positions[turn + 1 - back])
                for again in range(turn + 1 - back, turn + 1):
                    await play(again)
        for person in everybody:
            await look_around(person, table, len(line.actions), positions[-1])
        return {
            name: [_without_table(data, table) for data in _timeless(person.received)]
            for name, person in zip([*names, "Zoe"], everybody, strict=True)
        }


def _timeless(received: list[bytes]) -> list[bytes]:
    """What was received, without the word of who is here: how often that is told depends on the clock."""
    told = [data for data in received if data.startswith(b'{"type":"presence"')]
    for data in told:
        assert json.loads(data).keys() == {"type", "online", "away_since", "watching"}
    return [data for data in received if data not in told]


async def take_back(players: list[Person], followers: list[Person], moves: int) -> None:
    """Each player in turn asks, the first player is refused once, and then all agree."""
    for number in range(moves):
        asker, *others = players[number % len(players) :] + players[: number % len(players)]
        if number == 0:
            await asker.do("undo", wish="ask")
            await others[0].do("undo", wish="refuse")
        seq = await asker.do("undo", wish="ask")
        for person in others:
            seq = await person.do("undo", wish="agree")
        for person in followers:
            await person.until_seq(seq)


def _mover(position: AnyPosition, action: str) -> int:
    if action.startswith("o"):
        return "ABCDEFGHIJ".index(action[1])
    assert position.turn is not None
    return position.turn


def _without_table(data: bytes, table: str) -> bytes:
    """The same bytes for another table at another time."""
    return re.sub(rb'"changed":"[^"]*"', b'"changed":""', data.replace(table.encode(), b"TABLE"))


WRONG = (
    *(
        "p9",
        "p0",
        "d9",
        "d1",
        "p1",
        "cA1",
        "cAr",
        "cB1",
        "cBr",
        "cBz",
        "cC1",
        "cJ1",
        "br1",
        "er1",
        "fA1",
        "fB1",
    ),
    *("oA21", "oB21", "oA54321", "oB54321", "?!", "pr1", "db5", "pw3", "pass"),
)


async def look_around(person: Person, table: str, turn: int, position: AnyPosition) -> None:
    """Try everything that is not allowed, and ask for everything that can be asked for."""
    legal = set(person.view["actions"]) if person.view and person.my_turn else set()
    for action in WRONG:
        if action not in legal and not _may_rearrange(position, person, action):
            await person.refusal("act", action=action, seq=person.seq)
    if turn:
        await person.refusal("act", action="p1", seq=0)
    for moment in range(max(0, turn - EVERY), turn + 2, 3):
        for detail in ("told", "deduced"):
            await person.get(f"/api/tables/{table}/moments/{moment}", detail=detail)
    await person.get("/api/tables")
    for format in ("tamaya", "hanablive"):
        assert (await person.get(f"/api/tables/{table}/record", format=format)).status_code == 403
    await person.hello(detail="deduced")
    await person.settle()


def _may_rearrange(position: AnyPosition, person: Person, action: str) -> bool:
    if not isinstance(position, State) or not action.startswith("o") or person.seat is None:
        return False
    return action[1] == "ABCDEFGHIJ"[person.seat] and position.is_legal(parse_action(action))


# The co-operative game.

SAMPLE = (
    Seed("abacus", 2, 11, 1, 0.9),
    Seed("deluxe", 3, 12, 2, 0.95),
    Seed("deluxe+avalanche+black-powder+flamboyants", 2, 13, 3, 0.95),
    Seed("rnr+variant-3+variant-4", 3, 16, 4, 0.95),
    Seed("deluxe+rearrange=always+deck-play=yes+hand=4", 2, 15, 5, 0.95),
)


@pytest.mark.parametrize("seed", SAMPLE, ids=lambda seed: seed.rules)
async def test_what_is_received_does_not_depend_on_hidden_cards(
    server: Table, monkeypatch: pytest.MonkeyPatch, seed: Seed
) -> None:
    """S4: for a player the own hand and the deck are hidden, for a spectator all hands and the deck."""
    line, now = hanabi_line(seed, most=12)
    assert len(line.actions) > 9
    truth = await received(server, monkeypatch, line)
    for seat in range(seed.players):
        other = otherwise(line, now, [seat], random.Random(seat))
        same_bytes(truth, await received(server, monkeypatch, other), NAMES[seat])
    other = otherwise(line, now, list(range(seed.players)), random.Random(1))
    same_bytes(truth, await received(server, monkeypatch, other), "Zoe")


@pytest.mark.parametrize(
    "seed", [SAMPLE[2], pytest.param(SAMPLE[1], marks=pytest.mark.slow)], ids=lambda seed: seed.rules
)
async def test_what_is_received_after_moves_were_taken_back_does_not_depend_on_hidden_cards(
    server: Table, monkeypatch: pytest.MonkeyPatch, seed: Seed
) -> None:
    """S4: the cards that were drawn lie in the deck again, and what is told of it names none of them."""
    line, now = hanabi_line(seed, most=10)
    truth = await received(server, monkeypatch, line, back=3)
    assert any(b"news.took-back" in data for data in truth["Zoe"])
    assert any(b"news.undo-refused" in data for data in truth["Zoe"])
    for seat in range(seed.players):
        other = otherwise(line, now, [seat], random.Random(seat))
        same_bytes(truth, await received(server, monkeypatch, other, back=3), NAMES[seat])
    other = otherwise(line, now, list(range(seed.players)), random.Random(1))
    same_bytes(truth, await received(server, monkeypatch, other, back=3), "Zoe")


async def test_who_sees_all_hands_does_not_see_the_deck(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S4."""
    line, now = hanabi_line(Seed("deluxe+flamboyants", 2, 12, 2, 0.95), most=14)
    truth = await received(server, monkeypatch, line, "hands")
    other = otherwise(line, now, [], random.Random(1))
    again = await received(server, monkeypatch, other, "hands")
    for name in (*NAMES[:2], "Zoe"):
        same_bytes(truth, again, name)


@pytest.mark.parametrize(("spectators", "deal"), [("none", ""), ("public", "monday"), ("hands", "monday")])
async def test_who_may_see_nothing_receives_the_same_bytes_whatever_is_dealt_and_played(
    server: Table, monkeypatch: pytest.MonkeyPatch, spectators: str, deal: str
) -> None:
    """S4: beside a closed table, and beside a named deal, every card is hidden and so is every move."""
    line, _ = hanabi_line(Seed("deluxe", 2, 12, 2, 0.95), most=8)
    lines = (hanabi_line(Seed("deluxe", 2, seed, 2, 0.95), most=8)[0] for seed in range(13, 99))
    other = next(other for other in lines if other.first == line.first and len(other.actions) == 8)
    assert line.actions != other.actions
    truth, again = [
        await received(server, monkeypatch, each, spectators, deal=deal) for each in (line, other)
    ]
    same_bytes(truth, again, "Zoe")
    assert not [data for data in truth["Zoe"] if b'"hands":' in data or b'"events":' in data]


async def test_the_bytes_would_tell_another_hand_of_a_teammate(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison is worth something only if it can fail."""
    line, now = hanabi_line(Seed("deluxe", 2, 12, 2, 0.95), most=6)
    other = otherwise(line, now, [0], random.Random(1))
    truth = await received(server, monkeypatch, line)
    again = await received(server, monkeypatch, other)
    assert truth["Bob"] != again["Bob"]
    assert truth["Ann"] == again["Ann"]


def same_bytes(one: dict[str, list[bytes]], two: dict[str, list[bytes]], name: str) -> None:
    assert len(one[name]) == len(two[name])
    for here, there in zip(one[name], two[name], strict=True):
        assert here == there


# Andrewz: each player sees their own hand and no other.


def andrewz_line(seed: int, players: int, most: int) -> Line:
    """A game in which everybody gets rid of a card when they can, stopped before a pile is closed (Z7)."""
    rng = random.Random(seed)
    deal = andrewz.shuffle(seed)
    state = andrewz.State.start(players, deal=deal)
    actions: list[str] = []
    while len(actions) < most:
        action = rng.choice(state.actions()[:-1] or state.actions())
        after = state.apply(action)
        if after.over or after.shuffles:
            break
        state = after
        actions.append(str(action))
    return Line("andrewz", players, Seat(0), deal, tuple(actions))


def hidden_places(line: Line, viewer: int | None) -> list[int]:
    """The places in the deck whose cards a viewer does not know at the end of a line."""
    size = andrewz.HAND_SIZE
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(line.players)]
    deck = list(range(line.players * size, len(line.deal.deck)))
    for before, action in zip(line.positions(), map(andrewz.parse_action, line.actions), strict=False):
        assert before.turn is not None
        hand = hands[before.turn]
        drawn = 1
        if isinstance(action, andrewz.Play | andrewz.Discard):
            hand.remove(next(place for place in hand if line.deal.deck[place] == action.card))
            drawn = 2 if isinstance(action, andrewz.Discard) else 0
        hand += deck[:drawn]
        del deck[:drawn]
    return deck + [place for seat, hand in enumerate(hands) if seat != viewer for place in hand]


def shuffled(deck: Sequence[Card], places: list[int], rng: random.Random) -> tuple[Card, ...]:
    cards = list(deck)
    for place, card in zip(places, rng.sample([deck[place] for place in places], len(places)), strict=True):
        cards[place] = card
    return tuple(cards)


@pytest.mark.parametrize("viewer", [0, 1, None])
async def test_in_andrewz_nobody_receives_anything_about_other_hands(
    server: Table, monkeypatch: pytest.MonkeyPatch, viewer: int | None
) -> None:
    """Z1."""
    line = andrewz_line(5, 2, most=20)
    assert len(line.actions) >= 10
    rng = random.Random(3)
    deck = shuffled(line.deal.deck, hidden_places(line, viewer), rng)
    other = replace(line, deal=Deal(deck, salt=rng.getrandbits(64)))
    assert deck != line.deal.deck
    truth = await received(server, monkeypatch, line)
    again = await received(server, monkeypatch, other)
    same_bytes(truth, again, "Zoe" if viewer is None else NAMES[viewer])


# All that must never be in what is sent.


@pytest.mark.parametrize("rules", ["deluxe", "deluxe+flamboyants", "andrewz"])
async def test_nothing_that_is_sent_holds_the_deal_or_what_it_came_from(server: Table, rules: str) -> None:
    """S4."""
    async with people(server.base, "Ann", "Bob", "Zoe") as (ann, bob, zoe):
        table = await ann.set_up(rules=rules, seats=[OPEN, OPEN], deal="monday", detail="deduced")
        await gather(table, [ann, bob], detail="deduced")
        await zoe.join(table, detail="deduced")
        for _ in range(10):
            mover = ann if ann.my_turn else bob
            await mover.act(choose(mover, [ann, bob]))
            for person in (ann, bob):
                await person.until_seq(mover.seq)
        await zoe.settle()
        assert zoe.view is None
        assert not ann.over
        secret = hmac.new(server.hub.key, f"{rules}/2/monday".encode(), hashlib.sha256).hexdigest()
        deal = game_kind(rules).shuffle(secret)
        position = (await server.hub.live(table)).table.position
        deck = position.cards[position.drawn :] if isinstance(position, State) else deal.deck[-8:]
        assert deck[-8:] == deal.deck[-8:], "this is not how the server deals"
        salts = [f"{deal.salt:x}".encode(), str(deal.salt).encode()] if deal.salt else []
        for person in (ann, bob, zoe):
            sent = b"\n".join(person.received)
            assert len(sent) > (1_000 if person is zoe else 5_000)
            for needle in (*salts, secret.encode(), server.hub.key.hex().encode(), *_runs(deck)):
                assert needle not in sent
            assert b'"deck":[' not in sent
            assert b'"deck":"' not in sent


def _runs(deck: Sequence[Card]) -> Iterator[bytes]:
    """Five cards in the order of the deck, in every way of writing them."""
    for start in range(len(deck) - 4):
        for between in (" ", ",", "", '","', '", "', ", "):
            yield between.join(deck[start : start + 5]).encode()


async def test_nothing_that_is_sent_tells_who_somebody_is_to_the_server(server: Table) -> None:
    """Keys open seats; ids and hashes of keys are secret too."""
    async with people(server.base, "Ann", "Bob", "Zoe") as everybody:
        ann, bob, zoe = everybody
        table = await ann.set_up(rules="deluxe+strikes=1", seats=[OPEN, OPEN], listed=True)
        await gather(table, [ann, bob])
        await zoe.join(table)
        await play_on([ann, bob])
        await zoe.until(lambda: zoe.over)
        for person in everybody:
            await person.get("/api/tables")
            await person.get("/api/me")
            await person.get(f"/api/tables/{table}/record")
            await person.get("/metrics")
        async with server.store.engine.connect() as connection:
            guests = (await connection.execute(select(GUESTS))).all()
            hashes = (await connection.execute(select(KEYS.c.hash))).scalars().all()
        needles = [person.key for person in everybody]
        needles += [*(guest.id for guest in guests), *hashes]
        for person in everybody:
            sent = b"\n".join(person.received)
            assert not [needle for needle in needles if needle.encode() in sent]
