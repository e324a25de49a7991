"""Snake, as it is declared to the platform."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from games.engine import JSON, Action, Engine, Outcome, Ruleset, Seat, Setup, TurnLimits, Wants
from games.game import SEATS, THING, Constant, Game, Patience
from games.package import SDK, frozen_rungs, house_bots, starter_kits
from games.snake import match, rules
from games.snake.board import CELLS, NEIGHBOURS, NO_WALL, NONE, OFF, SIDE, START, cell_at
from games.snake.engine import PLAYERS, SnakeEngine
from games.snake.export import EXPORTS
from games.snake.items import LIFETIME, ItemType
from games.snake.maps import MAPS
from games.snake.rules import AUTO_ROUNDS, AUTO_SNAKES, MAX_SNAKES, REASONS, Op
from games.snake.wire import END_TAG, ITEMS_TAG, SnakeWire


def _entry(engine: SnakeEngine, number: int, op: Op) -> JSON:
    board = engine.board.copy()
    snake = board.alive[number]
    code = rules.refusal(board, snake, op, engine.round)
    if code is not None:
        return {"op": op.value, "refused": REASONS[code]}
    log: list[JSON] = []
    rules.act(board, engine.items, snake, op, engine.round, log)
    return {"op": op.value, "events": log}


FOLDER = Path(__file__).parent


class Snake(Game):
    """Snake: a match is two halves with the same items and the seats swapped."""

    name = "snake"
    title = "Snake"
    tagline = "Split, grow and close loops: walls you make are yours to keep."
    version = "2"
    engine = SnakeEngine
    wire = SnakeWire
    rulesets = (
        Ruleset(
            name="standard",
            title="Standard",
            summary="Two halves of 512 rounds, 3 seconds of computing time a turn.",
            seats=PLAYERS,
            params={"rounds": 512},
            limits=TurnLimits(cpu_ms=3000, wall_ms=10000),
        ),
        Ruleset(
            name="blitz",
            title="Blitz",
            summary="Two halves of 128 rounds, half a second of computing time a turn.",
            seats=PLAYERS,
            params={"rounds": 128},
            limits=TurnLimits(cpu_ms=500, wall_ms=10000),
        ),
    )
    house = house_bots(FOLDER)
    rungs = frozen_rungs(FOLDER, "standard")
    kits = starter_kits(FOLDER, cpp=(SDK / "cpp" / "draw.hpp", SDK / "cpp" / "pipe.hpp"))
    constants: ClassVar[dict[str, Constant]] = {
        "SIZE": SIDE,
        "CELLS": CELLS,
        "START_CELLS": tuple(cell_at(*corner) for corner in START),
        "MAX_SNAKES": MAX_SNAKES,
        "AUTO_GROWTH_SNAKES": AUTO_SNAKES,
        "AUTO_GROWTH_ROUNDS": AUTO_ROUNDS,
        "ITEM_LIFETIME": LIFETIME,
        "NOTHING": NONE,
        **{op.name: op.value for op in Op},
        **{f"{kind.name}_ITEM": kind.value for kind in ItemType},
        "ITEMS_TAG": ITEMS_TAG,
        "END_TAG": END_TAG,
    }
    exports = EXPORTS
    maps = MAPS
    brief: ClassVar[dict[str, JSON]] = {"rounds": 24}
    exchanges_sides = True
    colors = ("#d9a400", "#2b6fe0")
    patience = Patience(seconds=120)
    folder = FOLDER

    def uses_seed(self, *, on_map: bool) -> bool:
        return not on_map

    def tiles(self, scene: JSON, view: JSON) -> Sequence[str]:
        rows = [list(view["walls"][row * SIDE :][:SIDE]) for row in range(SIDE)]
        for item in view["items"]:
            x, y = scene["items"][item][:2]
            rows[y][x] = THING
        for snake in view["snakes"]:
            for x, y in snake["body"]:
                rows[y][x] = SEATS[snake["owner"]]
        return ["".join(row) for row in reversed(rows)]

    def next_game(self, setup: Setup, outcomes: Sequence[Outcome]) -> Setup | None:
        if len(outcomes) >= match.HALVES or match.technical_faults(outcomes):
            return None
        seats = setup.seats[::-1] if len(outcomes) % 2 else setup.seats
        return replace(setup, seats=seats, number=len(outcomes))

    def decide(self, outcomes: Sequence[Outcome]) -> Outcome:
        return match.decide(outcomes)

    def choices(self, engine: Engine, seat: Seat) -> JSON:
        """``{"snake": id, "ops": [...]}`` with an entry for each op in the order of their codes:
        ``{"op": code, "refused": reason}`` of those that the rules forbid now, of the others
        ``{"op": code, "events": [...]}``, the events of the op itself (see `games.snake.events`).

        Nothing is hidden in this game, so that it follows from what both players know.
        """
        assert isinstance(engine, SnakeEngine)
        snake = engine.acting
        if snake is None:
            return {"snake": -1, "ops": []}
        return {"snake": snake.id, "ops": [_entry(engine, snake.id, op) for op in Op]}

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        """A legal op, seldom a deadly one, and now and then a split or a shot."""
        assert isinstance(engine, SnakeEngine)
        if engine.pending()[seat].wants is not Wants.ANSWER:
            return None
        legal = engine.legal()
        alive = [op for op in legal if op in (Op.RAY, Op.SPLIT) or _survives(engine, op)]
        moves = [op for op in alive if op not in (Op.RAY, Op.SPLIT)]
        options = (moves if choose(4) else alive) or alive or legal
        return options[choose(len(options))].value


def _survives(engine: SnakeEngine, op: Op) -> bool:
    """Whether a move of the acting snake goes to a cell where nothing kills it."""
    snake = engine.acting
    assert snake is not None
    target = NEIGHBOURS[snake.body[0]][op - 1]
    if target == OFF or engine.board.walls[target] != NO_WALL:
        return False
    return engine.board.occupant[target] in (NONE, snake.id)


SNAKE = Snake()
