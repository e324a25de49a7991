"""Fixtures of the maps' pages: a site with the meadow, errors of scripts, an open editor."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from maps.tests.meadow import FIELD
from maps.tests.steps import add_meadow, make_map
from tests.browsing import context_for, open_page


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


@pytest.fixture
def editor(browser, site, alice, errors):
    """Opens the editor on a map of alice's with a text, and waits until it can be painted."""
    contexts = []

    def open_editor(text=FIELD, **how):
        found = make_map(alice, "field", text)
        size = {"width": 1280, "height": 900}
        context = context_for(browser, site, alice, **{"viewport": size, **how})
        contexts.append(context)
        page = open_page(context, errors)
        page.goto(f"/games/meadow/maps/{found.pk}/edit/")
        expect(page.locator("[data-state]")).to_have_text("Valid map")
        return page

    yield open_editor
    for context in contexts:
        context.close()
