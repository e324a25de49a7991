"""Fixtures of the tests that drive a browser."""

from __future__ import annotations

import pytest

from games.xghj.tests.watched import CRAMPED, POINTS, match
from tests.player.match import Recording


@pytest.fixture(scope="package")
def recordings() -> list[Recording]:
    return [
        match(8, seed=1),
        match(8, seed=2, scenario=POINTS),
        match(4, seed=3, scenario=POINTS, failing=0.004),
        match(5, seed=5, scenario=CRAMPED, ruthless=True),
        match(3, seed=1, scenario=CRAMPED, ruthless=True, failing=0.03),
    ]
