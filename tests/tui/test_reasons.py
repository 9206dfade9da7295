"""Why the bots did it, in the reader's language: line by line, on the full screen, at a server's table."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from tamaya.rules import Seat
from tamaya.tui.app import TableApp
from tamaya.tui.launch import Wanted, play_plain
from tamaya.tui.local import LocalSession
from tamaya.tui.remote import RemoteSession
from tamaya.tui.screens.waiting import LobbyScreen
from tamaya.tui.seating import Seating
from tamaya.words import Reader, say_all
from tests.server.driver import OPEN, Person
from tests.server.servers import ServerProcess
from tests.tui.stage import LARGE, part_text, screen_text, send, until

WHY = "Bitte spiel Karte 4: die neueste der genannten Karten, die passen kann."
"""What partner says to Ann about its clue, when Ann has played slot 1 of the deal ``b``."""


def test_the_plain_table_says_why_in_german() -> None:
    said: list[str] = []
    lines = iter(["p1", "warum", "ende"])
    wanted = Wanted("deluxe", 2, "Ann", seed="b", first="A", reader=Reader("de"), conventions="tamaya")
    play_plain(wanted, ask=lambda _: next(lines), show=said.append)
    assert f"  Hana: {WHY}" in said


def test_the_full_screen_says_why_in_german() -> None:
    async def play() -> None:
        seated = Seating.of("deluxe", people=("Ann",), players=2, bot="partner", conventions="tamaya")
        seating = replace(seated, first=Seat(0))
        session = LocalSession(seating, seating.deal("b"), delay=0)
        app = TableApp(session, language="de")
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            await send(app, "p1")
            await until(lambda: session.scene.turns == 2, "Hana")
            await pilot.press("w")
            await pilot.pause()
            assert f"Zug 2: {WHY}" in screen_text(app)
            await pilot.press("escape")
            await send(app, "p1")
            await until(lambda: session.scene.turns == 4, "Hana")
            await pilot.press("left", "left")
            await until(lambda: "Zug 2 von 4" in part_text(app, "prompt"), "turn 2")
            assert f"Warum: {WHY}" in part_text(app, "prompt")

    asyncio.run(play())


def test_a_joined_table_says_why_in_german(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)

    async def play() -> None:
        host = Person(server.base)
        await host.be("Host")
        partner = {"kind": "bot", "bot": "partner"}
        table = await host.set_up(rules="deluxe", seats=[OPEN, OPEN, partner], first=1)
        await host.join(table)
        await host.do("sit", seat=0)
        session = RemoteSession(f"{server.base}/table/{table}", name="Ann")
        app = TableApp(session, language="de")
        async with app.run_test(size=LARGE) as pilot:
            await until(lambda: isinstance(app.screen, LobbyScreen), "the lobby")
            await pilot.pause()
            await pilot.press("2")
            await until(lambda: session.scene.lobby is not None and session.scene.lobby.seat == 1, "the seat")
            await host.do("start")
            await until(lambda: session.scene.view is not None and session.scene.view.my_turn, "our turn")
            await until(lambda: len(app.screen_stack) == 2, "the table")
            await send(app, "p1")
            await until(lambda: session.scene.turns == 2, "the bot")
            reason = session.scene.reasons[2]
            german = say_all(reason, Reader("de", session.scene.names, 1))
            assert german != say_all(reason, Reader("en", session.scene.names, 1))
            await pilot.press("w")
            await pilot.pause()
            # A long reason takes more than one line.
            assert f"Zug 2: {german}"[:50] in screen_text(app)
        await host.leave()

    try:
        server.start()
        server.wait()
        asyncio.run(play())
    finally:
        server.clean_up()
