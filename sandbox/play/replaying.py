"""A recorded match at home: a program gets what the recorded bot was sent, and is compared.

The program runs without a sandbox and without an engine, as a plain program of the person at the
keyboard, on every system: all that it reads comes from the bundle.
"""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from games.bundle import Bundle, Message, Question, SeatGame
from games.engine import Action, EndState, Fault, TurnLimits, Wants
from games.game import Game
from games.wire import Wire, encode

_CHUNK = 65536
_LEAVE_S = 2.0
"""How long a program may go on after its input has ended."""


class CannotStart(Exception):
    """The command starts no program; the message says why."""


class Program:
    """A running program with pipes for input and output; its standard error is that of ours.

    Threads read and write, so that a program that does not read never stops the caller.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """`CannotStart` where there is no such program."""
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise CannotStart(f"“{' '.join(command)}” cannot be started: {why}") from error
        self._said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._to_send: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def send(self, data: bytes) -> None:
        """Send without waiting.  A program that has ended shows it in `read`."""
        if data:
            self._to_send.put(data)

    def read(self, seconds: float | None) -> bytes | None:
        """The bytes that the program wrote next, empty at the end of its output; None where it
        writes nothing for ``seconds``.  Waits without end where that is None."""
        try:
            return self._said.get(timeout=None if seconds is None else max(seconds, 0))
        except queue.Empty:
            return None

    def status(self) -> int | None:
        """Its exit status, negative for a signal; None where it does not end."""
        try:
            return self._process.wait(timeout=_LEAVE_S)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        """End its input, and kill it where it does not leave."""
        self._to_send.put(b"")
        if self.status() is None:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        data = b"-"
        while data:
            data = self._process.stdout.read(_CHUNK) or b""
            self._said.put(data)
        self._process.stdout.close()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # Windows has another error than BrokenPipeError
            while data := self._to_send.get():
                left = memoryview(data)
                while left:
                    left = left[self._process.stdin.write(left) or 0 :]
        with suppress(OSError):
            self._process.stdin.close()


_HUSH_S = 0.02
"""A program that may stay silent is given this time after its last word."""
_ENDED = frozenset((EndState.CRASH, EndState.EXIT, EndState.CLOSED))


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a match: the game from 0, its turn, and the frame of the replay."""

    game: int
    turn: int
    frame: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The first answer that is not the recorded one, both in words."""

    place: Place
    recorded: str
    now: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """``answers`` that were the recorded ones, until the end or ``difference``.

    ``faults`` are the places where the recorded bot failed and the program answered, with the
    fault in words.
    """

    answers: int
    difference: Difference | None
    faults: tuple[tuple[Place, str], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """``games`` are the numbers of those to replay, from 0.  In the first of them, the messages of
    turns before ``from_turn`` are sent at once, and their answers not compared.  Without
    ``clocks`` an answer may take any time."""

    games: Sequence[int]
    from_turn: int = 0
    clocks: bool = True


def replay(
    game: Game,
    bundle: Bundle,
    command: Sequence[str],
    choice: Choice,
    report: Callable[[Place], None] = lambda place: None,
) -> Replayed:
    """Play the bundle to a program; ``report`` is called with the place of each answer.

    `CannotStart` where ``command`` starts no program.
    """
    answers, faults = 0, list[tuple[Place, str]]()
    for number in choice.games:
        table = _Table(game, bundle.games[number], number, bundle.limits, choice, command)
        try:
            found = table.play(choice.from_turn if number == choice.games[0] else 0, report)
        finally:
            table.program.close()
        answers += table.answers
        faults += table.faults
        if found is not None:
            return Replayed(answers, found, tuple(faults))
    return Replayed(answers, None, tuple(faults))


class _Table:
    """One game with one run of the program."""

    def __init__(
        self,
        game: Game,
        recorded: SeatGame,
        number: int,
        limits: TurnLimits,
        choice: Choice,
        command: Sequence[str],
    ) -> None:
        self._recorded = recorded
        self._number = number
        self._limits = limits
        self._clocks = choice.clocks
        self._wire: Wire = game.wire(recorded.setup, recorded.seat)
        self._inbox: list[Action | Fault] = []
        self._owed = 0
        self._over = False
        self._turn: int | None = None
        self._due: float | None = None
        self.answers = 0
        self.faults: list[tuple[Place, str]] = []
        self.program = Program(command)

    def play(self, from_turn: int, report: Callable[[Place], None]) -> Difference | None:
        """Play on until the first difference."""
        for message in self._recorded.messages:
            history = message.turn < from_turn
            if not (history or self._wire.ahead):
                self._drop(message)
            self.program.send(message.sent)
            if message.question is None:
                continue
            if history:
                self._owed += _must_answer(message.question)
                continue
            place = Place(self._number, message.turn, message.frame)
            if found := self._compare(place, message.question):
                return found
            report(place)
        self.program.send(self._recorded.end)
        return None

    def _drop(self, message: Message) -> None:
        """Output before a new turn's question is no answer to it."""
        question = message.question
        if question is not None and question.turn != self._turn and not self._owed:
            while self._take(0):
                pass
            self._inbox.clear()

    def _compare(self, place: Place, question: Question) -> Difference | None:
        self._start_clock(question)
        if question.wants is Wants.NOTHING:
            return None
        if question.reply is None and not _must_answer(question):
            while self._take(_HUSH_S):
                pass
            if self._wire.ahead or not self._inbox:
                return None
        answer = self._answer(place, question)
        recorded = question.reply
        if isinstance(recorded, Fault) and not isinstance(answer, Fault):
            # An answer that breaks a rule is not on record.
            self.faults.append((place, f"{_words(recorded)}; now it answers {_words(answer)}"))
        elif _same(recorded, answer):
            self.answers += 1
        else:
            return Difference(place, _words(recorded), _words(answer))
        return None

    def _start_clock(self, question: Question) -> None:
        if question.turn != self._turn:
            self._turn = question.turn
            limits = question.limits or self._limits
            self._due = time.monotonic() + limits.wall_ms / 1000 if self._clocks else None

    def _answer(self, place: Place, question: Question) -> Action | Fault:
        """The program's next answer, or what went wrong with it."""
        while not self._inbox:
            if self._over:
                return self._epitaph()
            left = None if self._due is None else self._due - time.monotonic()
            if left is not None and left <= 0:
                limit = (question.limits or self._limits).wall_ms / 1000
                return Fault(EndState.SILENT, f"no answer within {limit:g} s")
            self._take(left)
        return self._inbox.pop(0)

    def _take(self, seconds: float | None) -> bool:
        """Wait for bytes of the program; whether there may be more."""
        if self._over:
            return False
        data = self.program.read(seconds)
        if data is None:
            return False
        self._over = not data
        for message in self._wire.feed(data):
            if self._owed:
                self._owed -= 1
            else:
                self._inbox.append(message)
        return not self._over

    def _epitaph(self) -> Fault:
        status = self.program.status()
        if status is None:
            return Fault(EndState.CLOSED, "it closed its standard output")
        if status == 0:
            return Fault(EndState.EXIT, "it ended by itself (exit status 0)")
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return Fault(EndState.CRASH, f"it ended with {how}")


def _same(recorded: Action | Fault, answer: Action | Fault) -> bool:
    if isinstance(recorded, Fault) and isinstance(answer, Fault):
        return answer.kind is recorded.kind or {answer.kind, recorded.kind} <= _ENDED
    return not isinstance(answer, Fault) and encode(answer) == encode(recorded)


def _must_answer(question: Question) -> bool:
    return question.wants is Wants.ANSWER or question.reply is not None


def _words(reply: Action | Fault) -> str:
    if isinstance(reply, Fault):
        return f"it {reply.kind.words}: {reply.detail}"
    return encode(reply).decode().rstrip()
