"""The search by keyboard alone in a real browser, at two widths."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from ladder.tests.play import make_bot
from tests.browsing import context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("search")]


@pytest.mark.parametrize("width", [1280, 390])
def test_a_bot_is_found_by_keyboard_alone(browser, live_server, transactional_db, alice, width):
    make_bot(alice, "worm")
    context = context_for(browser, live_server)
    errors: list[str] = []
    page = open_page(context, errors)
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/about/")
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Search for")
    expect(field).to_be_focused()
    page.keyboard.type("alice/wo")
    page.keyboard.press("Enter")
    section = page.get_by_role("region", name="Bots")
    expect(section.get_by_role("link", name="worm")).to_be_visible()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("a/b")
    expect(field).to_have_value("a/b")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()
    assert errors == []
