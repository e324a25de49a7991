"""Fixtures of the tests that look at a game in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.play.stage import Stage
from tests.player.page import Pages, Site


@pytest.fixture(scope="module")
def harness() -> str:
    """A script that runs on the page before everything else."""
    return ""


@pytest.fixture(scope="module")
def page(browser: Browser, harness: str) -> Iterator[Page]:
    """An empty page beside the static files."""
    site = Site()
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(harness)
    page.goto(site.add_html("/", ""))
    yield page
    context.close()
    site.close()


@pytest.fixture
def stage(pages: Pages) -> Iterator[Stage]:
    """The page of a person's seat."""
    stage = Stage(pages)
    yield stage
    stage.close()
    assert stage.errors == []


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """Errors of the pages.  The browser also reports pages that the site refuses: they may."""
    found: list[str] = []
    yield found
    assert [text for text in found if "Failed to load resource" not in text] == []
