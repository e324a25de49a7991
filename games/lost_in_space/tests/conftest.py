"""Fixtures of the tests that drive a browser."""

from __future__ import annotations

import pytest

from games.lost_in_space.tests.watched import match
from tests.player.match import Recording


@pytest.fixture(scope="package")
def recordings() -> list[Recording]:
    return [
        match(1),
        match(2),
        match(3, eager=9),
        match(4, eager=1),
        match(5, failing=150),
        match(7, rounds=12),
    ]
