"""Fixtures for tests of the play page: a stage that cleans up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser

from tests.play.stage import Stage
from tests.player.page import Pages


@pytest.fixture(scope="module")
def pages(browser: Browser) -> Iterator[Pages]:
    """Shared by the tests of a module."""
    with closing(Pages(browser)) as pages:
        yield pages


@pytest.fixture
def stage(pages: Pages) -> Iterator[Stage]:
    stage = Stage(pages)
    yield stage
    stage.close()
    assert stage.errors == []
