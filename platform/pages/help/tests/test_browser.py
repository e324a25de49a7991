"""The help by keyboard alone in a real browser, at two widths."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.help.contents import PAGES
from tests.browsing import check_page, context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("help")]


@pytest.mark.parametrize("width", [1280, 390])
def test_the_help_is_read_by_keyboard_alone(browser, live_server, transactional_db, width):
    context = context_for(browser, live_server)
    errors: list[str] = []
    page = open_page(context, errors)
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/help/")
    first = page.get_by_role("main").get_by_role("link", name=PAGES["start"].title)
    first.focus()
    page.keyboard.press("Enter")
    for each in PAGES.values():
        expect(page.get_by_role("heading", level=1, name=each.title)).to_be_visible()
        check_page(page, width)
        forward = page.get_by_role("navigation", name="Help pages").get_by_role("link").last
        forward.focus()
        page.keyboard.press("Enter")
    context.close()
    assert errors == []
