"""The rules: which orders are allowed, and what a turn does.

An order is ``[x, y, sx, sy, rx, ry]``: the unit on (x, y) shoots at (sx, sy), or not at all where
both are 0, and chooses to move to (rx, ry), or stays where this is its own field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from operator import itemgetter

from games.engine import JSON, Action, IllegalAction
from games.microwars.units import (
    KIND,
    OWNER,
    PLACES,
    SHIFT,
    SPECS,
    STEP,
    Army,
    Ground,
    Unit,
    place_of,
)

FIELDS = 6
"""Numbers of an order."""
Order = Sequence[int]

STUCK = -1
"""Stands for several units that chose the same field."""

_REACH = tuple(SPECS[kind].reach for kind in sorted(SPECS))
_POWER = tuple(SPECS[kind].power for kind in sorted(SPECS))
_OFFSETS = tuple(SPECS[kind].offsets for kind in sorted(SPECS))


class Code(StrEnum):
    """A breach of the rules by a side."""

    SYNTAX = "syntax"
    UNIT_OFF_BOARD = "unit_off_board"
    NOT_OWN_UNIT = "not_own_unit"
    UNIT_TWICE = "unit_twice"
    SHOT_OFF_BOARD = "shot_off_board"
    SHOT_OUT_OF_RANGE = "shot_out_of_range"
    MOVE_OFF_BOARD = "move_off_board"
    MOVE_NOT_NEIGHBOUR = "move_not_neighbour"
    MOVE_UNAVAILABLE = "move_unavailable"
    MOVE_OCCUPIED = "move_occupied"
    EOF = "eof"
    LINE_TOO_LONG = "line_too_long"
    TURN_TOO_LONG = "turn_too_long"
    TIME = "time"


_REASONS = {
    Code.UNIT_OFF_BOARD: "({x}, {y}) is no field of the board",
    Code.NOT_OWN_UNIT: "no unit of this side stands on ({x}, {y})",
    Code.UNIT_TWICE: "the unit on ({x}, {y}) has an order already",
    Code.SHOT_OFF_BOARD: "the target ({sx}, {sy}) is no field of the board",
    Code.SHOT_OUT_OF_RANGE: "the target ({sx}, {sy}) is more than {reach} away from ({x}, {y})",
    Code.MOVE_OFF_BOARD: "({rx}, {ry}) is no field of the board",
    Code.MOVE_NOT_NEIGHBOUR: "({rx}, {ry}) is no neighbour of ({x}, {y})",
    Code.MOVE_UNAVAILABLE: "({rx}, {ry}) is unavailable",
    Code.MOVE_OCCUPIED: "({rx}, {ry}) is taken: a unit stands there at the start of the turn",
}


class Offence(IllegalAction):
    """Orders that lose the game; the message begins with the code."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code


def check_form(action: Action) -> None:
    """`Offence` unless the action is a list of orders of six whole numbers."""
    if type(action) is not list or not set(map(type, action)) <= {list}:
        raise Offence(Code.SYNTAX, "an answer is a list of orders, each a list of numbers")
    if not set(map(len, action)) <= {FIELDS}:
        raise Offence(Code.SYNTAX, f"an order has {FIELDS} numbers: x y sx sy rx ry")
    if not set(map(type, chain.from_iterable(action))) <= {int}:
        raise Offence(Code.SYNTAX, "an order has whole numbers only")


def check_orders(ground: Ground, army: Army, seat: int, orders: Sequence[Order]) -> None:
    """`Offence` for the first order that the rules forbid; all have the right form."""
    seen: set[int] = set()
    for order in orders:
        code = refusal(ground, army, seat, order, seen)
        if code is not None:
            raise Offence(code, _reason(code, army, order))


def refusal(ground: Ground, army: Army, seat: int, order: Order, seen: set[int]) -> Code | None:
    """Which rule forbids an order, the first one in the order of `Code`; None for none.

    ``seen`` has the places of the units that have had their orders, and gets this one's.
    """
    width, height, at = ground.width, ground.height, army.at
    x, y, sx, sy, rx, ry = order
    if not (0 < x <= width and 0 < y <= height):
        return Code.UNIT_OFF_BOARD
    here = x << SHIFT | y
    unit = at[here]
    if unit is None or unit[OWNER] != seat:
        return Code.NOT_OWN_UNIT
    if here in seen:
        return Code.UNIT_TWICE
    seen.add(here)
    if sx or sy:
        if not (0 < sx <= width and 0 < sy <= height):
            return Code.SHOT_OFF_BOARD
        reach = _REACH[unit[KIND]]
        if not (-reach <= sx - x <= reach and -reach <= sy - y <= reach):
            return Code.SHOT_OUT_OF_RANGE
    if rx == x and ry == y:
        return None
    if not (0 < rx <= width and 0 < ry <= height):
        return Code.MOVE_OFF_BOARD
    if not (-STEP <= rx - x <= STEP and -STEP <= ry - y <= STEP):
        return Code.MOVE_NOT_NEIGHBOUR
    if (rx, ry) in ground.blocked:
        return Code.MOVE_UNAVAILABLE
    return None if at[rx << SHIFT | ry] is None else Code.MOVE_OCCUPIED


def _reason(code: Code, army: Army, order: Order) -> str:
    """Why an order is refused, for the author of the bot."""
    words = dict(zip(("x", "y", "sx", "sy", "rx", "ry"), order, strict=True))
    if code is Code.SHOT_OUT_OF_RANGE:
        unit = army.at[place_of(words["x"], words["y"])]
        assert unit is not None
        words["reach"] = _REACH[unit[KIND]]
    return f"{_REASONS[code].format(**words)}; the order is {' '.join(map(str, order))}"


@dataclass(slots=True)
class Turn:
    """The events of a turn; all lists are in the order of the units' ids.

    ``shots`` are ``[id, sx, sy]``, ``moves`` the chosen ones, ``[id, rx, ry]``, and ``stuck`` the
    units that stayed because others chose the same field.  ``damage`` is ``[id, points]``.
    ``changed`` has all units that lost points or moved, as they are at the end; those with 0
    points were removed, and are also in ``lost``.
    """

    shots: list[list[int]] = field(default_factory=list)
    moves: list[list[int]] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)
    damage: list[list[int]] = field(default_factory=list)
    changed: list[Unit] = field(default_factory=list)
    lost: list[Unit] = field(default_factory=list)

    def to_json(self) -> dict[str, JSON]:
        return {
            "shots": self.shots,
            "moves": self.moves,
            "blocked": self.stuck,
            "damage": self.damage,
            "units": self.changed,
        }


def play(army: Army, orders: Iterable[Order]) -> Turn:
    """Play one turn of allowed orders, those of both sides in any order.

    All shots fall on the positions of the start of the turn; then all units move that chose a
    field alone, those that are hit to death included; then these leave.
    """
    turn = Turn()
    hits = [0] * PLACES
    at, shots, moves = army.at, turn.shots, turn.moves
    for x, y, sx, sy, rx, ry in orders:
        unit = at[x << SHIFT | y]
        assert unit is not None
        if sx:
            shots.append([unit[0], sx, sy])
            target, power = sx << SHIFT | sy, _POWER[unit[KIND]]
            for offset in _OFFSETS[unit[KIND]]:
                hits[target + offset] += power
        if rx != x or ry != y:
            moves.append([unit[0], rx, ry])
    shots.sort(key=_ID)
    moves.sort(key=_ID)
    _settle(army, hits, _goals(turn), turn)
    return turn


_ID = itemgetter(0)


def _goals(turn: Turn) -> dict[int, list[int]]:
    """The moves that are carried out, by unit: who chose a field that somebody else chose stays."""
    choosers: dict[int, int] = {}
    for number, x, y in turn.moves:
        goal = x << SHIFT | y
        choosers[goal] = STUCK if goal in choosers else number
    goals = {}
    for move in turn.moves:
        number, x, y = move
        if choosers[x << SHIFT | y] == STUCK:
            turn.stuck.append(number)
        else:
            goals[number] = move
    return goals


def _settle(army: Army, hits: Sequence[int], goals: Mapping[int, list[int]], turn: Turn) -> None:
    """Take off the points, move, and remove whoever has no points left."""
    units, at = army.units, army.at
    for unit in list(units.values()):
        number, owner, kind, x, y, points = unit
        here = x << SHIFT | y
        hit = hits[here]
        if hit:
            turn.damage.append([number, hit])
        elif number not in goals:
            continue
        if number in goals:
            # Goals are empty fields and differ: nobody comes where somebody has still to leave.
            at[here] = None
            _, x, y = goals[number]
            here = x << SHIFT | y
        after = [number, owner, kind, x, y, max(0, points - hit)]
        turn.changed.append(after)
        if points > hit:
            units[number] = at[here] = after
        else:
            del units[number]
            at[here] = None
            turn.lost.append(after)
