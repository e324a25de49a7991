"""Pages with sparring partners in a real browser: they fit, and axe finds nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ladder.tests.play import make_bot
from matches.tests.recorded import recorded
from pages.bots.tests.sparring import make_boa, waiting
from tests.browsing import check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("sparring")]
OF_TOOLS = ("WebSocket", "Failed to load resource", "Applying inline style")
"""Django's live server has no sockets, and axe asks for the player's style sheets in vain."""
WIDTHS = pytest.mark.parametrize("width", [1280, 390])


@pytest.fixture
def match(transactional_db, redis_client, alice, charlie):
    return recorded(waiting(make_bot(alice, "worm"), make_boa(charlie)[1]))


@pytest.fixture
def page(browser, live_server, match, charlie):
    context = context_for(browser, live_server, charlie)
    errors: list[str] = []
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if not text.startswith(OF_TOOLS)] == []


def check(page: Page, name: str, width: int) -> None:
    """It fits, and axe finds nothing."""
    keep_picture(page, f"{name}-{width}", whole=True)
    check_page(page, width)


@WIDTHS
def test_pages_with_a_sparring_partner_fit(page, match, width):
    page.set_viewport_size({"width": width, "height": 850})
    for name, path in (
        ("match", match.get_absolute_url()),
        ("matches", "/matches/?kind=sparring"),
        ("bot", "/bots/alice/worm/"),
        ("version", "/bots/charlie/boa/versions/1/"),
        ("help", "/help/sparring/"),
    ):
        page.goto(path)
        expect(page.get_by_text("sparring").first).to_be_attached()
        check(page, name, width)


@WIDTHS
def test_an_owner_allows_sparring_by_keyboard(page, width):
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/bots/charlie/boa/edit/")
    box = page.get_by_label("Old versions may be sparring partners")
    expect(box).to_be_checked()
    box.focus()
    page.keyboard.press("Space")
    check(page, "edit", width)
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto("/bots/charlie/boa/edit/")
    expect(box).not_to_be_checked()
    page.get_by_role("link", name="How it works").press("Enter")
    expect(page.get_by_role("heading", name="Sparring partners", exact=True)).to_be_visible()
