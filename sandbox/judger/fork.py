"""A game that is played on from a recorded turn.

Bots get what their seats were sent then, and answer it once more, but for those that the past tells
the position.  The engine takes the recorded answers.  From the end of the past on, the game is one
like any other.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.engine import JSON, Action, Ask, Engine, Fault, Seat, Setup, TurnLimits, Wants
from games.wire import encode
from sandbox.judger.game import GamePlay
from sandbox.judger.output import Frames
from sandbox.judger.past import Past, PastStep, cpu_of
from sandbox.judger.seats.played import MAX_NS
from sandbox.judger.seats.seat import BotSeat

_CPU_MS = 600_000
"""No limit: only the time for all of the past counts."""


@dataclass(slots=True)
class CatchUp:
    """How bots caught up: ``differs`` has the game and turn in which a seat of the match first
    answered its past otherwise; ``late`` are the seats for which the time was too short."""

    steps: int = 0
    differs: dict[Seat, tuple[int, int]] = field(default_factory=dict)
    late: set[Seat] = field(default_factory=set)

    def to_json(self) -> JSON:
        return {
            "steps": self.steps,
            "differs": [
                {"seat": seat, "game": game, "turn": turn}
                for seat, (game, turn) in sorted(self.differs.items())
            ],
            "late": sorted(self.late),
        }


def repeat(
    frames: Frames, number: int, setup: Setup, engine: Engine, steps: Sequence[PastStep]
) -> None:
    """Play game ``number`` as it is on record, without bots, into ``frames``."""
    turn = engine.progress().turn
    frames.first(number, turn, {"setup": setup.to_json(), "scene": engine.scene()}, engine)
    for step in steps:
        events = engine.submit(step.played)
        over = not engine.pending()
        frames.step(number, turn, step.said, events, engine, over=over)
        turn = engine.progress().turn


class ForkPlay(GamePlay):
    """Plays a game whose first ``steps`` are on record; ``report`` takes what bots did then.

    ``bank_ms`` and ``wait_ms`` are those of `Clock`, which holds them from the end of the past on.
    """

    def __init__(
        self,
        *arguments: Any,
        past: Past,
        steps: Sequence[PastStep],
        report: CatchUp,
        bank_ms: int | None,
        wait_ms: int | None,
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self._steps = steps
        self._report = report
        self._bounds = bank_ms, wait_ms
        self._seconds = past.seconds
        self._deadline = MAX_NS
        self._repeating = False
        self._told = {number for number, index in enumerate(self._indexes) if index in past.told}

    def _begin(self, views: Sequence[bytes], asks: Mapping[Seat, Ask]) -> None:
        self._repeating = True
        for bot in self._bots():
            bot.clock.take_over(0, None, None)
        self._deadline = time.monotonic_ns() + round(self._seconds * 1e9)
        super()._begin(views, self._again(asks, self._steps[0]))

    def _resume(self, asks: Mapping[Seat, Ask]) -> Mapping[Seat, Ask]:
        for number, step in enumerate(self._steps, 1):
            self._hear(asks, step)
            events = self._engine.submit(step.played)
            asks = self._engine.pending()
            self._repeating = number < len(self._steps)
            if not self._repeating:
                self._take_over()
            following = self._again(asks, self._steps[number]) if self._repeating else asks
            self._tell(self._messages(events) if events else None, following)
            self._room.frames.step(
                self._number, self._turn, step.said, events, self._engine, over=not asks
            )
            self._turn = self._engine.progress().turn
            self._report.steps += 1
        return asks

    def _again(self, asks: Mapping[Seat, Ask], step: PastStep) -> dict[Seat, Ask]:
        """The asks of a step on record: with the time that is left, and without a wait for those
        who did not answer then."""
        left = max(1, (self._deadline - time.monotonic_ns()) // 1_000_000)
        limits = TurnLimits(_CPU_MS, left)
        return {
            seat: replace(ask, limits=limits, wants=self._wants(seat, ask, step))
            for seat, ask in asks.items()
            if seat not in self._told
        }

    def _wants(self, seat: Seat, ask: Ask, step: PastStep) -> Wants:
        silent = ask.wants is not Wants.ANSWER and step.replies[seat] is None
        return Wants.NOTHING if silent or seat in self._people else ask.wants

    def _hear(self, asks: Mapping[Seat, Ask], step: PastStep) -> None:
        """Take the bots' answers to the past, and note which of them differ."""
        asked = [seat for seat in asks if seat not in self._people and seat not in self._told]
        replies = self._gather(asked) if asked else {}
        for seat, reply in replies.items():
            index = self._indexes[seat]
            if time.monotonic_ns() >= self._deadline:
                self._report.late.add(index)
            if not _same(reply, step.replies[seat]):
                self._report.differs.setdefault(index, (self._number, self._turn))

    def _take_over(self) -> None:
        """Clocks hold from here on; the past has cost what it cost then."""
        for bot in self._bots():
            bot.clock.take_over(cpu_of(self._steps, bot.wire.seat), *self._bounds)

    def _bots(self) -> list[BotSeat]:
        return [seat for seat in self._seats if isinstance(seat, BotSeat)]

    def _answered(self, number: Seat, reply: Action | Fault, now: int) -> None:
        if not self._repeating:
            super()._answered(number, reply, now)


def _same(reply: Action | Fault, recorded: JSON) -> bool:
    """Whether a reply is that on record; of faults only the kind counts."""
    if isinstance(reply, Fault):
        return isinstance(recorded, dict) and recorded.get("fault") == reply.kind.value
    try:
        return encode(reply) == encode(recorded)
    except ValueError:
        return False
