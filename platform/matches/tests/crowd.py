"""The toy with many seats and with teams as a game of the site, played by the real judger."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.registry import OURS
from games.tests import crowd
from matches.playing import runner


def install(patch: pytest.MonkeyPatch, module: Any = crowd) -> None:
    """Until the test is over; ``module`` has the game as its ``GAME``."""
    job_of = runner.job_of
    patch.setitem(OURS, module.GAME.name, module.GAME)
    patch.setattr(
        runner, "job_of", lambda *given: replace(job_of(*given), modules=(module.__name__,))
    )
