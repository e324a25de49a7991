"""The declaration of generals for the platform."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np

from games.engine import JSON, Action, Engine, Ruleset, Seat, TurnLimits
from games.game import GROUND, ROCK, SEATS, THING, Constant, Game, Patience
from games.generals.engine import GeneralsEngine
from games.generals.export import EXPORTS
from games.generals.maps import MAPS
from games.generals.options import MIXED, OPTIONS, SCENARIOS
from games.generals.orders import HALFTURN_SECONDS, LETTERS, MOST_OPS, STEPS
from games.generals.tally import HALF_TURNS_A_ROUND, HALF_TURNS_A_TURN
from games.generals.terrain import ECHO, HIDDEN, NEUTRAL, Kind
from games.generals.wire import GeneralsWire
from games.package import SDK, frozen_rungs, house_bots, starter_kits

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
    **params: JSON,
) -> Ruleset:
    return Ruleset(
        name=name,
        title=title,
        summary=f"{summary} At most {halfturns} half-turns on {side} x {side} tiles, or on a map.",
        seats=seats,
        params={"halfturns": halfturns, "width": side, "height": side, **params},
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
    fault_rules = "leaving"
    winner_rules = "winner-and-ranks"
    engine = GeneralsEngine
    wire = GeneralsWire
    rulesets = (
        _ruleset(
            "duel",
            "Duel",
            "Two generals, one against the other.",
            seats=2,
            side=20,
            halfturns=1000,
            pool=("pocket", "ford", "citadel"),
        ),
        _ruleset(
            "melee",
            "Free for all",
            "Four generals, each alone.",
            seats=4,
            side=25,
            halfturns=1200,
            pool=("four-corners", "mire"),
        ),
        _ruleset(
            "pairs",
            "Two against two",
            "Pairs who share a view.",
            seats=4,
            side=25,
            halfturns=1200,
            teams=(1, 1, 2, 2),
            pool=("two-camps", "four-corners", "mire"),
        ),
        _ruleset(
            "eight",
            "Eight alone",
            "Eight generals, each alone.",
            seats=8,
            side=35,
            halfturns=1500,
            pool=("eight-gates",),
        ),
        _ruleset(
            "sixteen",
            "Sixteen alone",
            "Sixteen generals, each alone.",
            seats=16,
            side=45,
            halfturns=1500,
            pool=("round-table",),
        ),
        _ruleset(
            "mixed",
            "Mixed special rules",
            "A duel; the seed of each match draws its special rules.",
            seats=2,
            side=20,
            halfturns=1000,
            modifiers=MIXED,
        ),
    )
    house = house_bots(FOLDER)
    rungs = frozen_rungs(FOLDER, "duel")
    kits = starter_kits(
        FOLDER,
        cpp=tuple(SDK / "cpp" / name for name in ("draw.hpp", "json.hpp", "pipe.hpp")),
        json=True,
    )
    constants: ClassVar[dict[str, Constant]] = {
        "LETTERS": LETTERS,
        "HALF_TURNS_A_TURN": HALF_TURNS_A_TURN,
        "HALF_TURNS_A_ROUND": HALF_TURNS_A_ROUND,
        "MOST_OPERATIONS": MOST_OPS,
        "NEUTRAL": NEUTRAL,
        "HIDDEN": HIDDEN,
        **{kind.name: kind.value for kind in Kind},
        "MAYBE_MOUNTAIN": ECHO[Kind.MOUNTAIN],
        "MAYBE_BLANK": ECHO[Kind.BLANK],
        "FOGGY_SWAMP": ECHO[Kind.SWAMP],
    }
    exports = EXPORTS
    maps = MAPS
    options = OPTIONS
    scenarios = SCENARIOS
    brief: ClassVar[dict[str, int]] = {"halfturns": 60}
    hides = True
    # Half-turns do not wait for people: a late person gives no new orders.
    patience = Patience(seconds=HALFTURN_SECONDS, otherwise=[])
    folder = FOLDER

    def tiles(self, scene: JSON, view: JSON) -> Sequence[str]:
        things = {str(Kind.MOUNTAIN.value): ROCK, str(Kind.CITY.value): THING}
        cells = "".join(
            things.get(kind, GROUND) if owner == "0" else SEATS[int(owner, 17) - 1]
            for owner, kind in zip(view["owners"], view["kinds"], strict=True)
        )
        width = scene["width"]
        return [cells[at : at + width] for at in range(0, len(cells), width)]

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        """Usually one legal move of a large army; sometimes no move, or a clear before it."""
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
