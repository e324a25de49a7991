"""Fixtures of the tests that drive a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from games.lost_in_space.tests.watched import match
from tests.play.stage import Stage
from tests.player.match import Recording
from tests.player.page import Site, open_browser


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    site = Site()
    with open_browser() as browser:
        page = browser.new_page()
        page.goto(site.add_html("/", ""))
        yield page
    site.close()


@pytest.fixture(scope="module")
def recordings() -> list[Recording]:
    return [
        match(1),
        match(2),
        match(3, eager=9),
        match(4, eager=1),
        match(5, failing=150),
        match(7, rounds=12),
    ]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    stage = Stage(browser)
    yield stage
    stage.close()
    assert stage.errors == []
