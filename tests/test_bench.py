"""The table of the measurements: goals, verdicts and what has become worse."""

from __future__ import annotations

import json
import re

import pytest

import bench.__main__ as running
from bench import table
from bench.table import Row

SLOW = Row("a turn", 6.0, "×", 5.0, stretch=3.0, beside="27 µs")
MANY = Row("matches", 90.0, "", 80.0, stretch=100.0, rising=True)


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (SLOW, "MISSED"),
        (Row("a turn", 5.0, "×", 5.0, stretch=3.0), "met"),
        (Row("a turn", 2.9, "×", 5.0, stretch=3.0), "beyond"),
        (Row("a turn", 2.9, "×", 5.0), "met"),
        (MANY, "met"),
        (Row("matches", 79.0, "", 80.0, rising=True), "MISSED"),
        (Row("matches", 101.0, "", 80.0, stretch=100.0, rising=True), "beyond"),
    ],
)
def test_a_figure_is_held_to_its_goal(row, verdict):
    assert row.verdict == verdict


@pytest.mark.parametrize(
    ("row", "before", "red"),
    [
        (SLOW, 4.9, True),
        (SLOW, 5.1, False),
        (SLOW, 12.0, False),
        (MANY, 120.0, True),
        (MANY, 110.0, False),
        (MANY, 10.0, False),
    ],
)
def test_a_figure_that_is_worse_by_more_than_a_fifth_is_red(row, before, red):
    _, line = table.table([row], {row.name: before}, colour=True)
    assert line.startswith("\033[31m") == red


def test_the_table_has_goal_verdict_and_baseline_of_each_figure():
    head, first, second = table.table([SLOW, MANY], {"a turn": 5.0})
    assert tuple(re.split(" {2,}", head)) == table.HEAD
    assert " ".join(first.split()) == "a turn 6.00 × ≤ 5.00 MISSED 5.00 (20% worse) 27 µs"
    assert second.split() == ["matches", "90.0", "≥", "80.0", "met", "–"]


def test_the_baseline_keeps_figures_that_were_not_measured_this_time(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "BASELINE", tmp_path / "baseline.json")
    assert table.baseline() == {}
    table.keep([SLOW, MANY], "a machine")
    table.keep([Row("matches", 95.0, "", 80.0, rising=True)], "another")
    assert table.baseline() == {"a turn": 6.0, "matches": 95.0}
    assert json.loads(table.BASELINE.read_text())["machine"] == "another"


def test_a_part_that_fails_does_not_keep_others_from_being_measured(monkeypatch, capsys):
    def fail():
        raise RuntimeError("nothing has happened")

    parts = {"judger": fail, "start": lambda: [SLOW]}
    monkeypatch.setattr(running, "part", parts.__getitem__)
    assert running.main(["judger", "start"]) == 1
    said = capsys.readouterr().out
    assert "a turn" in said
    assert "NOT MEASURED: judger: nothing has happened" in said
    assert running.main(["start"]) == 0


def test_an_unknown_part_is_refused_with_those_that_there_are(capsys):
    with pytest.raises(SystemExit):
        running.main(["judge"])
    assert "no part judge; there are judger, start" in capsys.readouterr().err


@pytest.mark.parametrize("name", running.PARTS)
def test_each_part_is_there(name):
    assert callable(running.part(name))
