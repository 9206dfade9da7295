"""A seat that is kept: on a second device, after a lost cookie, and what other devices may do."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit, sit_down


def open_link(page: Page, *, at_table: bool) -> str:
    """The link that a page offers for the guest's phone."""
    page.get_by_role("button", name="Go on with your phone").first.click()
    dialog = page.get_by_role("dialog", name="Go on with your phone")
    expect(dialog.get_by_role("img", name="QR code of the link for your other device")).to_be_visible()
    link = dialog.get_by_role("textbox", name="Link for your other device").input_value()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/handover#[\w-]{43}" + ("/.+" if at_table else ""), link)
    return link


def test_a_phone_goes_on_at_the_table_by_a_link(new_page: NewPage, shoot: Shoot) -> None:
    desk, phone = new_page(), new_page(size=PHONE)
    path = sit_down(desk, "deluxe", bots=1)
    link = open_link(desk, at_table=True)
    shoot(desk, "handover-desktop")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url + str(request.headers.get("referer", ""))))
    phone.goto(link)
    expect(phone.get_by_role("heading", name="Go on as Ann on this device?")).to_be_visible()
    expect_to_fit(phone)
    shoot(phone, "handover-phone")
    assert phone.url.endswith("/handover")
    phone.get_by_role("button", name="Go on as Ann").click()
    phone.wait_for_url(f"**{path}")
    expect(phone.get_by_role("status").filter(has_text="Your turn").first).to_be_visible()
    secret = link.partition("#")[2].partition("/")[0]
    assert not any(secret in line for line in asked)
    expect(desk.get_by_role("dialog")).to_be_visible()


def test_a_used_link_says_so(new_page: NewPage) -> None:
    desk, phone, other = new_page(), new_page(), new_page(refused=True)
    sit_down(desk, "deluxe", bots=1)
    link = open_link(desk, at_table=True)
    phone.goto(link)
    phone.get_by_role("button", name="Go on as Ann").click()
    phone.wait_for_url("**/table/*")
    other.goto(link)
    expect(other.get_by_role("alert")).to_contain_text("this link does not work any more")


def test_a_guest_who_sits_here_is_asked_before_another_takes_the_device(new_page: NewPage) -> None:
    desk, phone = new_page(), new_page(size=PHONE)
    sit_down(desk, "deluxe", bots=1)
    link = open_link(desk, at_table=True)
    phone.request.post("/api/me", data={"name": "Bob"})
    phone.goto(link)
    expect(phone.get_by_role("status")).to_contain_text("On this device you are Bob now")
    phone.get_by_role("link", name="Stay Bob").click()
    expect(phone.get_by_text("Good evening, Bob.")).to_be_visible()


def test_a_code_gives_a_seat_back_after_the_cookie_was_lost(new_page: NewPage, shoot: Shoot) -> None:
    page = new_page(size=PHONE)
    path = sit_down(page, "deluxe", bots=1)
    page.goto("/")
    page.get_by_role("button", name="Your devices").click()
    dialog = page.get_by_role("dialog", name="Your devices")
    dialog.get_by_role("button", name="Make a code").click()
    code = dialog.get_by_label("Your restore code").inner_text()
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}", code)
    expect_to_fit(page)
    shoot(page, "devices-phone")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    page.context.clear_cookies()
    page.goto("/")
    page.get_by_label("Enter the restore code").fill(code.lower())
    page.get_by_role("button", name="Get my seats back").click()
    expect(page.get_by_text("Good evening, Ann.")).to_be_visible()
    page.goto(path)
    expect(page.get_by_role("status").filter(has_text="Your turn").first).to_be_visible()


def test_the_other_devices_are_signed_out(new_page: NewPage, shoot: Shoot) -> None:
    desk, phone = new_page(), new_page(size=PHONE)
    path = sit_down(desk, "deluxe", bots=1)
    phone.goto(open_link(desk, at_table=True))
    phone.get_by_role("button", name="Go on as Ann").click()
    phone.wait_for_url(f"**{path}")
    desk.get_by_role("button", name="Your devices").click()
    dialog = desk.get_by_role("dialog", name="Your devices")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    shoot(desk, "devices-desktop")
    dialog.get_by_role("button", name=re.compile("^Sign out ?,")).click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    expect(phone.get_by_text("You are watching.")).to_be_visible()


def test_the_dialogs_close_by_escape_and_give_the_focus_back(page: Page) -> None:
    sit_down(page, "deluxe", bots=1)
    button = page.get_by_role("button", name="Go on with your phone")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Go on with your phone")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_the_first_page_has_room_for_the_keys(new_page: NewPage, shoot: Shoot) -> None:
    for size, name in ((PHONE, "home-keys-phone"), ({"width": 1280, "height": 800}, "home-keys-desktop")):
        page = new_page(size=size)
        page.request.post("/api/me", data={"name": "Ann"})
        page.goto("/")
        expect(page.get_by_role("button", name="Go on with your phone")).to_be_visible()
        expect_to_fit(page)
        shoot(page, name)
