"""What generals declares to the platform."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from games.engine import Action, Engine, Game, Ruleset, Seat, TurnLimits
from games.generals.engine import GeneralsEngine
from games.generals.maps import MAPS
from games.generals.orders import LETTERS, STEPS
from games.generals.terrain import Kind
from games.generals.wire import GeneralsWire

FOLDER = Path(__file__).parent
LIMITS = TurnLimits(cpu_ms=250, wall_ms=5000)
BANK_MS = 120_000


def _ruleset(
    name: str,
    title: str,
    summary: str,
    seats: int,
    side: int,
    halfturns: int,
    teams: tuple[int, ...] = (),
    pool: tuple[str, ...] = (),
) -> Ruleset:
    return Ruleset(
        name=name,
        title=title,
        summary=f"{summary} At most {halfturns} half-turns on {side} x {side} tiles, or on a map.",
        seats=seats,
        params={"halfturns": halfturns, "width": side, "height": side},
        limits=LIMITS,
        bank_ms=BANK_MS,
        memory_mb=512,
        teams=teams,
        pool=pool,
    )


class Generals(Game):
    """Generals: a match is one game."""

    name = "generals"
    title = "Generals"
    tagline = "Grow, scout through the fog, and take the capital before they find yours."
    version = "1"
    engine = GeneralsEngine
    wire = GeneralsWire
    rulesets = (
        _ruleset("duel", "Duel", "Two generals, one against the other.", 2, 20, 1000),
        _ruleset("melee", "Free for all", "Four generals, each alone.", 4, 25, 1200),
        _ruleset(
            "pairs", "Two against two", "Two pairs who share their view.", 4, 25, 1200, (1, 1, 2, 2)
        ),
        _ruleset("eight", "Eight alone", "Eight generals, each alone.", 8, 35, 1500),
        _ruleset("sixteen", "Sixteen alone", "Sixteen generals, each alone.", 16, 45, 1500),
    )
    house = ()
    kits = ()
    exports = ()
    maps = MAPS
    folder = FOLDER

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        """Mostly one legal move of the largest army of a few; sometimes nothing, or more."""
        assert isinstance(engine, GeneralsEngine)
        world, player = engine.world, seat + 1
        board = world.board
        armies = np.flatnonzero((board.owners == player) & (board.units > 1))
        if not len(armies) or not choose(8):
            return []
        places = [int(armies[choose(len(armies))]) for _ in range(3)]
        place = max(places, key=lambda at: board.unit[at])
        x, y = divmod(place, board.width)
        ways = [
            letter
            for letter, (down, right) in zip(LETTERS, STEPS, strict=True)
            if board.inside(x + down, y + right)
            and board.kind[board.place(x + down, y + right)] != Kind.MOUNTAIN
        ]
        if not ways:
            return []
        move = ["move", x, y, ways[choose(len(ways))], not choose(4)]
        return [["clear"], move] if not choose(16) else [move]


GENERALS = Generals()
