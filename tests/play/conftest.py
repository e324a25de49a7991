"""Fixtures for tests of the play page: a stage that cleans up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.play.stage import Stage


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    stage = Stage(browser)
    yield stage
    stage.close()
    assert stage.errors == []
