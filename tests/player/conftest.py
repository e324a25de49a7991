"""Fixtures for the player's tests: a recorded match, a stage that cleans up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.player.match import Recording, record
from tests.player.page import ROUNDS, Pages, Stage


@pytest.fixture(scope="package")
def recording() -> Recording:
    return record(seed=7, rounds=ROUNDS)


@pytest.fixture
def stage(pages: Pages) -> Iterator[Stage]:
    stage = Stage(pages)
    yield stage
    stage.close()
    assert stage.errors == []
