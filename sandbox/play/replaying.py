"""A recorded match at home: a program gets what the recorded bot was sent, and is compared.

The program runs without a sandbox and without an engine: all that it reads comes from the bundle.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.bundle import Bundle, Message, Question, SeatGame
from games.engine import Action, EndState, Fault, TurnLimits, Wants
from games.game import Game
from games.wire import Wire, encode
from sandbox.play.program import Program

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


class _Stop(Exception):
    def __init__(self, difference: Difference) -> None:
        super().__init__()
        self.difference = difference


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
    first = True
    for number in choice.games:
        table = _Table(game, bundle.games[number], number, bundle.limits, choice, command)
        try:
            table.play(choice.from_turn if first else 0, report)
        except _Stop as stop:
            return Replayed(answers + table.answers, stop.difference, (*faults, *table.faults))
        finally:
            table.program.close()
        answers, first = answers + table.answers, False
        faults += table.faults
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

    def play(self, from_turn: int, report: Callable[[Place], None]) -> None:
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
            self._compare(place, message.question)
            report(place)
        self.program.send(self._recorded.end)

    def _drop(self, message: Message) -> None:
        """Output before a new turn's question is no answer to it."""
        question = message.question
        if question is not None and question.turn != self._turn and not self._owed:
            while self._take(0):
                pass
            self._inbox.clear()

    def _compare(self, place: Place, question: Question) -> None:
        self._start_clock(question)
        if question.wants is Wants.NOTHING:
            return
        if question.reply is None and not _must_answer(question):
            while self._take(_HUSH_S):
                pass
            if self._wire.ahead or not self._inbox:
                return
        answer = self._answer(place, question)
        recorded = question.reply
        if isinstance(recorded, Fault):
            self._compare_fault(place, recorded, answer)
        elif isinstance(answer, Fault) or encode(answer) != encode(recorded):
            raise _Stop(Difference(place, _words(recorded), _words(answer)))
        else:
            self.answers += 1

    def _compare_fault(self, place: Place, recorded: Fault, answer: Action | Fault) -> None:
        """The recorded bot failed here.  An answer that breaks a rule is not on record."""
        if isinstance(answer, Fault):
            if answer.kind is recorded.kind or {answer.kind, recorded.kind} <= _ENDED:
                self.answers += 1
                return
            raise _Stop(Difference(place, _words(recorded), _words(answer)))
        self.faults.append((place, f"{_words(recorded)}; now it answers {_words(answer)}"))

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


def _must_answer(question: Question) -> bool:
    return question.wants is Wants.ANSWER or question.reply is not None


def _words(reply: Action | Fault) -> str:
    if isinstance(reply, Fault):
        return f"it {reply.kind.words}: {reply.detail}"
    return encode(reply).decode().rstrip()
