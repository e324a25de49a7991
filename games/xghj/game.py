"""The declaration of XGHJ to the platform."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np

from games.engine import JSON, Action, Engine, Ruleset, Seat, TurnLimits
from games.game import GROUND, ROCK, Constant, Game, Patience
from games.package import SDK, Kit, frozen_rungs, house_bots, starter_kits
from games.xghj.constants import Constants
from games.xghj.desk import SCENARIOS
from games.xghj.engine import XghjEngine
from games.xghj.ground import REACH, UNIT
from games.xghj.maps import MAPS
from games.xghj.orders import MOST_BOMBS, NOT_ONESELF, RELATIONS, STANCES, Relation
from games.xghj.state import NOBODY
from games.xghj.wire import XghjWire

Choose = Callable[[int], int]
TRIES = 20


def _place(engine: XghjEngine, named: list[list[int]], choose: Choose) -> list[int]:
    """A place that the rules accept, unless `TRIES` attempts find none."""
    rules = engine.rules
    chosen = [(x, y) for x, y in named]
    point = (0, 0)
    for _ in range(TRIES):
        point = rules.ground.point(choose(rules.ground.size))
        fertile = rules.ground.attack[rules.ground.place(*point)] > 0
        if fertile and rules.accepts(*point, chosen):
            break
    return list(point)


def _orders(engine: XghjEngine, seat: Seat, choose: Choose) -> Action:
    state = engine.state
    answer: dict[str, JSON] = {"stances": _stances(engine, seat, choose)}
    allowed = [state.allied(seat, other) for other in state.players] + [False]
    land = np.flatnonzero(np.array(allowed)[state.owner]).tolist()
    if not land:
        return answer
    money = state.saving[seat]
    cost = engine.rules.constants.bomb_cost
    bombs = []
    for _ in range(1 + choose(3)):
        size = min(money // cost, 5 + choose(6 + money // 2))
        if size > 0:
            money -= size * cost
            bombs.append([*engine.rules.ground.point(land[choose(len(land))]), size])
    answer["bombs"] = bombs
    if state.capital[seat] == NOBODY or not choose(4):
        answer["capital"] = list(engine.rules.ground.point(land[choose(len(land))]))
    return answer


def _stances(engine: XghjEngine, seat: Seat, choose: Choose) -> str:
    """Alliances among countries whose numbers have the same parity, wars with the others."""
    letters = []
    for other in engine.state.players:
        relation = engine.state.relation[seat][other]
        if other == seat or relation is Relation.UNDISCOVERED:
            letters.append(NOT_ONESELF)
        elif relation is Relation.AT_WAR:
            letters.append("K" if not choose(6) else "J")
        elif (other + seat) % 2:
            letters.append("B" if not choose(12) else "J" if choose(4) else "K")
        else:
            letters.append("A" if choose(8) else "K")
    return "".join(letters)


FOLDER = Path(__file__).parent
LIMITS = TurnLimits(cpu_ms=1000, wall_ms=10_000)
BANK_MS = 60_000


def _ruleset(name: str, title: str, summary: str, seats: int, board: str) -> Ruleset:
    """A shipped scenario as a ruleset; both have one name.  ``board`` is the scenario's map."""
    return Ruleset(
        name=name,
        title=title,
        summary=summary,
        seats=seats,
        params={"scenario": name},
        limits=LIMITS,
        bank_ms=BANK_MS,
        memory_mb=512,
        pool=(board,),
        generated=False,
    )


class Xghj(Game):
    """XGHJ: a match is one game."""

    name = "xghj"
    title = "XGHJ"
    tagline = "Bid for a place to begin, make friends, drop bombs, and know when to betray."
    version = "2"
    winner_rules = "the-end"
    engine = XghjEngine
    wire = XghjWire
    rulesets: ClassVar[tuple[Ruleset, ...]] = (
        _ruleset("standard", "Standard", "Eight countries on the commons.", 8, "commons"),
        _ruleset("four", "Four countries", "Four countries around a lake.", 4, "quarters"),
        _ruleset("duel", "Duel", "Two countries on two banks of a river.", 2, "narrows"),
        _ruleset("teaching", "Flat field", "Four countries on flat ground, 25 rounds.", 4, "field"),
        _ruleset(
            "machines",
            "Brawl: machines",
            "Eight countries. Hold enough machines for 12 rounds to win. Machines can fail.",
            8,
            "track",
        ),
        _ruleset(
            "halls",
            "Brawl: five halls",
            "Eight countries. Own each of five halls once to win.",
            8,
            "campus",
        ),
    )
    house = house_bots(FOLDER)
    rungs = frozen_rungs(FOLDER, "duel")
    kits: ClassVar[tuple[Kit, ...]] = starter_kits(FOLDER, cpp=(SDK / "cpp",), json=True)
    # The usual numbers by the names of a scenario, and what the lines of a match contain.
    constants: ClassVar[dict[str, Constant]] = {
        **{name.upper(): number for name, number in Constants().to_json().items()},
        "KERNEL_REACH": REACH,
        "KERNEL_UNIT": UNIT,
        "MOST_BOMBS": MOST_BOMBS,
        "RELATIONS": RELATIONS,
        "STANCES": STANCES,
    }
    exports = ()
    maps = MAPS
    scenarios = SCENARIOS
    brief: ClassVar[dict[str, JSON]] = {"constants": {"max_round": 9}}
    handicap = "the resources that a country begins with"
    hides = True
    # A person who misses a round gives no orders; one who names no place to begin is out.
    patience = Patience(seconds=180, otherwise={})
    folder = FOLDER

    def tiles(self, scene: JSON, view: JSON) -> Sequence[str]:
        cells = "".join(
            ROCK if owner == GROUND and not resource else owner
            for owner, resource in zip(view["owner"], scene["resource"], strict=True)
        )
        width = scene["cols"]
        return [cells[at : at + width] for at in range(0, len(cells), width)]

    def choices(self, engine: Engine, seat: Seat) -> JSON:
        """In a round ``{"justify": [...]}``, otherwise None.

        The list has, for each country, the number of rounds in a row in which the seat has
        justified a war against it.  The seat knows that from its own orders.
        """
        assert isinstance(engine, XghjEngine)
        in_round = engine.pending()[seat].prompt["phase"] == "round"
        return {"justify": list(engine.state.justify[seat])} if in_round else None

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        assert isinstance(engine, XghjEngine)
        prompt = engine.pending()[seat].prompt
        if prompt["phase"] == "bid":
            return {"bid": choose(4)}
        if prompt["phase"] == "spawn":
            return {"spawn": _place(engine, prompt["chosen"], choose)}
        return _orders(engine, seat, choose)


XGHJ = Xghj()
