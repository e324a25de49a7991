"""Fixtures of the tests that drive a browser."""

from __future__ import annotations

import pytest

from games.microwars.tests.watched import match
from tests.player.match import Recording


@pytest.fixture(scope="module")
def recordings() -> list[Recording]:
    """Games with many losses, on boards by chance and on a map with unequal sides."""
    crowded = [match(seed, weak=True) for seed in (1, 2, 3)]
    return [*crowded, match(4), match(5, failing=0.05), match(6, failing=0.05, both=True)]
