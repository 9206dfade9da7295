"""A real Chromium before the real server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.server.servers import ServerProcess

SCREENS = Path(os.environ.get("TAMAYA_SCREENS", Path(__file__).parent / "screens"))
"""Where every page leaves a picture for people to look through."""
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is installed; without a window of its own it opens pages sooner."""
PATIENCE = 15_000
"""Milliseconds that a page may take to answer on a busy machine."""
# Every window would have pages of its own behind the address bar, and take twice as long to open. The list
# takes the place of Playwright's; what we need of that one is repeated.
UNUSED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
USUAL = ("HttpsUpgrades", "MediaRouter", "OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning")
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNUSED + USUAL)}",
]

EXPECTED = ("ERR_INTERNET_DISCONNECTED", "WebSocket is closed before the connection is established")
"""What a browser may write to its console: a cut of the network is meant to be noticed, and a page may be
left while it connects. Everything else there is a defect."""

NewPage: TypeAlias = Callable[..., Page]
Shoot: TypeAlias = Callable[[Page, str], None]


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("browser-home"))
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.kill()


# Playwright keeps an event loop running in the thread, in which no other test could start its own: it must
# end with the module, because a worker may go on with tests of the terminal.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    found = [path for name in BROWSERS if (path := shutil.which(name))]
    assert found, "these tests need Chromium: apt-get install chromium"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found[0], args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser, table_server: ServerProcess) -> Iterator[NewPage]:
    """Opens a page for a new guest; no page may complain, or ask the outside for anything. With ``refused``
    the server may refuse a request of the page, which the console tells as well.

    Nothing moves, unless a test asks for motion: ``reduced_motion="no-preference"``.
    """
    complaints: list[str] = []
    contexts: list[Any] = []

    def open_page(
        *,
        size: dict[str, int] = DESKTOP,
        base: str = table_server.base,
        refused: bool = False,
        **options: Any,
    ) -> Page:
        options = {"reduced_motion": "reduce", **options}
        context = chromium.new_context(viewport=size, base_url=base, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda line: complaints.append(line.text) if _is_complaint(line, refused=refused) else None,
        )
        page.on("request", lambda request: _note_outsiders(request.url, base, complaints))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


@pytest.fixture
def shoot() -> Shoot:
    """Takes a picture into the folder that a person can look through."""
    SCREENS.mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.screenshot(path=SCREENS / f"{name}.png")

    return take


def _is_complaint(line: Any, *, refused: bool) -> bool:
    expected = (*EXPECTED, "Failed to load resource") if refused else EXPECTED
    return line.type in ("error", "warning") and not any(words in line.text for words in expected)


def _note_outsiders(url: str, base: str, complaints: list[str]) -> None:
    if not url.startswith((base, base.replace("http", "ws"), "data:", "blob:")):
        complaints.append(f"a request to the outside: {url}")
