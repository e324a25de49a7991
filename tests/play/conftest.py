"""Fixtures for tests of the play page: a stage that cleans up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.play.stage import Stage
from tests.player.page import Pages


@pytest.fixture
def stage(pages: Pages) -> Iterator[Stage]:
    stage = Stage(pages)
    yield stage
    stage.close()
    assert stage.errors == []
