"""Orders of players, special rules of a game, and what a half-turn does.

A player answers each half-turn with operations on the queue of orders, as a JSON list that is
carried out in order: ``["move", x, y, "U"]`` with an optional fifth element (true: half of the
units stay), ``["clear"]`` and ``["undo"]``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, NamedTuple

from games.engine import JSON, IllegalAction

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Change of row and column of each direction: up, down, left, right."""
LETTERS = "UDLR"
COMPASS = "NSWE"
WAYS = ("up", "down", "left", "right")
HALFTURN_SECONDS = 1
"""Seconds of a half-turn in games of people."""


class Order(NamedTuple):
    """A planned move from row ``x``, column ``y``.

    Nobody checks an order before it is carried out: the place may be outside the board, and the
    direction may be none of the four.  ``half`` leaves half of the units behind instead of one.
    """

    x: int
    y: int
    direction: int
    half: bool = False


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The special rules of a game.  ``misty_veil`` is the distance of view, or None if that
    rule is off."""

    leapfrog: bool = False
    city_state: bool = False
    misty_veil: int | None = None
    crystal_clear: bool = False
    silent_war: bool = False

    def to_json(self) -> dict[str, JSON]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, JSON]) -> Modifiers:
        """Inverse of `to_json`; missing rules are off.  ValueError if ``data`` is not valid."""
        known = cls().to_json()
        for name, value in data.items():
            if name not in known:
                raise ValueError(f"there is no special rule {name!r:.40}")
            allowed = (int, type(None)) if name == "misty_veil" else (bool,)
            if type(value) not in allowed:
                raise ValueError(f"{name} cannot be {value!r:.40}")
        return cls(**data)


MOST_OPS: Final = 256
"""Operations in one answer."""
MOST_WAITING: Final = 4096
"""Orders in one queue."""
FARTHEST = 255
"""The largest row and column that replays can store.  The rules check the place later."""

SHAPES = '["move", row, column, "U", "D", "L" or "R"], ["clear"] or ["undo"]'


def check(ops: JSON, waiting: int) -> None:
    """IllegalAction if ``ops`` is not valid for a queue in which ``waiting`` orders wait."""
    if type(ops) is not list:
        raise IllegalAction(f"an answer is a list of operations, not {ops!r:.60}")
    if len(ops) > MOST_OPS:
        raise IllegalAction(f"{len(ops)} operations in one answer; at most {MOST_OPS} are taken")
    for number, op in enumerate(ops, 1):
        word = op[0] if type(op) is list and op else None
        if word == "move":
            _check_move(op, number)
            waiting += 1
        elif op == ["undo"]:
            waiting = max(waiting - 1, 0)
        elif op == ["clear"]:
            waiting = 0
        else:
            raise IllegalAction(f"operation {number} is {op!r:.60}; it can be {SHAPES}")
        if waiting > MOST_WAITING:
            raise IllegalAction(f"more than {MOST_WAITING} orders would wait in the queue")


def _check_move(op: list[JSON], number: int) -> None:
    if len(op) not in (4, 5):
        raise IllegalAction(f"operation {number} is {op!r:.60}; a move has 4 or 5 elements")
    _, x, y, letter, *half = op
    for name, value in (("row", x), ("column", y)):
        if type(value) is not int or not 0 <= value <= FARTHEST:
            raise IllegalAction(
                f"operation {number}: the {name} is {value!r:.20}; it can be 0 to {FARTHEST}"
            )
    if type(letter) is not str or len(letter) != 1 or letter not in LETTERS:
        raise IllegalAction(
            f"operation {number}: the direction is {letter!r:.20}; it can be {', '.join(LETTERS)}"
        )
    if half and type(half[0]) is not bool:
        raise IllegalAction(f"operation {number}: the fifth element is true or false")


def apply(ops: Sequence[JSON], queue: deque[Order]) -> None:
    """Carry out operations that `check` has accepted."""
    for op in ops:
        if op[0] == "move":
            queue.append(order_of(op))
        elif op[0] == "clear":
            queue.clear()
        elif queue:
            queue.pop()


def order_of(op: Sequence[JSON]) -> Order:
    """The order that a move asks for."""
    return Order(op[1], op[2], LETTERS.index(op[3]), len(op) == 5 and op[4])


def move_of(order: Order) -> JSON:
    """The operation that an order came from."""
    return ["move", order.x, order.y, LETTERS[order.direction], order.half]


class Move(NamedTuple):
    """An order that was carried out."""

    player: int
    source: int
    target: int
    units: int


class Dropped(NamedTuple):
    """An order that was illegal when the game took it from the queue."""

    player: int
    order: Order
    reason: str


class Capture(NamedTuple):
    """``taker`` took the capital of ``loser``, which stood at ``place``."""

    loser: int
    taker: int
    place: int


class Left(NamedTuple):
    """A disconnection that took effect; ``heir`` got all tiles (0: they became neutral)."""

    player: int
    heir: int


class Seen(NamedTuple):
    """A tile as a team sees it from now on; out of view, all fields but the place are 0."""

    place: int
    owner: int
    kind: int
    units: int


Happening = Capture | Left


@dataclass(slots=True)
class HalfTurn:
    """The results of one half-turn.

    ``collected`` has all orders taken from the queues, in the order of priority.  ``diffs`` has a
    list for the spectators (team 0) and one for every team, in ascending order: the tiles whose
    view changed other than by natural growth, sorted by place, with their values at the end.
    """

    number: int
    collected: list[tuple[int, Order]] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    happened: list[Happening] = field(default_factory=list)
    beaten: list[int] = field(default_factory=list)
    diffs: dict[int, list[Seen]] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)

    @property
    def captures(self) -> list[Capture]:
        return [one for one in self.happened if isinstance(one, Capture)]

    @property
    def left(self) -> list[Left]:
        return [one for one in self.happened if isinstance(one, Left)]


def message(one: Happening) -> str:
    """The line about it in the messages to all players."""
    if isinstance(one, Capture):
        return f"Player {one.taker} took the capital of player {one.loser}."
    if one.heir:
        return f"Player {one.player} left; everything goes to player {one.heir}."
    return f"Player {one.player} left; nobody owns the land now."
