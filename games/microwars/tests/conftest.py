"""Fixtures of the tests that drive a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from games.microwars.tests.watched import match
from tests.play.stage import Stage
from tests.player.match import Recording
from tests.player.page import Site, open_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    site = Site()
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.add_html("/", ""))
    yield page
    context.close()
    site.close()


@pytest.fixture(scope="module")
def recordings() -> list[Recording]:
    """Games with many losses, on boards by chance and on a map with unequal sides."""
    crowded = [match(seed, weak=True) for seed in (1, 2, 3)]
    return [*crowded, match(4), match(5, failing=0.05), match(6, failing=0.05, both=True)]


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    stage = Stage(browser)
    yield stage
    stage.close()
    assert stage.errors == []
