"""How the front end's files travel: compressed as the browser likes, and kept as long as is right."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tamaya.server.database import sqlite_url
from tamaya.server.settings import Settings
from tests.server.conftest import Table
from tests.server.driver import people
from tests.server.servers import serving

pytestmark = pytest.mark.anyio

FOR_GOOD = "public, max-age=31536000, immutable"
PLAIN = {"Accept-Encoding": "identity"}
ASSET = "/assets/app-a1b2c3d4.js"


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A front end of our own. What stands in a compressed copy says how it was compressed."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    for name in ("index.html", ASSET.strip("/")):
        (folder / name).write_bytes(b"plain")
        (folder / f"{name}.br").write_bytes(b"brotli")
        (folder / f"{name}.gz").write_bytes(b"gzip")
    for name in ("icon-192.png", "manifest.webmanifest", "service-worker.js", ".stamp"):
        (folder / name).write_bytes(name.encode())
    monkeypatch.setattr("tamaya.server.front_end.STATIC", folder)
    return folder


@pytest.fixture
async def browser(static: Path, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Asks without decoding what it gets."""
    async with (
        serving(Settings(sqlite_url(tmp_path / "db"))) as (_, base),
        httpx.AsyncClient(base_url=base, headers=PLAIN, trust_env=False) as client,
    ):
        yield client


async def fetch(browser: httpx.AsyncClient, path: str, **headers: str) -> tuple[httpx.Response, bytes]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    async with browser.stream("GET", path, headers=sent) as answer:
        return answer, b"".join([part async for part in answer.aiter_raw()])


CHOICES = [
    ("gzip, deflate, br, zstd", "br", b"brotli"),
    ("gzip", "gzip", b"gzip"),
    ("br;q=0, gzip;q=0.5", "gzip", b"gzip"),
    ("*", "br", b"brotli"),
    ("br;q=0.0, *", "gzip", b"gzip"),
    ("identity", None, b"plain"),
    ("", None, b"plain"),
    ("gzip;q=0", None, b"plain"),
]


@pytest.mark.parametrize("path", ["/", "/table/abc", ASSET])
async def test_a_browser_gets_the_smallest_file_that_it_can_read(
    browser: httpx.AsyncClient, path: str
) -> None:
    for accepts, sent, content in CHOICES:
        answer, found = await fetch(browser, path, accept_encoding=accepts)
        assert (answer.headers.get("content-encoding"), found) == (sent, content), accepts
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-length"] == str(len(content))


async def test_files_with_a_hash_in_their_name_are_kept_for_good_and_all_others_asked_for(
    browser: httpx.AsyncClient,
) -> None:
    assert (await browser.get(ASSET)).headers["cache-control"] == FOR_GOOD
    for path in ("/", "/table/abc", "/service-worker.js", "/manifest.webmanifest", "/icon-192.png"):
        assert (await browser.get(path)).headers["cache-control"] == "no-cache", path


async def test_a_page_that_the_browser_has_is_not_sent_again(browser: httpx.AsyncClient) -> None:
    tag = (await fetch(browser, "/", accept_encoding="br"))[0].headers["etag"]
    for asked in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer, content = await fetch(browser, "/", accept_encoding="br", if_none_match=asked)
        assert (answer.status_code, content, answer.headers["etag"]) == (304, b"", tag), asked
        assert answer.headers["cache-control"] == "no-cache"
    other, _ = await fetch(browser, "/", accept_encoding="gzip", if_none_match=tag)
    assert other.status_code == 200


async def test_an_update_reaches_the_browser_even_with_the_same_date_and_length(
    browser: httpx.AsyncClient, static: Path
) -> None:
    """Files of an installed package carry the date of the archive, and a page differs only in its hashes."""
    page = static / "index.html"
    before, _ = await fetch(browser, "/", accept_encoding="")
    stamp = page.stat()
    page.write_bytes(b"other")
    os.utime(page, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    answer, content = await fetch(browser, "/", accept_encoding="", if_none_match=before.headers["etag"])
    assert (answer.status_code, content) == (200, b"other")


async def test_every_file_says_what_it_is(browser: httpx.AsyncClient) -> None:
    kinds = {
        "/": "text/html; charset=utf-8",
        ASSET: "text/javascript; charset=utf-8",
        "/manifest.webmanifest": "application/manifest+json",
        "/icon-192.png": "image/png",
    }
    for path, kind in kinds.items():
        assert (await browser.get(path)).headers["content-type"] == kind


async def test_an_asset_that_is_not_there_is_missing(browser: httpx.AsyncClient) -> None:
    """A page in its place would be run as a script, and kept for good."""
    for path in ("/assets/app-00000000.js", "/assets/", f"{ASSET}.br", "/assets/%2e%2e/index.html"):
        answer = await browser.get(path)
        assert answer.status_code == 404, path
        assert "immutable" not in answer.headers.get("cache-control", "")


async def test_the_stamp_of_the_build_is_not_a_page(browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/.stamp")).text == "plain"


async def test_only_the_head_is_sent_if_only_the_head_is_asked_for(browser: httpx.AsyncClient) -> None:
    answer = await browser.head(ASSET)
    assert (answer.status_code, answer.content, answer.headers["cache-control"]) == (200, b"", FOR_GOOD)


async def test_answers_of_the_server_are_not_kept_by_browsers(server: Table) -> None:
    """They hold what one guest may know."""
    async with people(server.base, "Ann") as (ann,):
        for path in ("/api/me", "/api/tables", "/api/catalogue", "/api/nowhere"):
            assert (await ann.get(path)).headers["cache-control"] == "no-store", path


async def test_what_is_the_same_for_every_guest_is_compressed(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        for path in ("/api/catalogue", "/api/rules?text=deluxe", "/api/lesson", "/api/openapi.json"):
            answer = await ann.http.get(path, headers={"Accept-Encoding": "gzip"})
            assert answer.headers.get("content-encoding") == "gzip", path
            assert answer.json()


async def test_what_is_for_one_guest_is_never_compressed(server: Table) -> None:
    """The length of a compressed answer tells of what a secret in it has in common with other words in it."""
    async with people(server.base, "Ann") as (ann,):
        tables = [await ann.set_up(rules="deluxe", seats=[{}, {}]) for _ in range(8)]
        listed = await ann.http.get("/api/tables", headers={"Accept-Encoding": "gzip, br"})
        assert len(listed.content) > 1000
        for path in ("/api/me", f"/api/tables/{tables[0]}/moments/0"):
            answer = await ann.http.get(path, headers={"Accept-Encoding": "gzip, br"})
            assert "content-encoding" not in answer.headers, path
        assert "content-encoding" not in listed.headers
