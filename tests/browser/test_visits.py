"""How much a visit costs: the first one, and those after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.wire import Wire, wire_to
from tests.server.servers import ServerProcess

FIRST_VISIT = 200_000
LATER_VISIT = 10_000
"""In bytes, as the browser counts them on the wire."""


class Visit:
    """One opening of a page, and what it made the server send."""

    def __init__(self, context: BrowserContext, wire: Wire, path: str, *, has_worker: bool) -> None:
        self._has_worker = has_worker
        before = wire.received
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        self.loaded = 0
        """What the page fetched, by the count of the browser."""
        self._frames = 0
        session.on("Network.loadingFinished", self._add)
        session.on("Network.webSocketFrameReceived", self._add_frame)
        page.goto(path)
        self._wait(page, path)
        page.wait_for_load_state("networkidle")
        self.sent = wire.received - before - self._frames
        """What the server sent, also to the service worker; without the words of the table's socket."""
        page.close()

    def _add(self, event: dict[str, Any]) -> None:
        self.loaded += int(event["encodedDataLength"])

    def _add_frame(self, event: dict[str, Any]) -> None:
        self._frames += len(event["response"]["payloadData"].encode())

    def _wait(self, page: Page, path: str) -> None:
        if path == "/":
            expect(page.get_by_role("button", name="Play now")).to_be_visible()
        else:
            expect(page.get_by_role("region", name="Your hand").first).to_be_visible()
        if self._has_worker:
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")


@pytest.fixture
def wire(table_server: ServerProcess) -> Iterator[Wire]:
    with wire_to(table_server.base) as wire:
        yield wire


@pytest.mark.parametrize("workers", ["allow", "block"])
@pytest.mark.parametrize("place", ["home", "table"])
def test_a_visit_is_light_and_the_next_one_nearly_free(
    chromium: Browser, wire: Wire, place: str, workers: Literal["allow", "block"]
) -> None:
    context = chromium.new_context(base_url=wire.base, service_workers=workers)
    path = "/" if place == "home" else running_game(context)
    first, *later = (Visit(context, wire, path, has_worker=workers == "allow") for _ in range(3))
    context.close()
    assert 50_000 < first.loaded < FIRST_VISIT, "less would mean that something is not counted"
    assert first.sent < FIRST_VISIT
    for visit in later:
        assert visit.loaded < LATER_VISIT
        assert 0 < visit.sent < LATER_VISIT


def running_game(context: BrowserContext) -> str:
    context.request.post("/api/me", data={"name": "Ann"})
    setup = {"rules": "deluxe", "first": 0, "seats": [{}, {"kind": "bot", "bot": "careful"}]}
    answer = context.request.post("/api/tables?start=true", data=setup)
    return f"/table/{answer.json()['id']}"


def test_a_reader_fetches_the_sentences_of_one_language_until_another_is_chosen(
    chromium: Browser, table_server: ServerProcess
) -> None:
    context = chromium.new_context(base_url=table_server.base, locale="de-DE", service_workers="block")
    page = context.new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2].partition("-")[0]))
    page.goto("/")
    expect(page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    assert ("de" in fetched, "en" in fetched) == (True, False)
    page.get_by_role("combobox", name="Sprache").select_option("en")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert "en" in fetched
    assert page.locator("html").get_attribute("lang") == "en"
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    context.close()
