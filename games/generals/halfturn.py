"""Results of one half-turn: moves, refused orders, captures, leaving players, view changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from games.generals.orders import Order


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
