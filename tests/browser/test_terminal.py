"""One table, one person at a browser and one at a terminal."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Shoot
from tests.browser.people import expect_turn, take_turn, the_end
from tests.server.servers import ServerProcess
from tests.tui.test_tmux import Terminal

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="there is no tmux here: apt-get install tmux to run this"
)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    running = Terminal(f"tamaya-browser-{os.getpid()}", tmp_path)
    try:
        yield running
    finally:
        running.close()


def test_a_browser_and_a_terminal_at_one_table(
    page: Page, shoot: Shoot, terminal: Terminal, table_server: ServerProcess
) -> None:
    page.request.post("/api/me", data={"name": "Ann"})
    setup = {"rules": "deluxe+strikes=2", "first": 0, "seats": [{}, {}]}
    path = f"/table/{page.request.post('/api/tables', data=setup).json()['id']}"
    page.goto(path)
    terminal.start("join", f"{table_server.base}{path}", "--name", "Bob")
    terminal.wait("Ann")
    terminal.press("2")
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_enabled(timeout=30_000)
    start.click()
    for turn in range(40):
        expect_turn(page)
        if the_end(page).is_visible():
            break
        take_turn(page)
        text = terminal.wait_for(lambda text: "Your turn" in text or "Play again" in text, "Bob's turn")
        if "Play again" in text:
            break
        if turn == 1:
            shoot(page, "with-a-terminal")
        terminal.press("p", "1", "Enter")
        terminal.wait_for(lambda text: "Your turn" not in text or "Play again" in text, "Ann's turn")
    expect(the_end(page)).to_be_visible(timeout=30_000)
    log = page.get_by_role("region", name="What happened")
    expect(log.get_by_text(re.compile("^Bob plays")).first).to_be_attached()
    terminal.wait("again")
