"""Fixtures for the player's tests: a recorded match, a stage that cleans up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.player.match import Recording, record
from tests.player.page import ROUNDS, Stage


@pytest.fixture(scope="package")
def recording() -> Recording:
    return record(seed=7, rounds=ROUNDS)


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    stage = Stage(browser)
    yield stage
    stage.close()
    assert stage.errors == []
