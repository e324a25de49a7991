"""One match of the local runner: its judger, its replay, its bots' standard error, what is kept."""

from __future__ import annotations

import json
import signal
import sys
import threading
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from games.ending import plain
from games.engine import JSON, EndState, Outcome, SeatOutcome, Setup, with_facts
from games.replay import ReplayWriter
from games.texts import printable
from games.wire import encode
from sandbox.foreign.install.trials import logic_of
from sandbox.judger.client import JudgerProcess, judger, raise_unless_done
from sandbox.judger.job import Job, SeatJob
from sandbox.limits import Limits
from sandbox.play.options import Options
from sandbox.play.schedule import Fixture


@dataclass(frozen=True, slots=True)
class LogLine:
    """Some text of one seat of the match; ``game`` and ``turn`` are when the judger had it.

    ``cut``: more came, and is not kept.
    """

    seat: int
    game: int
    turn: int
    text: str
    cut: bool

    @classmethod
    def of(cls, line: dict[str, JSON]) -> LogLine:
        """From a line of the judger's."""
        place = line["seat"], line["game"], line["turn"]
        return cls(*place, line["text"], line.get("cut", False))

    def to_json(self) -> dict[str, JSON]:
        row = {"seat": self.seat, "game": self.game, "turn": self.turn, "text": self.text}
        return {**row, "cut": True} if self.cut else row


def show(name: str, line: LogLine) -> None:
    """Print it on standard error."""
    where = f"[{name}, game {line.game + 1}, turn {line.turn}]"
    for text in line.text.splitlines():
        sys.stderr.write(f"{where} {printable(text)}\n")
    if line.cut:
        sys.stderr.write(f"{where} (cut here: too much)\n")


class Interrupted(Exception):
    """The match was ended because the runner is being stopped."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of the bot on one seat in one match.

    ``end`` is the match's; ``faults`` are those of the match and of its games.  ``turns`` has the
    CPU time of each of its turns in µs, ``peak_memory`` is in bytes, None where it is not known.
    """

    end: SeatOutcome
    faults: frozenset[EndState]
    turns: array[int]
    cpu_ms: int
    peak_memory: int | None


@dataclass(frozen=True, slots=True)
class LocalResult:
    """A match that was played to its end; ``seats`` in their order, ``sides`` has the number of
    the side, a team or a bot alone, of each.  ``ending`` tells how it ended, in sentences."""

    fixture: Fixture
    seats: tuple[SeatResult, ...]
    sides: tuple[int, ...]
    games: tuple[Outcome, ...]
    ending: str
    wall_ms: int
    disturbed: bool
    logs: tuple[LogLine, ...]

    def of(self, bot: int) -> list[SeatResult]:
        """The results of a bot on each of its seats."""
        return [
            seat for seat, who in zip(self.seats, self.fixture.order, strict=True) if who == bot
        ]

    def share(self, bot: int) -> tuple[int, int]:
        """How many sides came first, and on how many of those the bot was."""
        first = {
            side for side, seat in zip(self.sides, self.seats, strict=True) if seat.end.rank == 1
        }
        own = {s for s, who in zip(self.sides, self.fixture.order, strict=True) if who == bot}
        return len(first), len(first & own)


class Judgers:
    """The judgers at work, in several threads; `stop` ends them all, and no more will start.

    ``isolation`` is what `Backend.describe` says here, so that none has to find out.
    """

    def __init__(self, isolation: JSON) -> None:
        self._isolation = isolation
        self._lock = threading.Lock()
        self._running: set[JudgerProcess] = set()
        self._stopped = False

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.send_signal(signal.SIGTERM)

    def lines(self, job: Job) -> Iterator[dict[str, JSON]]:
        """Play a job; its lines, from the header to the result.

        `JobError` where it cannot be played, `SandboxError` where the judger failed,
        `Interrupted` after `stop`.
        """
        last: dict[str, JSON] = {}
        job = replace(job, isolation=self._isolation)
        with judger(job) as running, self._listed(running.process):
            for line in running.stdout:
                last = json.loads(line)
                if last["type"] != "error":
                    yield last
            status = running.process.wait()
        if self._stopped:
            raise Interrupted
        raise_unless_done(status, last)

    @contextmanager
    def _listed(self, process: JudgerProcess) -> Iterator[None]:
        with self._lock:
            if self._stopped:
                raise Interrupted
            self._running.add(process)
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(process)


def play(
    options: Options, bots: tuple[SeatJob, ...], fixture: Fixture, cpu: int, judgers: Judgers
) -> LocalResult:
    """Play one match on processor ``cpu``, and write its replay if one is wanted.

    A match that does not come to its end raises as `Judgers.lines` does, and leaves no replay.
    """
    names = fixture.names([bot.name for bot in bots])
    seats = tuple(
        replace(bots[bot], name=name) for bot, name in zip(fixture.order, names, strict=True)
    )
    gathered = _Gathered(options, seats)
    with _replay(options.replay_of(fixture.number)) as record:
        for line in judgers.lines(_job(options, seats, fixture, cpu)):
            record(line)
            gathered.take(line)
    return gathered.played(fixture)


def _job(options: Options, seats: tuple[SeatJob, ...], fixture: Fixture, cpu: int) -> Job:
    setup = Setup(
        seats=options.ruleset.seated([seat.name for seat in seats]),
        seed=fixture.seed,
        ruleset=options.ruleset.name,
        params=options.ruleset.params,
        map=options.map,
    )
    return Job(
        match=f"local {fixture.number + 1}",
        game=options.game.name,
        setup=setup,
        seats=seats,
        limits=Limits.of_ruleset(options.ruleset),
        cpu=cpu,
        logic=logic_of(options.game),
        modules=tuple(options.given.modules),
    )


@contextmanager
def _replay(path: Path | None) -> Iterator[Callable[[dict[str, JSON]], None]]:
    """A function that writes a match's lines to its replay file; an incomplete file is removed."""
    if path is None:
        yield lambda _line: None
        return
    try:
        with path.open("wb") as file:
            yield partial(record, ReplayWriter(file))
    except BaseException:
        if path.is_file():  # and not a device
            path.unlink()
        raise


def record(writer: ReplayWriter, line: dict[str, JSON]) -> None:
    """Put a line of the judger where it belongs in a replay, if it does."""
    match line["type"]:
        case "header":
            writer.header(line)
        case "frame":
            writer.frame(encode(line), key="key" in line, first="setup" in line)
        case "attachment":
            writer.attach(encode(line))
        case "result":
            writer.result(line)


class _Gathered:
    """The part of a match's lines that is kept."""

    def __init__(self, options: Options, seats: tuple[SeatJob, ...]) -> None:
        self._print = options.given.log
        self._keep = options.given.show
        self._game = options.game
        self._names = [seat.name for seat in seats]
        self._teams = options.ruleset.teams
        self._logs: list[LogLine] = []
        self._turns = [array("L") for _ in seats]
        self._turn: tuple[int, int] | None = None
        self._spent: defaultdict[int, int] = defaultdict(int)
        self._indexes: list[int] = []
        self._result: dict[str, JSON] = {}

    def take(self, line: dict[str, JSON]) -> None:
        match line["type"]:
            case "frame":
                self._frame(line)
            case "log":
                self._log(LogLine.of(line))
            case "result":
                self._end_turn()
                self._result = line

    def _frame(self, frame: dict[str, JSON]) -> None:
        if "setup" in frame:
            self._end_turn()
            self._indexes = [seat["index"] for seat in frame["setup"]["seats"]]
        turn = (frame["game"], frame["turn"])
        if turn != self._turn:
            self._end_turn()
            self._turn = turn
        for seat, micros in frame.get("cpu", {}).items():
            self._spent[self._indexes[int(seat)]] += micros

    def _end_turn(self) -> None:
        """Several answers of one turn, such as those of several pieces, count together."""
        for seat, micros in self._spent.items():
            self._turns[seat].append(micros)
        self._spent.clear()

    def _log(self, line: LogLine) -> None:
        if self._print:
            show(self._names[line.seat], line)
        if self._keep:
            self._logs.append(line)

    def played(self, fixture: Fixture) -> LocalResult:
        result = self._result
        outcome = Outcome.from_json(with_facts(result))
        teams = self._teams or tuple(range(len(self._names)))
        games = tuple(Outcome.from_json(game) for game in result["games"])
        return LocalResult(
            fixture=fixture,
            seats=tuple(self._seat(n, outcome, games) for n in range(len(self._names))),
            sides=teams,
            games=games,
            ending=plain(self._game.ending(outcome), self._names),
            wall_ms=result["wall_ms"],
            disturbed=bool(result.get("disturbed")),
            logs=tuple(self._logs),
        )

    def _seat(self, seat: int, outcome: Outcome, games: tuple[Outcome, ...]) -> SeatResult:
        used = self._result["seats"][seat]
        ends = {played.seats[seat].end for played in (*games, outcome)}
        return SeatResult(
            end=outcome.seats[seat],
            faults=frozenset(ends - {EndState.OK}),
            turns=self._turns[seat],
            cpu_ms=used["cpu_ms"],
            peak_memory=used["peak_memory"],
        )
