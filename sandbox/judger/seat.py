"""One seat of one game, played by a program in a sandbox."""

from __future__ import annotations

import os
import select
import signal
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from games.engine import Action, EndState, Engine, Fault, IllegalAction, TurnLimits
from games.wire import Wire, encode
from sandbox.isolation.base import Process
from sandbox.judger.clock import Clock
from sandbox.judger.job import OutputLimits
from sandbox.judger.output import SeatLog

WAITING: Final = object()
"""What `BotSeat.reply` gives while the seat has neither answered nor failed."""

_CHUNK = 65536
_EXIT_WAIT_S = 0.2
_DETAIL = 500


class Poller:
    """`select.poll` with a handler for each descriptor; registered once, not once a turn."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._handlers: dict[int, Callable[[], object]] = {}

    def add(self, fd: int, mask: int, handler: Callable[[], object]) -> None:
        self._handlers[fd] = handler
        self._poll.register(fd, mask)

    def remove(self, fd: int) -> None:
        if self._handlers.pop(fd, None):
            self._poll.unregister(fd)

    def wait(self, timeout_ms: int) -> bool:
        """Call the handler of every descriptor that is ready; False if none became so in time."""
        ready = self._poll.poll(timeout_ms)
        for fd, _ in ready:
            handler = self._handlers.get(fd)
            if handler is not None:  # else another handler of this round has just removed it
                handler()
        return bool(ready)


class BotSeat:
    """Carries messages between an engine and a bot, and judges what the bot does.

    Nothing the bot does raises: it shows in `reply` as a `Fault`, and only when the seat is
    asked.  The descriptors are non-blocking, and memory stays bounded whatever the bot sends or
    leaves unread.  ``memory_mb`` is the sandbox's limit, for the words of a fault.
    """

    def __init__(
        self,
        process: Process,
        wire: Wire,
        clock: Clock,
        log: SeatLog,
        poller: Poller,
        output: OutputLimits,
        memory_mb: int,
    ) -> None:
        self.process = process
        self.wire = wire
        self.clock = clock
        self.log = log
        self.late = 0
        self.early = 0
        self.spent = 0
        """CPU time, in ns, that the last reply has cost."""
        self.ready = False
        """Whether `reply` has something besides the clock to go by."""
        self._turn: int | None = None
        self._inbox: deque[Action] = deque()
        self._owed = 0
        self._failed: Fault | None = None
        self._silent = False  # standard output has ended
        self._deaf = False  # standard input is closed, or nobody will read it any more
        self._backlog = bytearray()
        self._turn_bytes = 0
        self._poller = poller
        self._limits = output
        self._memory_mb = memory_mb
        for fd in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(fd, False)
        # Cheaper than to read and find nothing, which raises.
        stdout = select.poll()
        stdout.register(process.stdout, select.POLLIN)
        self._peek = stdout.poll
        poller.add(process.stdout, select.POLLIN, self._read_stdout)
        poller.add(process.stderr, select.POLLIN, self._read_stderr)

    def ask(self, turn: int, limits: TurnLimits, message: bytes) -> None:
        """Send ``message``, which ends with the question, and run the clock from here.

        In a new turn, what the bot said before it was asked is no answer and is dropped.  Further
        asks of the same turn share its clock and may have been answered in advance.
        """
        if turn != self._turn:
            self._turn = turn
            self._catch_up()
            self.early += len(self._inbox)
            self._inbox.clear()
            self.ready = self._silent
            self._turn_bytes = 0
            # Before the message goes out: on one processor the bot may run before we do again.
            self.clock.start(limits, time.monotonic_ns())
        self.send(message)

    def send(self, message: bytes) -> None:
        """Send without waiting; what the bot does not take now is kept for later."""
        if self._deaf or not message:
            return
        if self._backlog:
            self._backlog += message
            if len(self._backlog) > self._limits.message_backlog:
                limit = self._limits.message_backlog
                self._fail(
                    Fault(EndState.CRASH, f"left more than {limit} bytes of messages unread")
                )
            return
        sent = self._write(message)
        if sent < len(message) and not self._deaf:
            self._backlog += message[sent:]
            self._poller.add(self.process.stdin, select.POLLOUT, self._write_backlog)

    def reply(self, engine: Engine, now: int) -> Action | Fault:
        """The answer to the ask, or what went wrong with it, or `WAITING`.

        A fault after which the bot cannot go on comes again at every later ask.
        """
        if not self._inbox and now >= self.clock.due:
            # We may have been held up since we last looked, which must not cost the bot its answer.
            self._catch_up()
        if self._inbox:
            action = self._inbox.popleft()
            self.ready = bool(self._inbox) or self._silent
            self.spent = self.clock.lap(now)
            if reason := self.clock.over_cpu():
                return Fault(EndState.TIMEOUT, reason)
            return self._checked(engine, action)
        if self._failed is None and self._silent:
            self._fail(self._epitaph())
        if self._failed is None and now >= self.clock.due and (reason := self.clock.over(now)):
            self._owed += 1
            self.spent = self.clock.lap(now)
            return Fault(EndState.TIMEOUT, reason)
        if self._failed is not None:
            self.spent = self.clock.lap(now)
            return self._failed
        return WAITING

    def look_for_exit(self) -> None:
        """Notice a program that has ended although something still holds its standard output."""
        if not self._silent and self.process.poll() is not None:
            while self._read_stdout():
                pass
            self._hush()

    def finish(self, message: bytes) -> None:
        """The game is over: tell the bot if it listens, end it, and read what it had said."""
        self.send(message)
        self.process.kill()
        while self._read_stderr():
            pass

    def _checked(self, engine: Engine, action: Action) -> Action | Fault:
        try:
            if type(action) is not int:
                # Infinity and lone surrogates get through JSON parsers, and would break the replay.
                encode(action)
        except (ValueError, RecursionError) as error:
            return Fault(EndState.MALFORMED, _clean(f"an answer that JSON cannot carry: {error}"))
        try:
            engine.check(self.wire.seat, action)
        except IllegalAction as error:
            return Fault(EndState.ILLEGAL, _clean(str(error)))
        return action

    def _catch_up(self) -> None:
        """Take what the bot has said by now."""
        while not self._silent and self._peek(0) and self._read_stdout():
            pass

    def _read_stdout(self) -> bool:
        """Take one chunk; whether there may be more."""
        try:
            data = os.read(self.process.stdout, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._hush()
            return False
        for message in self.wire.feed(data):
            if isinstance(message, Fault):
                self._fail(replace(message, detail=_clean(message.detail)))
            elif self._owed:
                self._owed -= 1
                self.late += 1
            else:
                self._inbox.append(message)
                self.ready = True
        self._turn_bytes += len(data)
        if self._turn_bytes > self._limits.turn_bytes:
            limit = self._limits.turn_bytes
            self._fail(Fault(EndState.OUTPUT, f"wrote more than {limit} bytes in one turn"))
        return len(data) == _CHUNK and not self._silent

    def _read_stderr(self) -> bool:
        """Take one chunk; whether there may be more."""
        try:
            data = os.read(self.process.stderr, _CHUNK)
        except BlockingIOError:
            return False
        if data:
            self.log.take(data)
        else:
            self._poller.remove(self.process.stderr)
        return bool(data)

    def _write(self, data: bytes | memoryview) -> int:
        try:
            return os.write(self.process.stdin, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            # No fault in itself: a bot may have nothing more to learn.  It shows when it is asked.
            self._deafen()
            return 0

    def _write_backlog(self) -> None:
        sent = self._write(memoryview(self._backlog)[:_CHUNK])
        del self._backlog[:sent]
        if not self._backlog:
            self._poller.remove(self.process.stdin)

    def _fail(self, fault: Fault) -> None:
        """The bot cannot go on.  It ends here, but is at fault only once it is asked."""
        if self._failed is None:
            self._failed = fault
            self._hush()
            self._deafen()
            self.process.kill()

    def _hush(self) -> None:
        self._silent = self.ready = True
        self._poller.remove(self.process.stdout)

    def _deafen(self) -> None:
        self._deaf = True
        self._backlog.clear()
        self._poller.remove(self.process.stdin)

    def _epitaph(self) -> Fault:
        """Why the bot's standard output has ended."""
        until = time.monotonic() + _EXIT_WAIT_S
        # The end of a pipe is seen a moment before the exit status of its last writer.
        while (status := self.process.poll()) is None and time.monotonic() < until:
            time.sleep(0.002)
        if self.process.usage().out_of_memory:
            return Fault(EndState.MEMORY, f"used more than {self._memory_mb} MB")
        if status is None:
            return Fault(EndState.CRASH, "closed its standard output")
        if status >= 0:
            return Fault(EndState.CRASH, f"exited with status {status}")
        try:
            name = f" ({signal.Signals(-status).name})"
        except ValueError:  # a real-time signal has no name
            name = ""
        return Fault(EndState.CRASH, f"killed by signal {-status}{name}")


def _clean(detail: str) -> str:
    """Text that a bot may have had a hand in, fit for the replay."""
    return detail[:_DETAIL].encode(errors="backslashreplace").decode()
