"""The chart of a series, drawn from its rows alone."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from ladder.core.series import (
    GameResult,
    SeriesSetup,
    SeriesState,
    after,
    begin,
    next_seating,
    standings,
)
from ladder.events.reading.stages.rows import SeriesRow
from pages.events.series.charts import course


def rows_of(state: SeriesState) -> list[SeriesRow]:
    found = []
    for line in standings(state):
        entry: Any = SimpleNamespace(entry=SimpleNamespace(bot=f"b{line.entrant}"))
        parts = line.line.parts
        found.append(SeriesRow(entry, line, (*parts, *[None] * (state.played - len(parts)))))
    return found


def drawn(state: SeriesState) -> dict[str, list[tuple[float, float]]]:
    """The points of each line, by the sign of its entrant, and what is said of it."""
    svg = str(course(rows_of(state), state.played))
    found = re.findall(r"<g [^>]*><title>(.*?)</title><path d=\"M(.*?)\"/>", svg)
    return {
        words: [(float(x), float(y)) for x, y in (each.split() for each in path.split("L"))]
        for words, path in found
    }


def series(terms: SeriesSetup, games: int) -> SeriesState:
    """The entrant of the smallest number wins."""
    state = begin(terms)
    for _ in range(games):
        seating = next_seating(state)
        assert seating is not None
        order = sorted(each for each in seating if each is not None)
        ranks = tuple(9 if each is None else order.index(each) + 1 for each in seating)
        state = after(state, GameResult(seating, ranks))
    return state


def test_a_line_is_over_the_numbers_of_games_and_flat_while_its_bot_sits_out():
    state = series(SeriesSetup(4, 2, 1), 4)
    lines = drawn(state)
    assert {len(points) for points in lines.values()} == {5}
    places = {tuple(x for x, _ in points) for points in lines.values()}
    assert len(places) == 1
    assert "b0: 2 wins, sat out 2 games." in lines
    sat = [n for n, part in enumerate(state.lines[0].parts) if part is None]
    own = lines["b0: 2 wins, sat out 2 games."]
    assert all(own[n][1] == own[n + 1][1] for n in sat)
    assert "left" not in "".join(lines)


def test_a_line_ends_only_where_its_bot_has_left():
    state = series(SeriesSetup(3, 3, 2), 7)
    lines = drawn(state)
    assert {words: len(points) for words, points in lines.items()} == {
        "b0: 5 wins, left after game 5.": 6,
        "b1: 2 wins.": 8,
        "b2: 0 wins.": 8,
    }
