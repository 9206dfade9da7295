"""Who begins at a table of the terminal (S5, Z2): whom the user names, or the lot."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from textual.widgets import Input, Select, Static

from tamaya.rules import Seat, UnknownName
from tamaya.tui.app import TableApp
from tamaya.tui.launch import Wanted, play_plain
from tamaya.tui.local import LocalSession
from tamaya.tui.screens.start import Offer
from tamaya.tui.seating import Seating
from tests.tui.stage import SMALL, table_of


def begins(wanted: Wanted) -> str:
    """What a table says about who begins."""
    said: list[str] = []

    def leave(_prompt: str) -> str:
        raise EOFError

    play_plain(wanted, ask=leave, show=said.append)
    return next(line for line in said if "begin" in line)


@pytest.mark.parametrize("rules", ["deluxe", "andrewz"])
def test_the_lot_lets_every_seat_begin(rules: str) -> None:
    """S5, Z2."""
    seating = Seating.of(rules, people=("Ann",), players=3)
    found = Counter(seating.deal(f"deal {number}").first for number in range(60))
    assert set(found) == {0, 1, 2}
    assert min(found.values()) > 5


def test_the_same_seed_gives_the_same_lot() -> None:
    seating = Seating.of("deluxe", people=("Ann",), players=4)
    assert seating.deal("x").first == seating.deal("x").first


def test_without_a_seed_the_lot_is_drawn_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamaya.tui.seating.secrets.randbelow", lambda seats: seats - 1)
    assert Seating.of("deluxe", people=("Ann",), players=4).deal().first == 3


@pytest.mark.parametrize(
    ("first", "said"),
    [("Ann", "You begin."), ("a", "You begin."), ("B", "Hana begins."), ("hana", "Hana begins.")],
)
def test_the_user_names_who_begins_by_name_or_letter(first: str, said: str) -> None:
    """S5."""
    assert begins(Wanted("deluxe", 2, "Ann", seed="x", first=first)) == said


def test_lot_is_a_word_for_the_usual_way() -> None:
    assert begins(Wanted(seed="x", first="lot")) == begins(Wanted(seed="x"))


def test_a_player_who_is_not_there_cannot_begin() -> None:
    with pytest.raises(UnknownName, match="Zoe"):
        begins(Wanted("deluxe", 2, "Ann", first="Zoe"))


def test_the_next_deal_begins_with_the_one_who_was_named() -> None:
    async def again() -> Seat:
        seating = replace(Seating.of("deluxe", people=("Ann",), players=3), first=Seat(2))
        following = await LocalSession(seating, seating.deal()).again()
        assert isinstance(following, LocalSession)
        return following.table.first

    assert asyncio.run(again()) == 2


def test_the_first_screen_asks_who_begins() -> None:
    async def choose() -> tuple[list[str], int]:
        app = TableApp(offer=Offer(people=("Ann", "Bob"), delay=1000, keeping=False))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            select = app.screen.query_one("#first", Select)
            assert select.value == -1
            app.screen.query_one("#people", Input).value = "Ann Bob Cid"
            await pilot.pause()
            offered = [str(label) for label, _ in select._options]
            select.value = 2
            await pilot.press("ctrl+s")
            await pilot.pause()
            session = table_of(app).session
            assert isinstance(session, LocalSession)
            return offered, session.table.first

    offered, first = asyncio.run(choose())
    assert offered == ["the lot", "A Ann", "B Bob", "C Cid"]
    assert first == 2


def test_the_first_screen_says_why_a_bot_cannot_play() -> None:
    pytest.importorskip("numba")
    large = "suits=" + ",".join(
        f"{suit}:copies=99999" for suit in ("red", "blue", "teal", "pink", "omni", "null")
    )

    async def look() -> tuple[str, str]:
        app = TableApp(offer=Offer(keeping=False, bot="search"))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            before = str(app.screen.query_one("#bot-summary", Static).render())
            app.screen.query_one("#house", Input).value = large
            await pilot.pause()
            return before, str(app.screen.query_one("#bot-summary", Static).render())

    before, after = asyncio.run(look())
    assert before.startswith("search: Plays as hat does")
    assert "search cannot play here: the deck is too large to think ahead" in after
