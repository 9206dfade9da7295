"""The page as an installed one: its icons, what it shows without a connection, and how it is updated."""

from __future__ import annotations

import re
import shutil
import struct
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tamaya.server.front_end import STATIC
from tests.browser.conftest import PHONE, Shoot
from tests.browser.people import expect_to_fit, sit_down, take_turn
from tests.browser.test_access import violations
from tests.server.servers import ServerProcess

PATIENCE = 60_000
"""Milliseconds: a service worker is installed first, which a busy machine puts off."""
PRELUDE = """
from pathlib import Path
from tamaya.server import front_end
front_end.STATIC = Path({static!r})
"""
KEPT = """async () => {
  const opened = await Promise.all((await caches.keys()).map(name => caches.open(name)))
  const requests = await Promise.all(opened.map(cache => cache.keys()))
  return requests.flat().map(request => new URL(request.url).pathname)
}"""
"""The paths of all that the service worker keeps."""
CONTROLLED = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A copy of the front end, which a test may change as an update does."""
    return Path(shutil.copytree(STATIC, tmp_path / "static"))


@pytest.fixture
def own_server(tmp_path: Path, static: Path) -> Iterator[ServerProcess]:
    """A server that a test may stop."""
    running = ServerProcess(tmp_path, prelude=PRELUDE.format(static=str(static)))
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.clean_up()


@pytest.fixture
def contexts(chromium: Browser, own_server: ServerProcess) -> Iterator[Any]:
    opened: list[BrowserContext] = []

    def make(**options: Any) -> Page:
        context = chromium.new_context(base_url=own_server.base, bypass_csp=True, **options)
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    yield make
    for context in opened:
        context.close()


def open_home(page: Page) -> None:
    """Open the first page, and wait until the service worker answers for it."""
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)
    page.wait_for_function(CONTROLLED)


def test_the_page_can_be_installed(contexts: Any) -> None:
    page = contexts()
    open_home(page)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    # A browser window without a profile of its own installs nothing; there is no other objection.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


def test_the_icons_are_as_large_as_the_manifest_says(contexts: Any) -> None:
    page = contexts()
    manifest = page.request.get("/manifest.webmanifest").json()
    touch = {"src": "/apple-touch-icon.png", "sizes": "180x180", "type": "image/png"}
    pictures = [icon for icon in [*manifest["icons"], touch] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in pictures} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in pictures:
        answer = page.request.get(icon["src"])
        assert answer.headers["content-type"] == "image/png"
        width, height = struct.unpack(">II", answer.body()[16:24])
        assert f"{width}x{height}" == icon["sizes"]
    page.goto("/")
    corner, middle = (
        page.evaluate(PIXEL, [src, at]) for src, at in (("/icon-512.png", 0), ("/icon-512.png", 256))
    )
    assert (corner[3], middle) == (0, [255, 246, 220, 255])
    assert page.evaluate(PIXEL, ["/icon-maskable-512.png", 0]) == [13, 18, 51, 255]


PIXEL = """async ([src, at]) => {
  const picture = await createImageBitmap(await (await fetch(src)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  canvas.drawImage(picture, 0, 0)
  return [...canvas.getImageData(at, at, 1, 1).data]
}"""
"""The colour of a point on the diagonal of a picture."""


@pytest.mark.parametrize(
    ("locale", "heading"),
    [("en-GB", "No connection"), pytest.param("de-DE", "Keine Verbindung", marks=pytest.mark.slow)],
)
def test_without_a_connection_the_page_says_that_the_game_is_safe(
    contexts: Any,
    own_server: ServerProcess,
    table_server: ServerProcess,
    shoot: Shoot,
    locale: str,
    heading: str,
) -> None:
    page = contexts(locale=locale, viewport=PHONE, reduced_motion="reduce")
    open_home(page)
    elsewhere = page.context.new_page()
    elsewhere.goto(table_server.base)
    own_server.kill()
    page.goto("/learn")
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.get_by_text(re.compile("is safe|ist sicher"))).to_be_visible()
    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert violations(page) == []
    expect_to_fit(page)
    shoot(page, f"offline-{locale[:2]}")
    elsewhere.reload()
    expect(elsewhere.get_by_role("link", name=re.compile("^Tamaya"))).to_be_visible()
    own_server.start()
    own_server.wait()
    expect(page.get_by_role("link", name=re.compile("^Tamaya"))).to_be_visible(timeout=30_000)
    assert page.url.endswith("/learn")


def test_the_language_that_was_chosen_is_spoken_without_a_connection_too(
    contexts: Any, own_server: ServerProcess
) -> None:
    page = contexts(locale="en-GB")
    open_home(page)
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.get_by_role("combobox", name="Sprache")).to_be_visible()
    own_server.kill()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Keine Verbindung")
    own_server.start()
    own_server.wait()
    page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(page.get_by_role("combobox", name="Sprache")).to_be_visible()


def test_nothing_about_a_game_is_kept_in_the_browser(contexts: Any) -> None:
    page = contexts()
    open_home(page)
    sit_down(page, "deluxe", bots=1)
    take_turn(page)
    page.goto("/")
    expect(page.get_by_role("region", name="Your tables")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/offline.html" in kept
    assert [path for path in kept if path.startswith("/assets/Table-")]
    assert not [
        path
        for path in kept
        if not path.startswith("/assets/") and path not in ("/offline.html", "/icon.svg")
    ]


def test_after_an_update_the_new_page_is_shown_and_the_old_files_are_gone(
    contexts: Any, static: Path
) -> None:
    page = contexts()
    open_home(page)
    before = page.evaluate("caches.keys()")
    assert len(before) == 1
    update(static / "index.html", "<head>", '<head><meta name="build" content="next">')
    update(static / "service-worker.js", before[0].removeprefix("tamaya-"), "next")
    page.goto("/learn")
    expect(page.locator("meta[name=build]")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_function("caches.keys().then(names => names.join() === 'tamaya-next')")
    assert "/offline.html" in page.evaluate(KEPT)


def update(file: Path, old: str, new: str) -> None:
    """Change a file of the front end, and take away the copies that the build has compressed."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    for ending in (".br", ".gz"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def test_a_page_whose_files_are_gone_is_loaded_again_once_and_then_says_so(
    contexts: Any, static: Path, tmp_path: Path
) -> None:
    page = contexts()
    # The page is loaded again if that was not done a moment ago, however slow this machine is.
    page.clock.set_fixed_time(datetime.now(UTC))
    open_home(page)
    loads: list[str] = []
    page.on("domcontentloaded", lambda _: loads.append(page.url))
    parts = list((static / "assets").glob("Learn-*"))
    for part in parts:
        part.rename(tmp_path / part.name)
    with page.expect_event("domcontentloaded"):
        page.get_by_role("link", name=re.compile("^Learn")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "This page could not be fetched", timeout=PATIENCE
    )
    assert len(loads) == 1
    for part in parts:
        (tmp_path / part.name).rename(part)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Learn"), timeout=PATIENCE)
