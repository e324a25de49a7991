"""The search by keyboard alone in a real browser, at two widths."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ladder.tests.play import make_bot
from tests.browsing import box_of, check_access, context_for, open_page

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
    field = page.get_by_role("combobox", name="Search for")
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
    check_access(page)
    context.close()
    assert errors == []


@pytest.mark.parametrize("width", [1280, 390])
def test_suggestions_are_chosen_by_keyboard_alone(
    browser, live_server, transactional_db, alice, width
):
    bots = [make_bot(alice, name) for name in ("worm", "wormhole", "wormwood")]
    context = context_for(browser, live_server)
    errors: list[str] = []
    page = open_page(context, errors)
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/search/")
    field = page.get_by_role("combobox", name="Search for")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-expanded", "false")
    page.keyboard.type("worm")
    options = page.get_by_role("option")
    expect(options).to_have_count(3)
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("status").filter(has_text="suggestions")).to_have_text("3 suggestions")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    box, field_box = box_of(page.get_by_role("listbox")), box_of(field)
    assert 0 <= box["y"] - field_box["y"] - field_box["height"] < 10, "the list is at the field"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    chosen = options.nth(1).get_attribute("id")
    expect(field).to_have_attribute("aria-activedescendant", str(chosen))
    check_access(page)
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(field).to_have_value("worm")
    page.keyboard.press("ArrowUp")
    expect(options).to_have_count(3)
    page.keyboard.press("ArrowUp")
    expect(options.nth(2)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{bots[2].get_absolute_url()}")
    context.close()
    assert errors == []


def test_enter_without_a_choice_searches(browser, live_server, transactional_db, alice):
    make_bot(alice, "worm")
    context = context_for(browser, live_server)
    page = open_page(context, [])
    page.goto("/search/")
    page.keyboard.type("worm")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=worm")
    expect(page.get_by_role("region", name="Bots")).to_be_visible()
    context.close()


def test_the_search_works_without_scripts(browser, live_server, transactional_db, alice):
    make_bot(alice, "worm")
    context = context_for(browser, live_server, java_script_enabled=False)
    page = context.new_page()
    page.goto("/search/")
    page.get_by_role("searchbox", name="Search for").fill("worm")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("region", name="Bots")).to_be_visible()
    context.close()
