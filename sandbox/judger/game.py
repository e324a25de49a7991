"""One game: the loop of its turns between seats that are ready."""

from __future__ import annotations

import select
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from games.engine import (
    JSON,
    Action,
    Ask,
    EndState,
    Engine,
    Event,
    Fault,
    Outcome,
    Seat,
    TurnLimits,
)
from sandbox.errors import SandboxError
from sandbox.judger.output import FLUSH_NS, Frames, Output
from sandbox.judger.seats.human_input import Opening
from sandbox.judger.seats.played import MAX_NS, WAITING, PlayedSeat, ended_early
from sandbox.judger.seats.poller import Poller, Ticker
from sandbox.judger.turns.record import MOST
from sandbox.judger.turns.turn_watch import LATE_NS, WATCH_NS, Disturbance, TurnWatch

QUICK_NS = 1_000_000
"""Seats that answer within this time are only waited for; the rest is for those who think."""
_LONG_MS = FLUSH_NS // 1_000_000
"""For a `poll` that a tick ends first."""
_WATCH_NS = 250_000_000
"""How often the limits are looked after that the kernel does not hold, in a fast match."""
_PEOPLE_WATCH_NS = 250_000_000
"""The same while people think: bots are paused then, unless they may ponder."""
_START_NS = 2_000_000_000
"""How long, and for how much CPU time of its own, a bot may get started before it reads.  They may
share one processor: each two further bots add this time."""


@dataclass(slots=True)
class Span:
    """When the first question of a match went out, when the last answer was taken, and for how
    much of the time between somebody was being asked."""

    asked: int = 0
    taken: int = 0
    within: int = 0


@dataclass(frozen=True, slots=True)
class MatchTools:
    """Things that the games of a match share; each has a poller of its own.

    ``ticker`` ticks every `QUICK_NS`.  ``pondering`` bots may think while they are not asked.  A
    game that still runs at ``enough``, by the monotonic clock, is ended.
    """

    poller: Poller
    ticker: Ticker
    output: Output
    frames: Frames
    limits: TurnLimits
    pondering: bool
    disturbed: list[Disturbance]
    span: Span
    enough: int = MAX_NS


class GamePlay:
    """Plays one game between seats that are ready, and writes its frames and logs.

    ``number`` counts the games of the match from 0; ``indexes`` are the match's numbers of the
    seats; ``people`` are those of the game that persons play, who may think for long and are
    disturbed by nothing.  ``opening`` is what the first question waits for.
    """

    def __init__(
        self,
        engine: Engine,
        seats: Sequence[PlayedSeat],
        indexes: Sequence[int],
        room: MatchTools,
        number: int,
        people: Collection[Seat] = (),
        opening: Opening | None = None,
    ) -> None:
        self._engine = engine
        self._opening = opening
        self._seats = seats
        self._indexes = indexes
        self._room = room
        self._number = number
        self._people = people
        self._turn_watch = TurnWatch(seats, pondering=room.pondering)
        self._wait = room.poller.wait
        every = list(enumerate(seats))
        self._orders = [every[first:] + every[:first] for first in range(len(seats))]
        self._nothing = [b""] * len(seats)
        self._served = 0
        self._heard = 0  # when the last answer was taken: all that was said by then was read
        self._ticking = True
        room.poller.add(room.ticker.fd, select.POLLIN, room.ticker.drain)
        room.ticker.start()
        self._chores_due = self._watch_due = 0
        self._noted: list[Fault | None] = [None] * len(seats)
        self.cut = False
        self._turn = engine.progress().turn

    def play(self, setup: JSON) -> Outcome:
        """Play to the end, end the bots, and return the outcome in the game's seat order.

        A game that is ended before has an outcome without a winner, and ``cut`` is true then.
        ``setup`` is the game's, as JSON, for the record.
        """
        engine, room, number = self._engine, self._room, self._number
        frames, output, seats = room.frames, room.output, self._seats
        asks = engine.pending()
        scene = engine.scene()
        frames.first(number, self._turn, {"setup": setup, "scene": scene}, engine)
        views = [seat.wire.begin(scene, engine.view(n)) for n, seat in enumerate(seats)]
        self._begin(views, asks)
        asks = self._resume(asks)
        while asks:
            if self._heard >= room.enough:
                return self._cut_short()
            replies = self._one(*asks) if len(asks) == 1 else self._gather(asks)
            events = engine.submit(replies)
            asks = engine.pending()
            # Bots first, then the record: they can think while we write.
            self._tell(self._messages(events) if events else None, asks)
            if self._heard >= self._chores_due or self._turn_watch.active or not self._ticking:
                self._settle(self._heard)
            said = [(n, seats[n].said, seats[n].spent // 1000) for n in replies]
            if output.talkative:
                self._emit_logs()
            self._remark(events)
            frames.step(number, self._turn, said, events, engine, over=not asks)
            self._turn = engine.progress().turn
        return self._end()

    def _begin(self, views: Sequence[bytes], asks: Mapping[Seat, Ask]) -> None:
        """Send every bot its first message, and run the clocks once each has begun to read it.

        To load an interpreter and libraries costs no turn and no bank.  A bot that has read early
        is kept from thinking until all others have, too.  Waits for a busy machine do not count.
        """
        for number, seat in enumerate(self._seats):
            question = seat.wire.ask(asks[number]) if number in asks else b""
            seat.begin(views[number] + question)
        now = time.monotonic_ns()
        starting, patience = list(self._seats), _START_NS * max(1, len(self._seats) // 2)
        deadline = now + patience
        while starting:
            waiting = [
                seat for seat in starting if not seat.gets_going(_free_ns(seat, deadline, now))
            ]
            if not self._room.pondering and waiting:
                for seat in starting:
                    if seat not in waiting:
                        seat.pause()
            starting = waiting
            if starting:
                self._wait(_LONG_MS)
                now = time.monotonic_ns()
                if now >= self._watch_due:
                    self._watch_due = now + WATCH_NS
                    self._turn_watch.watch(now)
                    for seat in starting:
                        seat.clock.starvation.begin(now)
        if self._opening is not None:
            self._open(self._opening)
            now = time.monotonic_ns()
        self._room.span.asked = self._room.span.asked or now
        for number, ask in asks.items():
            self._seats[number].open(ask.turn, ask.limits or self._room.limits, ask.wants)

    def _resume(self, asks: Mapping[Seat, Ask]) -> Mapping[Seat, Ask]:
        """Bring a game that was begun before to the turn from which it is played on."""
        return asks

    def _open(self, opening: Opening) -> None:
        """Let people see the board first.  The programs rest: this is no part of the game."""
        if not self._room.pondering:
            for number, seat in enumerate(self._seats):
                if number not in self._people:
                    seat.pause()
        self._rest_ticker()
        now = time.monotonic_ns()
        while (patience := opening.step(now)) > 0:
            self._room.output.flush()
            self._wait(-(-min(patience, _PEOPLE_WATCH_NS) // 1_000_000))
            now = time.monotonic_ns()
            self._turn_watch.watch(now)

    def _rest_ticker(self) -> None:
        if self._ticking:
            self._ticking = False
            self._room.ticker.stop()

    def _cut_short(self) -> Outcome:
        """End the bots without a last message: they may not know any for such an end."""
        self.cut = True
        for seat in self._seats:
            seat.finish(b"")
            seat.log.emit(self._number, self._turn, final=True)
        return ended_early(self._noted, self._turn)

    def _end(self) -> Outcome:
        outcome = self._engine.outcome()
        if outcome is None:
            raise SandboxError("the engine asks nobody and has no outcome")
        for seat in self._seats:
            seat.finish(seat.wire.end(outcome))
            seat.log.emit(self._number, self._turn, final=True)
        return outcome

    def _remark(self, events: Sequence[Event]) -> None:
        """Put into each bot's log what the game has to say to its author alone."""
        for event in events:
            for number, text in event.remarks.items():
                self._seats[number].log.remark(text, self._number, self._turn)

    def _messages(self, events: Sequence[Event]) -> list[bytes]:
        """The messages about these events, by seat."""
        messages = []
        for number, seat in enumerate(self._seats):
            told = [event for event in events if event.to is None or number in event.to]
            messages.append(seat.wire.tell(told) if told else b"")
        return messages

    def _tell(self, messages: Sequence[bytes] | None, asks: Mapping[Seat, Ask]) -> None:
        """Send every seat its message, and those that are asked the question with it.

        The seat that is served first changes from step to step.
        """
        limits, heard = self._room.limits, self._heard
        if messages is None and len(asks) == 1:
            ((number, ask),) = asks.items()
            seat = self._seats[number]
            seat.ask(ask.turn, ask.limits or limits, seat.wire.ask(ask), heard, ask.wants)
        else:
            messages = messages or self._nothing
            self._served = served = (self._served + 1) % len(self._orders)
            for number, seat in self._orders[served]:
                message = messages[number]
                if number in asks:
                    ask = asks[number]
                    question = message + seat.wire.ask(ask)
                    seat.ask(ask.turn, ask.limits or limits, question, heard, ask.wants)
                elif message:
                    seat.send(message)

    def _one(self, number: Seat) -> dict[Seat, Action | Fault]:
        """Wait until the one seat that is asked has answered or failed."""
        seat = self._seats[number]
        clock, wait, moment = seat.clock, self._wait, time.monotonic_ns
        asked = now = moment()
        while True:
            if seat.ready or now >= clock.due:
                reply = seat.reply(self._engine, now)
                if reply is not WAITING:
                    if type(reply) is Fault or self._turn_watch.active:
                        self._answered(number, reply, now)
                    self._heard = now
                    self._taken(clock.began, moment())
                    return {number: reply}
            before = now
            if now - asked < QUICK_NS:
                wait(_LONG_MS)
                now = moment()
                if now - before > LATE_NS:
                    self._turn_watch.measure((number,), now)
            else:
                now = self._think((number,), now)

    def _gather(self, asks: Collection[Seat]) -> dict[Seat, Action | Fault]:
        """Wait until every asked seat has answered or failed; their replies, by seat."""
        replies: dict[Seat, Action | Fault] = {}
        waiting = list(asks)
        asked = now = time.monotonic_ns()
        while True:
            left = []
            for number in waiting:
                seat = self._seats[number]
                reply = WAITING
                if seat.ready or now >= seat.clock.due:
                    reply = seat.reply(self._engine, now)
                if reply is WAITING:
                    left.append(number)
                else:
                    replies[number] = reply
                    self._answered(number, reply, now)
            if not left:
                self._heard = now
                self._taken(min(self._seats[n].clock.began for n in asks), time.monotonic_ns())
                # Not in the order in which they came: an engine may go through them.
                return dict(sorted(replies.items()))
            waiting, before = left, now
            if now - asked < QUICK_NS:
                self._wait(_LONG_MS)
                now = time.monotonic_ns()
                if now - before > LATE_NS:
                    self._turn_watch.measure(waiting, now)
            else:
                now = self._think(waiting, now)

    def _taken(self, began: int, now: int) -> None:
        """All replies are taken, to questions of turns of which the first began at ``began``."""
        span = self._room.span
        # A turn may have more than one question.
        span.within += now - (began if began > span.taken else span.taken)
        span.taken = now

    def _think(self, asked: Collection[Seat], now: int) -> int:
        """All are thinking: let time pass until one says something or may have taken too long.

        Returns the time.
        """
        self._rest_ticker()
        if self._room.output.talkative:
            self._emit_logs()
        self._room.output.flush()
        now = time.monotonic_ns()
        self._turn_watch.keep(asked, now)
        patience = min(min(self._seats[n].clock.due for n in asked) - now, self._watch_ns(asked))
        if patience > 0:
            self._wait(-(-patience // 1_000_000))
            now = time.monotonic_ns()
            self._turn_watch.measure(asked, now)
        for number in asked:
            self._seats[number].look_for_exit()
        return now

    def _watch_ns(self, asked: Collection[Seat]) -> int:
        """How long to wait at most before the limits are looked after."""
        if self._people and all(number in self._people for number in asked):
            return _PEOPLE_WATCH_NS
        return WATCH_NS

    def _answered(self, number: Seat, reply: Action | Fault, now: int) -> None:
        seat, index = self._seats[number], self._indexes[number]
        if type(reply) is Fault and self._noted[number] is not reply:
            self._noted[number] = reply  # what is final comes again at every ask
            seat.record.note(reply, self._number, self._turn)
            if self._people:
                self._room.output.write(_news_of(reply))
        if (
            self._turn_watch.active
            and len(self._room.disturbed) < MOST
            and number not in self._people
        ):
            failed = type(reply) is Fault and reply.kind is EndState.SILENT
            took = self._turn_watch.waited(number, now, failed=failed)
            if took.disturbed:
                self._room.disturbed.append(
                    Disturbance(self._number, self._turn, index, took.wall, took.cpu, took.waited)
                )

    def _settle(self, now: int) -> None:
        """A step is over, and the next questions are out.  Do what is due now and then."""
        if self._turn_watch.active:
            self._turn_watch.over()
        if not self._ticking:
            self._ticking = True
            self._room.ticker.start()
        if now >= self._chores_due:
            self._chores_due = now + FLUSH_NS
            self._room.output.tick(now)
            if now >= self._watch_due:
                self._watch_due = now + _WATCH_NS
                self._turn_watch.watch(now)

    def _emit_logs(self) -> None:
        self._room.output.talkative = False
        for seat in self._seats:
            if seat.log.waiting:
                seat.log.emit(self._number, self._turn)


def _free_ns(seat: PlayedSeat, deadline: int, now: int) -> int:
    """How much CPU time a seat that has not read yet may use to get started."""
    if now >= deadline and now >= deadline + seat.clock.starvation.excused(now):
        return 0
    return _START_NS


def _news_of(fault: Fault) -> JSON:
    """A fault, said before people are told what the game made of it."""
    return {"type": "fault", "kind": fault.kind.value, "detail": fault.detail}
