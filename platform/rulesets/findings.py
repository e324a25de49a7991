"""A game's findings about a scenario: its errors, or its description for players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.engine import JSON, Ruleset
from games.game import Game
from games.maps import MapError
from games.registry import GAMES
from games.scenarios import ScenarioError, ScenarioFormat, ScenarioProblem


@dataclass(frozen=True, slots=True)
class Findings:
    """Either ``problems``, or the ``lines`` that say what is special about a scenario."""

    problems: tuple[ScenarioProblem, ...] = ()
    lines: tuple[str, ...] = ()


def examine(game: str, base: str, document: dict[str, Any], board: JSON) -> Findings:
    """A scenario of a game that has some.  Points count from 0 in it, and from 1 in problems, as
    rows and columns of maps do."""
    the_game = GAMES[game]
    parts = the_game.scenarios
    if parts is None or base not in parts.bases:
        return Findings(
            (ScenarioProblem("base", f"{the_game.title} has no scenarios on this base."),)
        )
    problems = list(_off_the_map(the_game, document, board))
    try:
        parts.check(document, board)
    except ScenarioError as error:
        known = {problem.path for problem in problems}
        problems += [problem for problem in error.problems if problem.path not in known]
    if problems:
        return Findings(tuple(problems))
    if why := _objection(the_game, parts, the_game.ruleset(base), document, board):
        return Findings((ScenarioProblem("map", why),))
    return Findings((), tuple(parts.describe(document, board)))


def _off_the_map(game: Game, document: dict[str, Any], board: JSON) -> Iterator[ScenarioProblem]:
    """Points outside of a grid, which every game would find: here they have rows and columns."""
    if game.maps is None or not game.maps.grid:
        return
    width, height = board["width"], board["height"]
    for number, point in enumerate(document.get("points", [])):
        x, y = point["x"], point["y"]
        if not (0 <= x < width and 0 <= y < height):
            yield ScenarioProblem(
                f"points.{number}",
                f"{point['name']}: row {y + 1}, column {x + 1} is off the map, "
                f"which has {height} rows and {width} columns",
            )


def _objection(
    game: Game, parts: ScenarioFormat, base: Ruleset, document: dict[str, Any], board: JSON
) -> str:
    if game.maps is None:
        return ""
    title, params = document["title"], {**base.params, **parts.params(document)}
    try:
        game.maps.fits(board, replace(base, title=title, params=params))
    except MapError as error:
        return str(error)
    return ""
