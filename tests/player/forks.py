"""Pairs of games that differ in what one seat is not sent: what the others secretly do differs.

The yardstick is the game's wire: the bytes that a bot on the seat is sent.  A game is forked in
the middle of it, where the other seats do something else; as long as the seat is sent the same in
both, nothing that it is shown may differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from games.engine import Action, Engine, Event, Fault, Setup
from games.game import Game
from games.wire import Wire
from tests.player.match import Act

STEPS = 5
"""Steps after a fork that are compared."""


@dataclass(frozen=True)
class Kind:
    """A game to fork.  ``alter`` gives a seat another answer; ``plays`` says whether a seat is
    still sent anything; ``views`` adds the engine's own view of the seat to the yardstick, where
    programs are sent what it holds only at times."""

    game: Game
    setup: Setup
    act: Act
    alter: Callable[[Engine, int, Action, Callable[[int], int]], Action]
    plays: Callable[[Any, int], bool] = lambda engine, seat: True
    views: bool = False
    every: int = 1
    """Steps from one fork to the next."""


@dataclass(frozen=True)
class Step:
    """A step of a game, with the whole states around it."""

    before: Any
    after: Any
    events: list[Any]


@dataclass(frozen=True)
class Pair:
    """Two steps that a seat cannot tell from each other."""

    seat: int
    steps: tuple[Step, Step]


class _Branch:
    """A game that goes on, watched from one seat."""

    def __init__(self, kind: Kind, engine: Engine, wire: Wire, seat: int) -> None:
        self.kind, self.engine, self.wire, self.seat = kind, engine, wire, seat

    def step(self, replies: dict[int, Any]) -> tuple[Step, bytes]:
        before = self.engine.view()
        events = self.engine.submit(replies)
        step = Step(before, self.engine.view(), [event.data for event in events])
        return step, self._sent(events)

    def _sent(self, events: Sequence[Event]) -> bytes:
        sent = self.wire.tell([event for event in events if event.told_to(self.seat)])
        ask = self.engine.pending().get(self.seat)
        if ask is not None:
            sent += self.wire.ask(ask)
        if self.kind.views:
            sent += json.dumps(self.engine.view(self.seat)).encode()
        return sent


def pairs(kind: Kind, seed: int = 1) -> Iterator[Pair]:
    """Fork the game of a kind again and again, for one seat after the other."""
    random = Random(seed)
    engine = kind.game.engine(kind.setup)
    seats = len(kind.setup.seats)
    wires = [kind.game.wire(kind.setup, seat) for seat in range(seats)]
    for seat, wire in enumerate(wires):
        wire.begin(engine.scene(), engine.view(seat))
    for number in count():
        if engine.outcome() is not None:
            return
        if number % kind.every == 0:
            seat = number // kind.every % seats
            yield from _forked(kind, engine, wires[seat], seat, random.randrange(10**6))
        asked = engine.pending()
        engine.submit({s: kind.act(engine, s, choose=random.randrange) for s in asked})


def _forked(kind: Kind, engine: Engine, wire: Wire, seat: int, seed: int) -> Iterator[Pair]:
    one, other = (_Branch(kind, deepcopy(engine), wire, seat) for _ in range(2))
    random = Random(seed)
    for _ in range(STEPS):
        pending = one.engine.pending()
        if list(pending) != list(other.engine.pending()):
            return
        replies = {s: kind.act(one.engine, s, choose=random.randrange) for s in pending}
        changed = {s: _changed(kind, other.engine, s, r, seat, random) for s, r in replies.items()}
        (first, sent), (second, sent_too) = one.step(replies), other.step(changed)
        over = one.engine.outcome() or other.engine.outcome()
        # How a match has ended is told to everybody.
        if sent != sent_too or over or not kind.plays(one.engine, seat):
            return
        if first != second:
            yield Pair(seat, (first, second))


def _changed(
    kind: Kind, engine: Engine, seat: int, reply: Any, watched: int, random: Random
) -> Any:
    if seat == watched or isinstance(reply, Fault):
        return reply
    action = kind.alter(engine, seat, reply, random.randrange)
    engine.check(seat, action)
    return action
