"""The way to a table for those who are not here yet, and addresses that lead nowhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage, Shoot

SEAT = {"kind": "open", "bot": "", "name": ""}


def at_a_new_table(page: Page) -> str:
    page.request.post("/api/me", data={"name": "Ann"})
    created = page.request.post("/api/tables", data={"rules": "deluxe", "seats": [SEAT, SEAT]})
    table = str(created.json()["id"])
    page.goto(f"/table/{table}")
    return table


@pytest.mark.parametrize(("size", "kind"), [(DESKTOP, "desktop"), (PHONE, "phone")])
def test_the_lobby_shows_an_address_that_others_can_open(
    new_page: NewPage, shoot: Shoot, size: dict[str, int], kind: str
) -> None:
    page = new_page(size=size)
    found = {"same_machine": True, "alone": False, "addresses": ["http://192.168.1.20:8484/"]}
    page.route("**/api/here", lambda route: route.fulfill(json=found))
    table = at_a_new_table(page)
    expect(page.get_by_role("img", name="This link as a QR code")).to_be_visible()
    link = page.get_by_role("textbox", name="Invite people with this link")
    expect(link).to_have_value(f"http://192.168.1.20:8484/table/{table}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("img", name="This link as a QR code").scroll_into_view_if_needed()
    shoot(page, f"invitation-{kind}")


def test_the_lobby_of_a_server_of_this_machine_alone_says_how_others_join(page: Page) -> None:
    at_a_new_table(page)
    expect(page.get_by_text("This link works on this machine only.")).to_be_visible()
    expect(page.get_by_text("tamaya serve --lan")).to_be_visible()


@pytest.mark.parametrize("path", ["/table/%E0%A4%A", "/theatre/%", "/learn/conventions/%ff"])
def test_a_link_that_was_cut_in_a_character_leads_to_a_page(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
