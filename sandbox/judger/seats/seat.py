"""One seat of one game, played by a program in a sandbox."""

from __future__ import annotations

import os
import select
import time
from collections import deque

from games.engine import Action, EndState, Engine, Fault, IllegalAction, TurnLimits, Wants
from games.wire import Wire, encode
from sandbox.isolation.base import Process
from sandbox.judger.output import SeatLog
from sandbox.judger.seats.pipes import LOOK_NS, IdleCheck, Meter, Outlet, unread
from sandbox.judger.seats.played import WAITING
from sandbox.judger.seats.poller import Poller
from sandbox.judger.turns import faults
from sandbox.judger.turns.clock import Clock
from sandbox.judger.turns.record import SeatRecord
from sandbox.limits import Limits

_read = os.read  # looked up often
_CHUNK = 65536
_EXIT_WAIT_S = 0.2
_HEARD_NS = 200_000
"""Output read this short a time ago need not be looked for again before a question goes out."""
_NEVER = 1 << 62
_SNEAK_NS = 500_000
"""CPU time between two of its turns from which on a program is thinking, not tidying up."""


class BotSeat:
    """Carries messages between an engine and a bot, and judges what the bot does.

    Nothing the bot does raises: it shows in `reply` as a `Fault`, and only in the seat's
    turn.  The descriptors are non-blocking, and memory stays bounded whatever the bot sends or
    leaves unread.  ``pondering`` bots may think while they are not asked.
    """

    spent = 0
    """CPU time, in ns, that the last reply has cost."""
    said = b""
    """The last reply as JSON, as frames hold it."""
    ready = False
    """Whether `reply` has something besides the clock to go by."""
    sneaky = False
    """Whether the bot was seen to think outside its turns, which it may not."""

    _turn: int | None = None
    _terms: TurnLimits | None = None
    _wants = Wants.ANSWER
    _owed = _dropped = _answers = 0
    _failed: Fault | None = None
    _silent = False  # standard output has ended
    _paused = False
    _wakeful = False  # it has to read before it may be paused
    _unheard = False  # what it says after its turn must not come in the next
    _first = 0  # bytes of the first message
    _looked = _opened = 0  # CPU time at the last look, and at the game's beginning

    def __init__(
        self,
        process: Process,
        wire: Wire,
        clock: Clock,
        log: SeatLog,
        poller: Poller,
        limits: Limits,
        record: SeatRecord,
        *,
        pondering: bool = False,
    ) -> None:
        self.process = process
        self.wire = wire
        self.clock = clock
        self.log = log
        self.record = record
        wire.limit = limits.message_bytes
        self._feed = wire.feed
        self._outlet = Outlet(process.stdin, poller)
        self._idle_check = IdleCheck(process, self._outlet)
        self._meter = Meter(limits, record.output_bytes)
        self._sneak_ns = _NEVER if pondering else _SNEAK_NS
        self._inbox: deque[Action] = deque()
        self._poller = poller
        self._limits = limits
        self._listen()

    def _listen(self) -> None:
        """Have what the bot says read as it comes."""
        self._stdout = fd = self.process.stdout
        for each in (fd, self.process.stderr):
            os.set_blocking(each, False)
        # Cheaper than to read and find nothing, which raises.
        stdout = select.poll()
        stdout.register(fd, select.POLLIN)
        self._peek = stdout.poll
        self._poller.add(fd, select.POLLIN, self._read_stdout)
        self._poller.add(self.process.stderr, select.POLLIN, self._read_stderr)

    def ask(
        self,
        turn: int,
        limits: TurnLimits,
        message: bytes,
        heard: int,
        wants: Wants = Wants.ANSWER,
    ) -> None:
        """Send ``message``, which ends with the question, and run the clock from here.

        In a new turn, what the bot said before it was asked is no answer and is dropped, unless
        its protocol takes answers ahead.  Further asks of the same turn share its clock, unless
        they have other limits, and may have been answered in advance.  ``heard`` is when all that
        had been said by then was read, for this seat among others.
        """
        self._wants = wants
        if turn != self._turn:
            self._turn = turn
            self._begin_turn(limits, heard)
        elif limits is not self._terms and limits != self._terms:
            self.clock.start(limits, time.monotonic_ns())
        self._terms = limits
        if wants is Wants.NOTHING:
            self.ready = True
        elif wants is Wants.REST:
            self._idle_check.begin()
            self._look_soon(time.monotonic_ns())
        if self._paused:
            self.resume()
        self.send(message)

    def _begin_turn(self, limits: TurnLimits, heard: int) -> None:
        now = time.monotonic_ns()
        if self._inbox or now - heard > _HEARD_NS or self._paused:
            self._catch_up()
            self._drop_inbox()
            now = time.monotonic_ns()
        elif self._dropped:
            self._dropped = 0
        self.ready, self._unheard = self._silent or bool(self._inbox), False
        self._meter.turn()
        # Before the message goes out: on one processor the bot may run before we do again.
        clock = self.clock
        clock.start(limits, now)
        if clock.idle > self._sneak_ns and clock.turns > 1:  # not while it was starting up
            self.sneaky = True

    def begin(self, message: bytes) -> None:
        """Send the first message, with the first question if there is one; the clock waits."""
        self._first = len(message)
        self._looked = self.process.cpu_ns()
        self.send(message)

    def gets_going(self, free_ns: int) -> bool:
        """Whether the bot has read something of the first message, or will not; to be asked
        until it is so.

        The time used at the last look before it read was to get started, and is free; more
        than ``free_ns`` is not.
        """
        before, self._looked = self._looked, self.process.cpu_ns()
        outlet = self._outlet
        listens = not (self._silent or outlet.closed or not self._first)
        if self._looked < free_ns and listens and unread(self.process, outlet) >= self._first:
            return False
        self._opened = before
        self.clock.open(before)
        return True

    def open(self, turn: int, limits: TurnLimits, wants: Wants) -> None:
        """Run the clock for the question that came with the first message.

        It may have been answered already.
        """
        self._turn, self._terms, self._wants = turn, limits, wants
        self.ready = self._silent or bool(self._inbox) or wants is Wants.NOTHING
        self.clock.start(limits, time.monotonic_ns(), self._opened)
        self.resume()

    def send(self, message: bytes) -> None:
        """Send without waiting; what the bot does not take now is kept for later."""
        if self._outlet.send(message):
            self._look_at_backlog(len(self._outlet.kept))

    def reply(self, engine: Engine, now: int) -> Action | Fault:
        """The answer to the ask, or what went wrong with it, or `WAITING`.

        A fault after which the bot cannot go on comes again at every later ask."""
        inbox, clock = self._inbox, self.clock
        if self._wants is Wants.NOTHING:
            return self._pass_by(now)
        if not inbox and now >= clock.due:
            # We may have been held up since we last looked, which must not cost the bot its answer.
            self._catch_up()
        if inbox:
            action = inbox.popleft()
            self._answers += 1
            self.ready = self._silent or bool(inbox)
            if self.sneaky:
                # Now and not in the turns of others.  Work on another processor is also counted
                # as of now only when it stops.
                self.pause()
            self.spent = clock.lap(now)
            if fault := clock.over_cpu():
                return self._too_slow(fault)
            if type(action) is int:
                self.said = b"%d" % action
            elif fault := self._unspeakable(action):
                return self._at_fault(self._seen(fault))
            try:
                engine.check(self.wire.seat, action)
            except IllegalAction as error:
                return self._at_fault(self._seen(Fault(EndState.ILLEGAL, str(error))))
            return action
        if self._failed is None and self._silent:
            self._fail(self._epitaph())
        if self._failed is not None:
            self.spent = clock.lap(now)
            return self._at_fault(self._failed)
        return self._look_at_clock(now) if now >= clock.due else WAITING

    def _look_at_clock(self, now: int) -> Action | Fault:
        """The reply of a seat that has said nothing so far, and for which it may be too late."""
        if fault := self.clock.over(now):
            return self._time_over(fault, now)
        if self._wants is Wants.REST:
            if self._idle_check.look():
                return self._without(now)
            self._look_soon(now)
        return WAITING

    def _time_over(self, fault: Fault, now: int) -> Action | Fault:
        """The reply of a seat that has said nothing in time."""
        if self._wants is not Wants.ANSWER and fault.kind is not EndState.BANK:
            return self._without(now)
        self.spent = self.clock.lap(now)
        self._owed += 1
        return self._too_slow(faults.unread_input(fault, unread(self.process, self._outlet)))

    def _without(self, now: int) -> Action:
        """The reply of a seat that need not answer."""
        self.spent = self.clock.lap(now)
        self.said = b"null"
        self._unheard = self._wants is Wants.REST
        return None

    def _look_soon(self, now: int) -> None:
        self.clock.due = min(self.clock.due, now + LOOK_NS)

    def _pass_by(self, now: int) -> Fault | None:
        """The reply of a seat from which nothing is wanted."""
        self.spent = self.clock.lap(now)
        if self._failed is None and self._silent:
            self._fail(self._epitaph())
        if self._failed is not None:
            return self._at_fault(self._failed)
        self.ready = bool(self._inbox)
        self.said = b"null"
        return None

    def pause(self) -> None:
        """The seat is not asked, and its program is kept from thinking until it is.

        Not while it is behind with reading: what it is told comes in the meantime all the same.
        """
        if self._wakeful and not self._outlet.kept:
            self._wakeful = False
        if not (self._paused or self._wakeful or self._unheard or self._failed):
            self._paused = True
            self.process.freeze()

    def resume(self) -> None:
        if self._paused:
            self._paused = False
            self.process.thaw()

    def look_for_exit(self) -> None:
        """Notice a program that has ended although something still holds its standard output."""
        if not self._silent and self.process.poll() is not None:
            while self._read_stdout():
                pass
            self._hush()

    def finish(self, message: bytes) -> None:
        """The game is over: tell the bot if it listens, end it, and read what it had said."""
        self.send(message)
        self.clock.close()
        self.process.kill()
        while self._read_stderr():
            pass
        self.record.output_bytes = self._meter.total

    def _drop_inbox(self) -> None:
        self._dropped = 0 if self.wire.ahead else len(self._inbox)
        if self._dropped:
            self.record.early += self._dropped
            self._inbox.clear()

    def _unspeakable(self, action: Action) -> Fault | None:
        """Whether the action is none for the record; else `said` is set."""
        try:
            # Infinity and lone surrogates get through JSON parsers, and would break the replay.
            self.said = encode(action)[:-1]
        except (ValueError, RecursionError) as error:
            return Fault(EndState.MALFORMED, f"an answer that JSON cannot carry: {error}")
        return None

    def _too_slow(self, fault: Fault) -> Fault:
        final = fault.kind is EndState.BANK  # and nothing brings it back
        fault = self._seen(fault)
        if final:
            self._fail(fault)
        return self._at_fault(faults.early(fault, self._dropped))

    def _at_fault(self, fault: Fault) -> Fault:
        self.said = encode({"fault": fault.kind.value, "detail": fault.detail})[:-1]
        return fault

    def _catch_up(self) -> None:
        """Take what the bot has said by now."""
        while not self._silent and self._peek(0) and self._read_stdout():
            pass

    def _read_stdout(self) -> bool:
        """Take one chunk; whether there may be more."""
        try:
            data = _read(self._stdout, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._hush()
            return False
        for message in self._feed(data):
            if isinstance(message, Fault):
                self._fail(self._seen(message))
            elif self._owed:
                self._owed -= 1
                self.record.late += 1
            else:
                self._inbox.append(message)
                self.ready = True
        if fault := self._meter.count(len(data)):
            self._fail(self._seen(fault))
        return len(data) == _CHUNK and not self._silent

    def _read_stderr(self) -> bool:
        """Take one chunk; whether there may be more."""
        try:
            data = _read(self.process.stderr, _CHUNK)
        except BlockingIOError:
            return False
        if data:
            self.log.take(data)
            if flood := self.log.flood:
                self._fail(flood)
        else:
            self._poller.remove(self.process.stderr)
        return bool(data)

    def _look_at_backlog(self, size: int) -> None:
        limit = self._limits.unread_bytes
        if self._paused:
            # It cannot read, which is our doing.  Long before it is too much, it gets to.
            if size > limit // 2:
                self._wakeful = True
                self.resume()
        elif size > limit:
            self._fail(self._seen(faults.unread(size, limit)))

    def _fail(self, fault: Fault) -> None:
        """The bot cannot go on.  It ends here, but is at fault only in its next turn."""
        if self._failed is None:
            self._failed = fault
            self._paused = False
            self._hush()
            self._outlet.close()
            self.process.kill()

    def _hush(self) -> None:
        self._silent = self.ready = True
        self._poller.remove(self.process.stdout)

    def _epitaph(self) -> Fault:
        """Why the bot's standard output has ended."""
        until = time.monotonic() + _EXIT_WAIT_S
        # The end of a pipe is seen a moment before the exit status of its last writer.
        while (status := self.process.poll()) is None and time.monotonic() < until:
            time.sleep(0.002)
        self._read_stderr()
        self.process.watch()
        usage = self.process.usage()
        words = self.log.last_words
        return faults.clean(faults.gone(status, self._answers, usage, words, self._limits))

    def _seen(self, fault: Fault) -> Fault:
        """``fault``, or what is behind it, as the program shows while it lives."""
        self._read_stderr()
        usage = self.process.usage()
        return faults.clean(faults.behind(fault, usage, self.log.last_words, self._limits))
