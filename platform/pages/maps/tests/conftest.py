"""Fixtures of the maps' pages: a site with the meadow, errors of scripts, an open editor."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext

from maps.tests.meadow import FIELD
from maps.tests.steps import add_meadow, make_map
from pages.maps.tests.page import shows
from tests.browsing import log_in, open_page


@pytest.fixture
def site(transactional_db, redis_client, monkeypatch, settings, live_server):
    add_meadow(monkeypatch, settings)
    return live_server


@pytest.fixture
def errors():
    """Errors of scripts, of which there must be none in the end."""
    found: list[str] = []
    yield found
    assert [text for text in found if "Failed to load resource" not in text] == []


@pytest.fixture(scope="module")
def contexts(browser):
    """Contexts by their options: in a new one the browser would compile all scripts again."""
    opened: dict[str, BrowserContext] = {}
    yield opened
    for context in opened.values():
        context.close()


@pytest.fixture
def visit(browser, site, contexts, errors):
    """Opens an empty page for somebody, or for nobody who is known."""
    pages = []

    def visit(user=None, **how):
        kind = repr(sorted(how.items()))
        if kind not in contexts:
            contexts[kind] = browser.new_context(base_url=site.url, **how)
        contexts[kind].clear_cookies()
        if user is not None:
            log_in(contexts[kind], site, user)
        pages.append(open_page(contexts[kind], errors))
        return pages[-1]

    yield visit
    for page in pages:
        page.close()


@pytest.fixture
def editor(visit, alice):
    """Opens the editor on a map of alice's with a text, and waits until it can be painted."""

    def open_editor(text=FIELD, **how):
        found = make_map(alice, "field", text)
        page = visit(alice, **{"viewport": {"width": 1280, "height": 900}, **how})
        page.goto(f"/games/meadow/maps/{found.pk}/edit/")
        shows(page, "[data-state]", "Valid map")
        return page

    return open_editor
