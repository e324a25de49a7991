"""One game: fresh processes for its seats, the loop of its turns, its frames."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine import JSON, Action, Ask, Engine, Event, Fault, Game, Outcome, Seat, Setup
from games.replay import KEY_EVERY
from sandbox.errors import SandboxError
from sandbox.judger.output import FLUSH_NS, Output
from sandbox.judger.seat import WAITING, BotSeat, Poller

_QUICK_MS = FLUSH_NS // 1_000_000
_EXIT_LOOK_MS = 250


@dataclass(slots=True)
class Counter:
    """Numbers the frames of a match, over all of its games."""

    frames: int = 0


class GamePlay:
    """Plays one game between seats that are ready, and writes its frames and logs.

    ``number`` counts the games of the match from 0.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        engine: Engine,
        seats: Sequence[BotSeat],
        poller: Poller,
        output: Output,
        number: int,
        counter: Counter,
    ) -> None:
        self._engine = engine
        self._setup = setup
        self._limits = game.ruleset(setup.ruleset).limits
        self._seats = seats
        self._poller = poller
        self._output = output
        self._number = number
        self._counter = counter
        self._names = [str(seat) for seat in range(len(seats))]
        self._nothing = [b""] * len(seats)
        self._turn = engine.progress().turn
        self._frames = 0

    def play(self) -> Outcome:
        """Play to the end, end the bots, and return the outcome in the game's seat order."""
        engine, names = self._engine, self._names
        asks = engine.pending()
        scene = engine.scene()
        self._frame({"setup": self._setup.to_json(), "scene": scene}, over=not asks)
        begin = [seat.wire.begin(scene, engine.view(n)) for n, seat in enumerate(self._seats)]
        self._tell(begin, asks)
        while asks:
            replies = self._gather(asks)
            events = engine.submit(replies)
            asks = engine.pending()
            # Bots first, then the record: they can think while we write.
            self._tell(self._messages(events) if events else self._nothing, asks)
            said: dict[str, JSON] = {}
            spent: dict[str, int] = {}
            for seat, reply in replies.items():
                said[names[seat]] = _fault_json(reply) if type(reply) is Fault else reply
                spent[names[seat]] = self._seats[seat].spent // 1000
            data = [event.data for event in events]
            self._frame({"replies": said, "cpu": spent, "events": data}, over=not asks)
            self._turn = engine.progress().turn
        return self._end()

    def _end(self) -> Outcome:
        outcome = self._engine.outcome()
        if outcome is None:
            raise SandboxError("the engine asks nobody and has no outcome")
        for seat in self._seats:
            seat.finish(seat.wire.end(outcome))
            seat.log.emit(self._number, self._turn, final=True)
        return outcome

    def _messages(self, events: Sequence[Event]) -> list[bytes]:
        """What to tell every seat of these events."""
        messages = []
        for number, seat in enumerate(self._seats):
            told = [event for event in events if event.to is None or number in event.to]
            messages.append(seat.wire.tell(told) if told else b"")
        return messages

    def _tell(self, messages: Sequence[bytes], asks: Mapping[Seat, Ask]) -> None:
        """Send every seat its message, and those that are asked the question with it."""
        for number, seat in enumerate(self._seats):
            if number in asks:
                ask = asks[number]
                message = messages[number] + seat.wire.ask(ask)
                seat.ask(ask.turn, ask.limits or self._limits, message)
            elif messages[number]:
                seat.send(messages[number])

    def _gather(self, asks: Mapping[Seat, Ask]) -> dict[Seat, Action | Fault]:
        """Wait until every asked seat has answered or failed; their replies, by seat."""
        replies: dict[Seat, Action | Fault] = {}
        waiting = [(number, self._seats[number]) for number in asks]
        while True:
            now = time.monotonic_ns()
            self._output.tick(now)
            left = []
            for number, seat in waiting:
                reply = WAITING
                if seat.ready or now >= seat.clock.due:
                    reply = seat.reply(self._engine, now)
                if reply is WAITING:
                    left.append((number, seat))
                else:
                    replies[number] = reply
            if not left:
                # Not in the order in which they came: an engine may go through them.
                return dict(sorted(replies.items())) if len(replies) > 1 else replies
            waiting = left
            if not self._poller.wait(_QUICK_MS):
                self._wait([seat for _, seat in left])

    def _wait(self, waiting: Sequence[BotSeat]) -> None:
        """All are thinking: let time pass until one says something or may have taken too long."""
        self._emit_logs()
        self._output.flush()
        patience = min(seat.clock.due for seat in waiting) - time.monotonic_ns()
        if patience > 0:
            self._poller.wait(min(-(-patience // 1_000_000), _EXIT_LOOK_MS))
        for seat in waiting:
            seat.look_for_exit()

    def _frame(self, members: dict[str, JSON], *, over: bool) -> None:
        self._emit_logs()
        count = self._counter.frames
        frame = {"type": "frame", "n": count, "game": self._number, "turn": self._turn, **members}
        if self._frames % KEY_EVERY == 0:
            frame["key"] = self._engine.view()
        if over and (outcome := self._engine.outcome()):
            frame["outcome"] = outcome.to_json()
        self._output.write(frame)
        self._frames += 1
        self._counter.frames = count + 1

    def _emit_logs(self) -> None:
        for seat in self._seats:
            if seat.log.waiting:
                seat.log.emit(self._number, self._turn)


def _fault_json(fault: Fault) -> JSON:
    return {"fault": fault.kind.value, "detail": fault.detail}
