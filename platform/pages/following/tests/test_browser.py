"""Following by keyboard alone in a real browser, at two widths, with and without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from following import services
from ladder.tests.play import make_bot
from tests.browsing import check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("following")]


def check(page: Page, width: int, name: str) -> None:
    """The page fits, and axe finds nothing."""
    check_page(page, width)
    keep_picture(page, f"{name}-{width}", whole=True)


def reach(page: Page, name: str) -> None:
    """Press Tab until the button has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if (
            page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent")
            == name
        ):
            return
    raise AssertionError(f"Tab does not reach {name}")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_bot_is_followed_and_unfollowed_by_keyboard_alone(
    browser, live_server, transactional_db, redis_client, alice, charlie, width
):
    worm = make_bot(alice, "worm")
    context = context_for(browser, live_server, charlie)
    errors: list[str] = []
    page = open_page(context, errors)
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/bots/alice/worm/")
    page.evaluate("window.stays = true")
    reach(page, "Follow")
    check(page, width, "bot")
    page.keyboard.press("Enter")
    button = page.get_by_role("button", name="Unfollow")
    expect(button).to_be_focused()
    expect(page.locator(".follow")).to_contain_text("1 follower")
    assert page.evaluate("window.stays"), "htmx replaces the button, not the page"
    page.goto("/settings/following/")
    check(page, width, "list")
    reach(page, "Unfollow alice/worm")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_text("You no longer follow")).to_be_visible()
    assert not services.is_following(charlie, worm)
    check(page, width, "undo")
    reach(page, "Undo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Unfollow alice/worm")).to_be_visible()
    assert services.is_following(charlie, worm)
    context.close()
    assert errors == []


@pytest.mark.parametrize("path", ["/bots/alice/worm/", "/people/alice/", "/games/snake/"])
def test_the_button_needs_no_javascript(
    browser, live_server, transactional_db, redis_client, alice, charlie, path
):
    make_bot(alice, "worm")
    context = context_for(browser, live_server, charlie, java_script_enabled=False)
    page = context.new_page()
    page.goto(path)
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page).to_have_url(f"{live_server.url}{path}#follow")
    page.get_by_role("button", name="Unfollow").click()
    expect(page.get_by_role("button", name="Follow", exact=True)).to_be_visible()
    context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_digest_is_chosen_in_the_notice_settings(
    browser, live_server, transactional_db, redis_client, charlie, width
):
    context = context_for(browser, live_server, charlie)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/settings/notices/")
    box = page.get_by_role("checkbox", name="A weekly digest, by mail")
    expect(box).not_to_be_checked()
    check(page, width, "notices")
    box.focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_role("checkbox", name="A weekly digest, by mail")).to_be_checked()
    assert charlie.notice_preferences.get(kind="digest").mail
    context.close()
