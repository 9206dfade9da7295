"""A table at a real server: sit down, play with another guest, watch, come back after a break."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tamaya.rules import Seat, Unreadable
from tamaya.tui.app import TableApp
from tamaya.tui.http_client import Address
from tamaya.tui.remote import RemoteSession
from tamaya.tui.screens.sheets import EndScreen
from tamaya.tui.screens.waiting import LobbyScreen
from tests.server.driver import Person
from tests.server.servers import ServerProcess
from tests.tui.stage import SMALL, part_text, screen_text, send, table_of, until

OPEN = {"kind": "open"}


def test_a_game_with_somebody_elsewhere(server: ServerProcess) -> None:
    """The other sits at another client of the same protocol, and every move is seen on both sides."""

    async def play() -> None:
        bob = Person(server.base)
        await bob.be("Bob")
        table = await bob.set_up(rules="deluxe+strikes=1", seats=[OPEN, OPEN], first=1)
        await bob.join(table)
        await bob.do("sit", seat=0)
        session = RemoteSession(f"{server.base}/table/{table}", name="Ann")
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: isinstance(app.screen, LobbyScreen), "the lobby")
            await pilot.pause()
            assert "Bob" in screen_text(app)
            assert "free   B  Sit here" in screen_text(app)
            await pilot.press("b")
            await sit_and_start(session, bob)
            await until(lambda: session.scene.phase == "playing", "the start")
            await bob.until(lambda: bob.view is not None)
            assert bob.view is not None
            await until(lambda: len(app.screen_stack) == 2, "the table")
            for _ in range(3):
                await until(lambda: session.scene.view is not None and session.scene.view.my_turn, "our turn")
                await send(app, "cA1")
                await bob.until_my_turn()
                await bob.act("d1" if any(one[0] == "d" for one in bob.view["actions"]) else "cB1")
            await until(lambda: session.scene.turns == 6, "six turns")
            await pilot.press("left", "left")
            await until(lambda: table_of(app)._past is not None, "an earlier turn")
            await pilot.pause()
            assert "Turn 4 of 6" in part_text(app, "prompt")
            await pilot.press("escape")
            while not over(session):
                await send(app, "p1")
                if not over(session):
                    await bob.until_my_turn()
                    await bob.act("p1")
                    await until(lambda: over(session) or session.scene.turns % 2 == 0, "Bob")
            await until(lambda: isinstance(app.screen, EndScreen), "the end")
            await pilot.press("b", "end", "s")
            await until(lambda: bool(session._positions), "the record")
            await pilot.pause()
            assert "as Bob saw it" in screen_text(app)
        await bob.leave()

    asyncio.run(play())


def test_a_bot_is_called_by_its_name(server: ServerProcess) -> None:
    """In the lobby, and at the table beside the name that it plays under."""

    async def play() -> None:
        bob = Person(server.base)
        await bob.be("Bob")
        bot = {"kind": "bot", "bot": "greedy"}
        table = await bob.set_up(rules="andrewz", seats=[OPEN, OPEN, bot], first=0)
        await bob.join(table)
        await bob.do("sit", seat=0)
        session = RemoteSession(f"{server.base}/table/{table}", name="Ann")
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: isinstance(app.screen, LobbyScreen), "the lobby")
            await pilot.pause()
            assert "greedy" in screen_text(app)
            await pilot.press("b")
            await sit_and_start(session, bob)
            await until(lambda: session.scene.phase == "playing", "the start")
            await until(lambda: len(app.screen_stack) == 2, "the table")
            await until(lambda: "greedy" in screen_text(app), "the bot's name")
        await bob.leave()

    asyncio.run(play())


def test_asking_to_take_a_move_back(server: ServerProcess) -> None:
    """The asker reads for whom one waits and may think better of it; a refusal is told by name."""

    async def play() -> None:
        bob = Person(server.base)
        await bob.be("Bob")
        table = await bob.set_up(rules="deluxe", seats=[OPEN, OPEN], first=1, undo=True)
        await bob.join(table)
        session = RemoteSession(f"{server.base}/table/{table}", name="Ann")
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: isinstance(app.screen, LobbyScreen), "the lobby")
            await pilot.pause()
            assert "Seat B" in screen_text(app)
            await pilot.press("2")
            await sit_and_start(session, bob)
            await until(lambda: session.scene.view is not None and session.scene.view.my_turn, "our turn")
            await until(lambda: len(app.screen_stack) == 2, "the table")
            await send(app, "cA1")
            await until(lambda: session.scene.undo_to == 0, "the offer")
            await pilot.press("u")
            await until(lambda: session.scene.undo == 1, "the question")
            await pilot.pause()
            assert "Waiting for Bob." in part_text(app, "prompt")
            assert "Never mind" in part_text(app, "prompt")
            await pilot.press("minus")
            await until(lambda: session.scene.undo is None, "the withdrawal")
            assert session.scene.news == ()
            await pilot.press("u")
            await until(lambda: session.scene.undo == 1, "the question")
            await bob.do("undo", wish="refuse")
            await until(lambda: len(session.scene.news) == 1, "the answer")
            await pilot.pause()
            assert "Bob did not agree to take your move back." in part_text(app, "prompt")
            await pilot.press("u")
            await until(lambda: session.scene.undo == 1, "the question")
            await bob.do("undo", wish="agree")
            await until(lambda: session.scene.turns == 0, "the move is gone")
        await bob.leave()

    asyncio.run(play())


async def sit_and_start(session: RemoteSession, host: Person) -> None:
    """Wait until we have the second seat, and let the host start the game."""
    await until(lambda: session.scene.lobby is not None and session.scene.lobby.seat == 1, "the seat")
    await host.do("start")


def over(session: RemoteSession) -> bool:
    return session.scene.phase == "over"


def test_a_stand_in_is_named_and_an_early_end_is_told(server: ServerProcess) -> None:
    """The terminal offers neither, and shows both."""

    async def play() -> None:
        bob, cid = Person(server.base), Person(server.base)
        await bob.be("Bob")
        await cid.be("Cid")
        table = await bob.set_up(rules="deluxe", seats=[OPEN] * 3, first=1)
        await bob.join(table)
        await cid.join(table)
        await cid.do("sit", seat=2)
        session = RemoteSession(f"{server.base}/table/{table}", name="Ann")
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: isinstance(app.screen, LobbyScreen), "the lobby")
            await pilot.press("b")
            await sit_and_start(session, bob)
            await until(lambda: session.scene.phase == "playing", "the start")
            await cid.hang_up()
            await until(lambda: Seat(2) in session.scene.away, "Cid's absence")
            await bob.do("vote", wish="stand-in", seat=2)
            await session._ask({"type": "vote", "wish": "agree"})
            await until(lambda: session.scene.bots.get(2) == "partner", "the stand-in")
            assert Seat(2) not in session.scene.away
            await bob.do("vote", wish="end", seat=None)
            await session._ask({"type": "vote", "wish": "agree"})
            await until(lambda: isinstance(app.screen, EndScreen), "the end")
            await pilot.pause()
            assert "Ended early" in screen_text(app)
            await pilot.press("escape")
            await until(lambda: not isinstance(app.screen, EndScreen), "the table")
            await pilot.pause()
            assert "The game is over" in screen_text(app)
        await bob.leave()
        await cid.leave()

    asyncio.run(play())


def test_a_break_is_mended(tmp_path: Path) -> None:
    """The server goes away and comes back; the seat is still ours and the game goes on."""
    server = ServerProcess(tmp_path)

    async def play() -> None:
        ann = RemoteSession(f"{server.base}/table/{await new_table()}", name="Ann")
        app = TableApp(ann)
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: isinstance(app.screen, LobbyScreen), "the lobby")
            await pilot.pause()
            await pilot.press("2")
            await until(lambda: ann.scene.lobby is not None and ann.scene.lobby.seat == 1, "the seat")
            server.kill()
            await until(lambda: "lost" in str(ann.scene.trouble), "the break")
            server.start()
            await asyncio.to_thread(server.wait)
            await until(lambda: not ann.scene.trouble, "the mend")
            assert ann.scene.lobby is not None
            assert ann.scene.lobby.seat == 1

    async def new_table() -> str:
        host = Person(server.base)
        await host.be("Host")
        table = await host.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await host.leave()
        return table

    try:
        server.start()
        server.wait()
        asyncio.run(play())
    finally:
        server.clean_up()


def test_watching_shows_what_the_table_allows(server: ServerProcess) -> None:
    async def play() -> None:
        bob = Person(server.base)
        await bob.be("Bob")
        bots = [{"kind": "bot"}, {"kind": "bot"}]
        for spectators, words in (("hands", "You are watching"), ("none", "shows nothing")):
            table = await bob.set_up(True, rules="deluxe", seats=[OPEN, *bots], spectators=spectators)
            session = RemoteSession(f"{server.base}/table/{table}", name="Eve", watch=True)
            app = TableApp(session)
            async with app.run_test(size=SMALL) as pilot:
                await until(lambda session=session: session.scene.phase != "coming", "the table")  # type: ignore[misc]
                await pilot.pause()
                if session.scene.phase == "playing":
                    assert words in screen_text(app)
        await bob.leave()

    asyncio.run(play())


def test_no_such_table(server: ServerProcess) -> None:
    async def play() -> None:
        session = RemoteSession(f"{server.base}/table/nothing-here", name="Ann")
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: "No table here" in str(session.scene.trouble), "the answer")
            await pilot.pause()
            assert "No table here" in screen_text(app)

    asyncio.run(play())


def test_the_key_of_a_seat_is_for_its_owner_alone(server: ServerProcess, home: Path) -> None:
    from tamaya.tui.http_client import RemoteGuest

    address = Address.parse(f"{server.base}/table/abc")
    guest = RemoteGuest(address, "Ann")
    guest.introduce()
    assert (home / "guest.json").stat().st_mode & 0o077 == 0
    assert RemoteGuest(address, "Ann").cookie == guest.cookie


@pytest.mark.parametrize(
    "link", ["", "table/abc", "http://host", "http://host/table/", "http://host/table/a b"]
)
def test_a_broken_link_gets_a_sentence(link: str) -> None:
    with pytest.raises(Unreadable):
        Address.parse(link)


@pytest.mark.parametrize(
    "link", ["http://host:8484/table/abc", "https://host/table/a-b_1?turn=3", " http://h/table/x "]
)
def test_a_link_as_people_send_it(link: str) -> None:
    assert Address.parse(link).socket.startswith(("ws://", "wss://"))
