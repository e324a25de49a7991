"""Scripted games against the logic program; see ``vectors/README.md``."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.lost_in_space.tests.logic import Logic
from games.lost_in_space.tests.referee import Referee
from games.lost_in_space.tests.scenario import Scenario
from games.lost_in_space.tests.verdict import complaints

HERE = Path(__file__).parent
SCENARIOS = sorted([*(HERE / "vectors").glob("*.json"), *(HERE / "scenarios").glob("*.json")])


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scripted_game_goes_as_written(path, tmp_path):
    with Logic(tmp_path / "replay.json") as logic:
        played = Referee(logic, Scenario.read(path))
        played.play()
        assert complaints(played) == []
