"""One game whose rules are a program: the logic and the bots, each in its sandbox, and between
them the relay of their protocol.

The protocol's seconds are wall time; what a program computes is the backstop.  A fault of
the logic is never a bot's fault: it raises `LogicError`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial

from games.engine import JSON, EndState, Fault, Outcome
from games.foreign.game import REPLAY
from sandbox.errors import LogicError
from sandbox.foreign.host.frames import ForeignFrames
from sandbox.foreign.host.scratch import REPLAY_BYTES, Scratch
from sandbox.foreign.host.seats import ForeignSeat, ForeignTurnWatch, Left, LogicLog, PipedProgram
from sandbox.foreign.host.verdict import ForeignRules, decide, mute
from sandbox.foreign.wire.effects import (
    Effect,
    End,
    Ended,
    Kill,
    Note,
    PlayerError,
    SeatKind,
    StopPlayers,
    ToLogic,
    ToPlayer,
    Watch,
)
from sandbox.foreign.wire.packets import Cutter
from sandbox.foreign.wire.players import BACKLOG
from sandbox.foreign.wire.relay import Relay
from sandbox.isolation.base import Process
from sandbox.judger.output import FLUSH_NS, Output, SeatLog
from sandbox.judger.seats.played import MAX_NS, ended_early
from sandbox.judger.seats.poller import Poller
from sandbox.judger.turns import faults
from sandbox.judger.turns.starvation import Turn
from sandbox.limits import MIB

LOGIC_BACKLOG = 256 * MIB
"""Bytes that may wait for a logic which does not read; far above what bots may say in a turn."""

_MS = 1_000_000
_LOOK_MS = 25
_SOON_MS = 2
_START_NS = 1_000 * _MS
"""The time that a bot has to start before it can be paused."""
_GRACE_NS = 1_000 * _MS
"""The time in which a logic must end after the match."""
_STOP_NS = 200 * _MS
_ALIVE_NS = 60_000 * _MS
"""A clock may run longer than a worker waits for a line of its judger."""


class ForeignPlay:
    """Plays one game between a logic and bots that have been started, and writes its frames."""

    def __init__(
        self,
        rules: ForeignRules,
        logic: Process,
        bots: Sequence[Process],
        logs: Sequence[SeatLog],
        output: Output,
        poller: Poller,
        enough: int = MAX_NS,
    ) -> None:
        """A match that still runs at ``enough``, by the monotonic clock, is ended."""
        self._enough = enough
        self._rules = rules
        self._output = output
        self._poller = poller
        self._said = LogicLog()
        self._packets = Cutter()
        self._logic = PipedProgram(logic, poller, self._from_logic, self._said.take)
        self.seats = [
            ForeignSeat(process, poller, log, partial(self._from_bot, number), rules.limits)
            for number, (process, log) in enumerate(zip(bots, logs, strict=True))
        ]
        self.faults: list[list[tuple[int, Fault]]] = [[] for _ in bots]
        """By seat: the period, and what went wrong in it."""
        self.turn_watch = ForeignTurnWatch(self.seats, logic, poller)
        self._by_end: list[dict[End, Fault]] = [{} for _ in bots]
        self._unasked = [False] * len(bots)
        self._scratch = Scratch(logic)
        self._replay = f"replay.{rules.manifest.replay_suffix or 'json'}"
        path = f"{self._scratch.path}/{self._replay}"
        kinds = [SeatKind.PROGRAM] * len(bots)
        self._relay = Relay(kinds, rules.config(), path, rules.relay_limits())
        self._frames = ForeignFrames(len(bots), output, rules.manifest.limits)
        self._ended: Ended | None = None
        self._state = 0
        self._listen: tuple[int, ...] = ()
        self._period_ms = 0
        self._began = self._alive = self._looked = 0

    def play(self) -> Outcome:
        """Play to the end, end all programs, and return the outcome in the order of the seats."""
        try:
            return self._play()
        except LogicError as error:
            said = self._said.text
            raise LogicError(error.reason, said, endless=error.endless) from error

    def close(self) -> None:
        """Give back what is held besides the processes."""
        self._scratch.close()

    def _play(self) -> Outcome:
        self._began = self._alive = time.monotonic_ns()
        scene = {"seats": len(self.seats), "game": self._rules.manifest.name}
        self._frames.first(self._rules.setup.to_json(), scene)
        self._do(self._relay.start(self._began))
        while self._ended is None:
            now = time.monotonic_ns()
            if now >= self._enough:
                return self._cut_short(now)
            self._output.tick(now)
            if not self.turn_watch.wait(self._listen, self._patience(now, quick=True)):
                self._idle()
            now = time.monotonic_ns()
            if (due := self._relay.due) is not None and now >= due:
                self._late(now)
            if now - self._looked >= _LOOK_MS * _MS or self._anyone_leaves():
                self._look(now)
        return self._finish(self._ended)

    def _idle(self) -> None:
        """Nobody has said anything at once: pause who is not asked, and wait."""
        self._emit_logs()
        self._output.flush()
        now = time.monotonic_ns()
        self.turn_watch.keep(self._listen, now)
        if self._listen and not self._rules.pondering and now - self._began > _START_NS:
            for number, seat in enumerate(self.seats):
                if number not in self._listen:
                    seat.pause()
        self.turn_watch.wait(self._listen, self._patience(now, quick=False))

    def _patience(self, now: int, *, quick: bool) -> int:
        """Milliseconds to wait for anybody to say something."""
        if self._ended is not None:
            return 0
        most = FLUSH_NS // _MS if quick else _LOOK_MS
        if quick and not self._rules.pondering:
            most = _SOON_MS
        if self._anyone_leaves():
            most = min(most, _SOON_MS)
        due = self._relay.due
        return most if due is None else max(0, min(most, -(-(due - now) // _MS)))

    def _late(self, now: int) -> None:
        """A clock has run out, unless the answer is here: we may have been held up."""
        for number in self._listen:
            self.seats[number].catch_up()
        self._logic.catch_up()
        began, ends = self._relay.clock
        if now >= ends:
            clock = Turn(began, ends - began, ends)
            for number, until in self.turn_watch.excused(self._relay.thinking(), clock, now):
                self._relay.excuse(number, until)
        self._do(self._relay.tick(now))

    def _look(self, now: int) -> None:
        """See to what the pipes do not tell: programs that ended, or used too much."""
        self._looked = now
        if now - self._alive > _ALIVE_NS:
            self._alive = now
            self._output.write({"type": "alive"})
        self._logic.process.watch()
        self.turn_watch.watch(now)
        if left := self._logic.left(now):
            self._do(self._relay.logic_ended(left.status, now))
        for number, seat in enumerate(self.seats):
            if left := seat.left(now):
                self._seat_left(number, left, now)
            elif not seat.gone:
                turn = "turn_cpu_s" in self._rules.setup.params and number in self._listen
                if fault := seat.flood(0) or seat.over(in_turn=turn):
                    self._end_seat(number, fault, now)

    def _anyone_leaves(self) -> bool:
        return self._logic.leaving or any(seat.leaving for seat in self.seats)

    # Events of programs

    def _from_logic(self, data: bytes) -> None:
        for piece in self._packets.cut(data):
            if self._ended is None:
                self._do(self._relay.from_logic(piece, time.monotonic_ns()))

    def _from_bot(self, number: int, data: bytes) -> None:
        """Bytes of a bot's standard output."""
        if self._ended is not None:
            return
        seat, now = self.seats[number], time.monotonic_ns()
        self._do(self._relay.from_player_bytes(number, data, now))
        if (fault := seat.flood(len(data))) and not seat.gone:
            self._end_seat(number, fault, now)

    def _seat_left(self, number: int, left: Left, now: int) -> None:
        """A bot has ended by itself."""
        seat = self.seats[number]
        if left.status == 0:
            self._by_end[number].setdefault(End.EXIT, seat.gone_by_itself(0))
            self._do(self._relay.player_ended(number, 0, now))
            self._unasked[number] = number not in self._listen
            return
        fault = seat.gone_by_itself(left.status)
        seat.end()
        end = End.MLE if fault.kind is EndState.MEMORY else End.RE
        self._fault(number, end, fault)
        self._do(self._relay.player_ended(number, left.status, now, end, fault.detail))

    def _end_seat(self, number: int, fault: Fault, now: int) -> None:
        """End a bot that broke a limit; the logic learns that it is gone."""
        end = End.OLE if fault.kind is EndState.OUTPUT else End.TLE
        fault = self.seats[number].seen(fault)
        self.seats[number].end()
        self._fault(number, end, fault)
        self._do(self._relay.player_ended(number, None, now, end, fault.detail))

    def _fault(self, number: int, end: End, fault: Fault) -> None:
        fault = faults.clean(fault)
        self.faults[number].append((self._state, fault))
        self._by_end[number].setdefault(end, fault)

    # Effects that the relay requests

    def _do(self, effects: Sequence[Effect]) -> None:
        self._frames.turn = self._relay.state
        for effect in effects:
            self._carry_out(effect)
        if self._relay.state != self._state or self._relay.listen != self._listen:
            self._turn()
        for effect in effects:
            if isinstance(effect, ToLogic) and effect.seat is not None:
                self.seats[effect.seat].take()  # in the period for which it may have waited

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case ToPlayer(number, data):
                self._to_bot(number, data)
            case ToLogic(data):
                self._logic.outlet.send(data)
                if len(self._logic.outlet.kept) > LOGIC_BACKLOG:
                    raise LogicError("the game's program does not read its messages")
            case Watch(text):
                self._emit_logs()
                self._frames.watch(text)
            case Kill(number, end, why):
                fault = self.seats[number].seen(Fault(EndState.UNREAD, why))
                self.seats[number].end()
                if end not in self._by_end[number]:
                    self._fault(number, end, fault)
            case Note(data):
                self._note(data)
            case StopPlayers():
                self._stop_players()
            case Ended():
                self._ended = effect

    def _to_bot(self, number: int, data: bytes) -> None:
        outlet, seat = self.seats[number].outlet, self.seats[number]
        if number in self._relay.listen:
            seat.thaw()  # before its clock, which has just begun, costs it anything
        seat.log.sent(data, 0, self._relay.state)
        outlet.send(data)
        # A bot that was paused could not read: it gets the time until the next message.
        if len(outlet.kept) > BACKLOG and not seat.thaw():
            self._do(self._relay.overflowed(number, time.monotonic_ns()))

    def _note(self, data: Mapping[str, JSON]) -> None:
        """Errors of players are told to watchers; all else is for who writes a logic."""
        self._frames.note(data)
        if data.get("type") != "error":
            return
        number, error = data["index"], PlayerError(data["error"])
        # Told again, maybe of a moment of listening that is over when we look.
        self._unasked[number] = False
        words = str(data.get("reason", ""))
        if error is PlayerError.TIME_OUT:
            now = time.monotonic_ns()
            self.turn_watch.answered(number, self._state, now, failed=True)
            late = self.seats[number].late(self._period_ms, now)
            late = faults.early(late, self._relay.dropped(number))
            self._fault(number, End.TLE, late)
            words = late.detail
        elif error is PlayerError.OUTPUT_LIMIT and End.OLE not in self._by_end[number]:
            fault = self.seats[number].seen(Fault(EndState.OUTPUT, words))
            self._fault(number, End.OLE, fault)
        self._frames.error(number, error.name.lower(), words)

    def _stop_players(self) -> None:
        """The match is decided: programs that have just ended by themselves say how."""
        now = time.monotonic_ns()
        until = now + _STOP_NS
        while any(seat.leaving for seat in self.seats) and time.monotonic_ns() < until:
            time.sleep(_SOON_MS / 1000)
            now = time.monotonic_ns()
            for number, seat in enumerate(self.seats):
                if left := seat.left(now):
                    self._seat_left(number, left, now)
        for seat in self.seats:
            if not seat.gone:
                seat.end()
        self._do(self._relay.players_stopped(now))

    def _turn(self) -> None:
        """The logic has begun another period of the clock, or listens to others."""
        now = time.monotonic_ns()
        period = self._relay.state != self._state
        self._listen = self._relay.listen
        for number, seat in enumerate(self.seats):
            if seat.clock.runs and (period or number not in self._listen):
                self.turn_watch.answered(number, self._state, now)
        if period or any(not self.seats[number].clock.runs for number in self._listen):
            self.turn_watch.begin()
        for number, seat in enumerate(self.seats):
            if number not in self._listen:
                seat.ignored(now)
                continue
            seat.thaw()
            seat.listened(now)
            if seat.gone:
                self._unasked[number] = False
        if period:
            self._period(now)

    def _period(self, now: int) -> None:
        """Another period has begun, in which all turns are new."""
        self._state = self._relay.state
        self._period_ms = self._relay.time_left(now)
        messages = [seat.heard for seat in self.seats]
        for seat in self.seats:
            seat.begin_period(now)
            seat.clock.bound = self._period_ms * _MS
        self._emit_logs()
        self._frames.period(self._listen, messages, [seat.frame_cpu_us() for seat in self.seats])

    # The end

    def _finish(self, ended: Ended) -> Outcome:
        for seat in self.seats:
            if not seat.gone:
                seat.end()
        if ended.scores is None:
            raise LogicError(
                ended.why or "the game's program came to no result", endless=ended.endless
            )
        for seat in self.seats:
            seat.ignored(time.monotonic_ns())
        self._await_logic()
        teams = [seat.team for seat in self._rules.setup.seats]
        outcome = decide(ended.scores, ended.ends, self._by_end, self._unasked, teams)
        self._emit_logs()
        self._frames.end([seat.score for seat in outcome.seats], outcome.to_json())
        self._close_logs()
        data = self._scratch.read(self._replay, REPLAY_BYTES)
        self._logic.end()
        if data is not None:
            self._frames.attach(REPLAY, data)
        return outcome

    def _cut_short(self, now: int) -> Outcome:
        """End all programs of a match that has shown enough."""
        for number, seat in enumerate(self.seats):
            if number in self._listen and not seat.meter.total and not seat.gone:
                self._fault(number, End.STLE, mute(now - seat.clock.began))
            seat.end()
        self._logic.end()
        self._emit_logs()
        self._close_logs()
        return ended_early([found[0][1] if found else None for found in self.faults], self._state)

    def _await_logic(self) -> None:
        """It may be about to end in order, its files written."""
        self._logic.outlet.close()
        self._logic.process.close_stdin()
        until = time.monotonic_ns() + _GRACE_NS
        while not self._logic.gone and (now := time.monotonic_ns()) < until:
            self._poller.wait(_SOON_MS)
            if self._logic.left(now):
                break

    def _close_logs(self) -> None:
        for seat in self.seats:
            seat.log.emit(0, self._state, final=True)

    def _emit_logs(self) -> None:
        for seat in self.seats:
            if seat.log.waiting:
                seat.log.emit(0, self._relay.state)
