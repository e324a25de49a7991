"""The rules: which orders are allowed, and what a turn does.

An order is ``[x, y, sx, sy, rx, ry]``: the unit on (x, y) shoots at (sx, sy), or not at all where
both are 0, and chooses to move to (rx, ry), or stays where this is its own field.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

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

_REACH = tuple(SPECS[kind].reach for kind in sorted(SPECS))
_POWER = tuple(SPECS[kind].power for kind in sorted(SPECS))
_HIT = tuple(
    [tuple(target + offset for offset in SPECS[kind].offsets) for target in range(PLACES)]
    for kind in sorted(SPECS)
)
"""By kind and the place of a target: the places that a shot hits."""


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


class Orders(list[Order]):
    """Orders as the wire has read them, six whole numbers each: their form is checked by it."""


def check_form(action: Action) -> None:
    """`Offence` unless the action is a list of orders of six whole numbers."""
    if type(action) is Orders:
        return
    if type(action) is not list or not set(map(type, action)) <= {list}:
        raise Offence(Code.SYNTAX, "an answer is a list of orders, each a list of numbers")
    if not set(map(len, action)) <= {FIELDS}:
        raise Offence(Code.SYNTAX, f"an order has {FIELDS} numbers: x y sx sy rx ry")
    if not set(map(type, chain.from_iterable(action))) <= {int}:
        raise Offence(Code.SYNTAX, "an order has whole numbers only")


def check_orders(ground: Ground, army: Army, seat: int, orders: Sequence[Order]) -> None:
    """`Offence` for the first order that the rules forbid; all have the right form."""
    refused = first_refused(ground, army, seat, orders)
    if refused is not None:
        order, code = refused
        raise Offence(code, _reason(code, army, order))


def first_refused(
    ground: Ground, army: Army, seat: int, orders: Sequence[Order]
) -> tuple[Order, Code] | None:
    """The first order that a rule forbids, and the first such rule in the order of `Code`."""
    width, height, free, at = ground.width, ground.height, ground.free, army.at
    seen = bytearray(PLACES)
    for order in orders:
        x, y, sx, sy, rx, ry = order
        if not (0 < x <= width and 0 < y <= height):
            return order, Code.UNIT_OFF_BOARD
        here = x << SHIFT | y
        unit = at[here]
        if unit is None or unit[OWNER] != seat:
            return order, Code.NOT_OWN_UNIT
        if seen[here]:
            return order, Code.UNIT_TWICE
        seen[here] = 1
        if sx or sy:
            if not (0 < sx <= width and 0 < sy <= height):
                return order, Code.SHOT_OFF_BOARD
            reach = _REACH[unit[KIND]]
            if not (-reach <= sx - x <= reach and -reach <= sy - y <= reach):
                return order, Code.SHOT_OUT_OF_RANGE
        if rx == x and ry == y:
            continue
        near = -STEP <= rx - x <= STEP and -STEP <= ry - y <= STEP
        # Next to a field of the board are only such fields and the border, which is not free.
        if near and free[goal := rx << SHIFT | ry] and at[goal] is None:
            continue
        if not (0 < rx <= width and 0 < ry <= height):
            return order, Code.MOVE_OFF_BOARD
        if not near:
            return order, Code.MOVE_NOT_NEIGHBOUR
        return order, Code.MOVE_OCCUPIED if free[goal] else Code.MOVE_UNAVAILABLE
    return None


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
    hits, chosen = [0] * PLACES, [0] * PLACES
    shots: list[list[int] | None] = [None] * PLACES
    moves: list[list[int] | None] = [None] * PLACES
    at = army.at
    for x, y, sx, sy, rx, ry in orders:
        here = x << SHIFT | y
        unit = at[here]
        assert unit is not None
        if sx:
            shots[here] = [unit[0], sx, sy]
            kind = unit[KIND]
            power = _POWER[kind]
            for place in _HIT[kind][sx << SHIFT | sy]:
                hits[place] += power
        if rx != x or ry != y:
            moves[here] = [unit[0], rx, ry]
            chosen[rx << SHIFT | ry] += 1
    return _settle(army, shots, moves, hits, chosen)


def _settle(
    army: Army,
    shots: Sequence[list[int] | None],
    moves: Sequence[list[int] | None],
    hits: Sequence[int],
    chosen: Sequence[int],
) -> Turn:
    """Take off the points, move, and remove whoever has no points left.  Units that chose the same
    field stay.  By place: the shot and the move of the unit that stands there, the points that
    shots take there, and how many units chose to move there."""
    turn = Turn()
    units, at, damage, changed = army.units, army.at, turn.damage, turn.changed
    for unit in list(units.values()):
        number, owner, kind, x, y, points = unit
        here = x << SHIFT | y
        shot, move, hit = shots[here], moves[here], hits[here]
        if shot is not None:
            turn.shots.append(shot)
        if move is not None:
            turn.moves.append(move)
            goal = move[1] << SHIFT | move[2]
            if chosen[goal] > 1:
                turn.stuck.append(number)
            else:
                # Goals are empty fields and differ: nobody comes where somebody has still to leave.
                at[here], here = None, goal
                _, x, y = move
        if hit:
            damage.append([number, hit])
        elif at[here] is unit:
            continue
        if points > hit:
            units[number] = at[here] = after = [number, owner, kind, x, y, points - hit]
        else:
            del units[number]
            at[here] = None
            after = [number, owner, kind, x, y, 0]
            turn.lost.append(after)
        changed.append(after)
    return turn
