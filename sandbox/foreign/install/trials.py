"""Trials of a foreign game, before it is installed: its program, then its starter kits."""

from __future__ import annotations

import io
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from games.engine import Ruleset, Setup
from games.foreign.fields import ManifestError
from games.foreign.game import ForeignGame
from games.game import Game
from games.package import house_files, kit_files
from games.texts import visible
from sandbox.artifacts import File, manifest_of, materialize, write_files
from sandbox.builds import build
from sandbox.errors import BuildError, LogicError, UploadError
from sandbox.isolation.base import PROGRAM as IN_SANDBOX
from sandbox.judger.client import messages
from sandbox.judger.job import Job, LogicJob, SeatJob
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits
from sandbox.uploads.archives import Source, read_upload, to_zip, write_to

TRIAL_S = 60.0
"""A match against players that give up must be over in this time.  A match of a kit's bots is
stopped then."""
TRIAL_FRAMES = 10_000
"""Frames of a match in a trial, where the game declares no number of its own."""
_PYTHON = ("/usr/bin/python3", "-E", "-s", "-B", f"{IN_SANDBOX}/main.py")

_DUMB = b"""
import signal, sys
signal.alarm(5)
words = b"?" if len(sys.argv) > 1 and sys.argv[1] == "talk" else b""
while words and sys.stdin.buffer.read1(65536):
    sys.stdout.buffer.write(len(words).to_bytes(4, "big") + words)
    sys.stdout.buffer.flush()
"""
"""Half of the players of a trial leave at once, half answer everything with a question mark for a
while and crash: a game that waits for a good answer until its clock has run out, turn after turn,
comes to an end all the same."""

Say = Callable[[str], object]


def trial(game: ForeignGame) -> tuple[float, ...]:
    """Play a match against players that know nothing; its points.

    `SandboxError`, with what the program wrote, where it does not bring the match to an end.
    """
    rules = game.rulesets[0]
    with tempfile.TemporaryDirectory(prefix="arbiter-trial-") as work:
        Path(work).chmod(0o755)
        write_files({"main.py": File(_DUMB)}, Path(work))
        names = ["talk" if seat % 2 == 0 else "leave" for seat in range(rules.seats)]
        seats = [SeatJob(name, Path(work), (*_PYTHON, name)) for name in names]
        # A game may show its watchers gigabytes: only the last line is kept.
        job = _job(game, rules, seats, max(128, rules.memory_mb))
        (result,) = deque(_lines(game, job), maxlen=1)
    return tuple(seat["score"] for seat in result["outcome"]["seats"])


def _job(game: ForeignGame, rules: Ruleset, seats: Sequence[SeatJob], memory_mb: int) -> Job:
    names = [seat.name for seat in seats]
    return Job(
        match="trial",
        game=game.name,
        setup=Setup(rules.seated(names), seed=1, ruleset=rules.name, params=rules.params),
        seats=tuple(seats),
        limits=replace(Limits.of_ruleset(rules), memory_mb=memory_mb),
        logic=logic_of(game),
        wall_s=TRIAL_S,
    )


def _lines(game: ForeignGame, job: Job) -> Iterator[dict[str, Any]]:
    """The lines of a trial.  `ManifestError` for more frames than a trial may have."""
    declared = "frames" in (game.manifest.raw.get("logic_limits") or {})
    most = game.manifest.limits.frames if declared else TRIAL_FRAMES
    frames = 0
    with closing(messages(job)) as lines:
        for line in lines:
            frames += line["type"] == "frame"
            if frames > most:
                raise ManifestError(
                    f"the trial match was not over after {most} frames. Let the program end every "
                    "match; if matches of the game are longer, set logic_limits.frames"
                )
            yield line


@dataclass(frozen=True, slots=True, eq=False)
class _Player:
    """A kit's bot or a house bot; ``seats`` as in `Kit`."""

    title: str
    language: str
    files: Mapping[str, bytes]
    seats: tuple[int, ...]

    def plays(self, seat: int) -> bool:
        return not self.seats or seat in self.seats


def try_kits(game: ForeignGame, say: Say) -> None:
    """Build every starter kit and let it play a match: against itself, and on seats that it does
    not play against another kit or a house bot.  The ruleset is the first that has a seat for it.

    `ManifestError` for a kit that does not build or is at fault in its match; ``say`` gets the log.
    """
    kits = [_Player(kit.title, kit.language, kit_files(kit), kit.seats) for kit in game.kits]
    bots = [
        _Player(bot.name, bot.language, house_files(bot, game.kits), bot.seats)
        for bot in game.house
    ]
    built = cache(partial(_built, say=say))
    for kit in kits:
        if missing := LANGUAGES[kit.language].unavailable():
            say(f"{kit.title}: not tried, as this machine cannot build it: {missing}\n")
            continue
        say(f"Building and trying the starter kit {kit.title} …\n")
        others = [each for each in (*kits, *bots) if not LANGUAGES[each.language].unavailable()]
        rules = next(rules for rules in game.rulesets if any(map(kit.plays, range(rules.seats))))
        players = _seated(kit, others, rules.seats)
        programs = [(each.title, *built(each)) for each in players]
        _play_kit(game, rules, kit.title, programs, say)


def _seated(kit: _Player, others: Sequence[_Player], seats: int) -> list[_Player]:
    """The player of each seat in the kit's trial.  `ManifestError` where a seat has none."""
    found = []
    for seat in range(seats):
        players = [each for each in (kit, *others) if each.plays(seat)]
        if not players:
            raise ManifestError(
                f"kits: {kit.title}: seats: no kit and no bot that this machine can build plays "
                f"seat {seat + 1}: add one"
            )
        found.append(players[0])
    return found


def _built(player: _Player, say: Say) -> tuple[Path, tuple[str, ...]]:
    """The folder of the player's program, and its command."""
    packed = to_zip(Source(player.files, player.language))
    try:
        source = read_upload("kit.zip", io.BytesIO(packed), language=player.language)
        with tempfile.TemporaryDirectory(prefix="arbiter-kit-") as work:
            write_to(source, Path(work))
            artifact = build(Path(work), LANGUAGES[player.language], say)
    except (BuildError, UploadError) as error:
        raise ManifestError(f"kits: {player.title} does not build: {error}") from error
    folder = materialize(io.BytesIO(artifact.data), artifact.sha256)
    return folder, manifest_of(folder).argv


def _play_kit(
    game: ForeignGame,
    rules: Ruleset,
    kit: str,
    players: Sequence[tuple[str, Path, tuple[str, ...]]],
    say: Say,
) -> None:
    seats = [SeatJob(f"seat{n}", program, argv) for n, (_, program, argv) in enumerate(players, 1)]
    seen = _Seen([f"seat {n} ({title})" for n, (title, *_) in enumerate(players, 1)])
    try:
        for line in _lines(game, _job(game, rules, seats, rules.memory_mb)):
            seen.take(line)
    except LogicError as error:
        if not error.endless:
            raise
        say(f"{kit}: the match was stopped after {TRIAL_S:g} s\n")
    if problem := seen.problem():
        log = visible("".join(seen.log))
        say(f"Output of the bots, and messages to them:\n{log}\n")
        raise ManifestError(f"kits: {kit} failed its trial match: {problem}")


class _Seen:
    """The part of a match's lines that a trial needs: what its frames show is not kept."""

    def __init__(self, seats: Sequence[str]) -> None:
        """``seats`` are the words for each seat."""
        self.log: list[str] = []
        self._seats = seats
        self._last: int | None = None
        self._error = ""
        self._result: dict[str, Any] | None = None

    def take(self, line: dict[str, Any]) -> None:
        if line["type"] == "log":
            if line["seat"] != self._last:
                self._last = line["seat"]
                self.log.append(f"\n{self._seats[line['seat']]}:\n")
            self.log.append(line["text"])
        elif line["type"] == "result":
            self._result = line
        elif not self._error:
            errors = (event for event in line.get("events", ()) if event["e"] == "error")
            self._error = next((f"{self._seats[e['seat']]}: {e['detail']}" for e in errors), "")

    def problem(self) -> str:
        """The problem of a bot in the match; empty where there was none."""
        if self._result is None:  # it was stopped
            return self._error
        seats = zip(self._result["outcome"]["seats"], self._result["seats"], strict=True)
        for name, (seat, used) in zip(self._seats, seats, strict=True):
            if used["faults"]:
                return f"{name}: {used['faults'][0]['detail']}"
            if seat["end"] != "ok":
                return f"{name}: {seat['reason'] or seat['end']}"
        return ""


def logic_of(game: Game) -> LogicJob | None:
    """The program that has the rules of a foreign game, unpacked; None for other games."""
    if not isinstance(game, ForeignGame) or game.program is None:
        return None
    with game.program.open("rb") as file:
        folder = materialize(file, game.sha256)
    return LogicJob(folder, manifest_of(folder).argv, game.manifest.raw)
