"""A worker's side of one match: start the judger, relay what it says, keep what it leaves."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import BinaryIO, cast

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from arbiter.database.locks import database_now
from arbiter.streams import StreamWriter, match_key
from games.replay import ReplayWriter
from games.wire import encode
from matches.derived.forks import resumed
from matches.models import Match
from matches.playing import human_input
from matches.playing.human_input import Letters
from matches.playing.public import Cover, without_figures
from matches.playing.workers import isolation, secrets, templates
from matches.seating import people_of, rules_of, setup_of
from matches.services import Claim, JudgerOutput
from rulesets.installed import ensure
from sandbox.artifacts import manifest_of, materialize
from sandbox.errors import PassingFault, SandboxError
from sandbox.foreign.install.trials import logic_of
from sandbox.judger.client import JudgerProcess, RunningJudger, failure, judger
from sandbox.judger.job import STOPPED, Job, SeatJob
from sandbox.limits import Limits
from storage.files import opened

logger = logging.getLogger(__name__)

BEAT_SECONDS = 2.0
"""How often a running match renews its lease, shows its progress, and hears that it was aborted."""
FIRST_MATCH_S = 60.0
"""After this time a version's first match is ended: what it played shows that it can play."""
SILENCE_SECONDS = 300.0
"""A judger without output for this time hangs: it reports at least every turn."""
KILLED = (-signal.SIGKILL, -signal.SIGTERM, STOPPED)
"""Statuses of a judger that somebody else ended."""


GONE = (
    "the game, or this ruleset of it, is not here any more; when it is back, the match can be "
    "queued again"
)


class ClaimLost(Exception):
    """The match was aborted or given to another worker: drop everything."""


class JudgerKilled(PassingFault):
    """Somebody or something killed the judger, which tells nothing about the match."""


def job_of(match: Match, cpu: int | None, renew: Callable[[], None] = lambda: None) -> Job:
    """The judger's job: programs are unpacked into this machine's cache on the way.

    ``renew`` is called after each of them: many can take as long as a lease.
    """
    ensure(match.game)
    try:
        rules = rules_of(match)
    except KeyError:
        raise SandboxError(GONE) from None
    seats = []
    for seat in match.seats.select_related("version__bot__owner", "person"):
        if seat.person is not None:
            seats.append(SeatJob(seat.person.username, human=True))
            continue
        version = seat.program
        with opened(version.artifact) as file:
            folder = materialize(file, version.artifact_sha256)
        seats.append(SeatJob(str(version.bot), folder, manifest_of(folder).argv))
        renew()
    again = resumed(match)
    return Job(
        match=str(match.pk),
        game=match.game,
        setup=again[0] if again else setup_of(match),
        seats=tuple(seats),
        limits=Limits.of_ruleset(rules),
        cpu=cpu,
        wall_s=wall_seconds(match),
        enough_s=FIRST_MATCH_S if match.kind == Match.Kind.PROVING else None,
        hide=secrets(),
        isolation=isolation(),
        logic=logic_of(match.played_game),
        first_ask=human_input.first_ask(match.attempt),
        ready_s=settings.ROOM_READY_SECONDS,
        countdown_s=settings.ROOM_COUNTDOWN_SECONDS,
        past=again and again[1],
    )


def wall_seconds(match: Match) -> float:
    """The longest that a match may take; people are given more time."""
    people = match.kind == Match.Kind.ROOM
    return float(settings.ROOM_WALL_SECONDS if people else settings.MATCH_WALL_SECONDS)


def run(match: Match, claim: Claim, cpu: int | None) -> JudgerOutput:
    """Play the match.  `SandboxError` for a fault of ours, `ClaimLost` where it is not ours now."""
    recorder = Recorder(match)
    beats = _Beats(claim, recorder)
    try:
        job = job_of(match, cpu, beats.next)
        with (
            tempfile.TemporaryFile() as errors,
            judger(job, errors, templates().start) as running,
            _people(match, job, running) as thinking,
        ):
            for line in _lines(running.stdout.fileno(), SILENCE_SECONDS + thinking):
                if line is not None:
                    recorder.take(line)
                else:
                    recorder.flush()
                beats.next()
            return recorder.played(_complaint(running.process, errors))
    except BaseException:
        recorder.discard()
        raise


@contextmanager
def _people(match: Match, job: Job, running: RunningJudger) -> Iterator[float]:
    """While the block runs, people's input reaches the judger.  For how many seconds they alone
    may keep it silent."""
    if not job.people:
        yield 0.0
        return
    opening = settings.ROOM_READY_SECONDS + settings.ROOM_COUNTDOWN_SECONDS
    with human_input.passing_on(match.pk, running.stdin, sorted(job.people)):
        yield match.played_game.patience.seconds + opening


def _lines(descriptor: int, patience: float = SILENCE_SECONDS) -> Iterator[bytes | None]:
    """The judger's lines as they come; None at least every half second while it is silent."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    rest, heard = b"", time.monotonic()
    while True:
        if not poll.poll(500):
            if time.monotonic() - heard > patience:
                raise SandboxError(f"the judger said nothing for {patience:.0f} s")
            yield None
            continue
        data = os.read(descriptor, 1 << 18)
        if not data:
            return
        heard = time.monotonic()
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
        yield None


def _complaint(process: JudgerProcess, errors: BinaryIO) -> str:
    """The error of the judger itself, from its exit status and standard error."""
    try:
        status = process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        return "the judger did not end"
    if status in KILLED:
        raise JudgerKilled(f"the judger was killed: status {status}")
    errors.seek(0)
    text = errors.read()[-4000:].decode(errors="replace").strip()
    return f"the judger ended with status {status}: {text}" if status else ""


class _Beats:
    """While a match is played, what is done each `BEAT_SECONDS` from its claim on."""

    def __init__(self, claim: Claim, recorder: Recorder) -> None:
        self._claim, self._recorder = claim, recorder
        self._last = time.monotonic()

    def next(self) -> None:
        """Do it if it is due.  `ClaimLost` where the match is not ours any more."""
        if time.monotonic() - self._last >= BEAT_SECONDS:
            self._recorder.flush()
            _renew(self._claim, self._recorder)
            self._last = time.monotonic()


def _renew(claim: Claim, recorder: Recorder) -> None:
    until = database_now(timedelta(seconds=settings.LEASE_SECONDS))
    progress = {"turn": recorder.turn, "game_number": recorder.game}
    try:
        kept = claim.rows().update(lease_until=until, frames=recorder.frames, **progress)
    except (OperationalError, InterfaceError) as error:
        # The claim is good until its lease ends, or whoever takes the match says so next time.
        logger.warning("the claim on match %d was not renewed: %s", claim.match_id, error)
        connection.close_if_unusable_or_obsolete()
        return
    if not kept:
        raise ClaimLost


def may_be_repeated(match: Match) -> bool:
    """Whether another match of the ladder or the comparison with the same seats can be the same:
    its seed is not used on its map."""
    kinds = (Match.Kind.LADDER, Match.Kind.COMPARISON)
    return match.kind in kinds and not match.played_game.uses_seed(on_map=match.map is not None)


class Recorder:
    """Turns the judger's lines into a replay, the seats' logs, and live events."""

    def __init__(self, match: Match) -> None:
        self._file = tempfile.TemporaryFile(prefix="arbiter-replay-")
        self._writer = ReplayWriter(self._file)
        self._stream = StreamWriter(match_key(match.pk))
        self._stream.begin(str(match.attempt).encode())
        # Spectators of a match in which people must not see everything get it when it is over.
        self._hidden = match.is_hidden
        self._letters = Letters(match.pk, people_of(match), match.attempt)
        self._batch: list[bytes] = []
        self._logs: dict[int, list[bytes]] = {}
        self._cover = Cover()
        self._result: dict[str, object] | None = None
        self._error: dict[str, object] = {}
        self._play = hashlib.sha256() if may_be_repeated(match) else None
        self.turn = 0
        self.game = 0

    @property
    def frames(self) -> int:
        return self._writer.frames

    def take(self, line: bytes) -> None:
        message = json.loads(line)
        match message["type"]:
            case "frame":
                self.turn, self.game = message["turn"], message["game"]
                first = "setup" in message
                line = self._cover.frame(line, message)
                self._writer.frame(line + b"\n", key="key" in message, first=first)
                if self._play is not None:
                    self._play.update(encode([message.get("replies"), message.get("events")]))
                if not self._hidden:
                    self._batch.append(line)
            case "header":
                self._writer.header(message)
                if not self._hidden:
                    self._stream.add("header", line)
            case "human":
                covered = self._cover.message(line, message["message"])
                self._letters.take(message["seat"], covered)
            case "left":
                self._stream.add("left", line)
            case "fault":
                self._cover.fault(message["kind"], message["detail"])
            case "log":
                row = {key: value for key, value in message.items() if key not in ("type", "seat")}
                self._logs.setdefault(message["seat"], []).append(encode(row))
            case "attachment":
                self._writer.attach(line + b"\n")
            case "result":
                self._result = self._cover.result(message)
            case "error":
                self._error = message

    def flush(self) -> None:
        """Tell the spectators, and those who play, what is new."""
        self._letters.flush()
        if self._batch:
            self._stream.add("frames", b"\n".join(self._batch))
            self._batch.clear()

    def played(self, complaint: str) -> JudgerOutput:
        self.flush()
        if self._result is None or complaint:
            raise failure(self._error, complaint or "the judger ended without a result")
        self._writer.result(without_figures(self._result))
        size = self._file.tell()
        self._file.seek(0)
        sha256 = hashlib.file_digest(self._file, "sha256").hexdigest()
        self._file.seek(0)
        self._stream.close()
        self._letters.close()
        logs = {seat: gzip.compress(b"".join(rows)) for seat, rows in self._logs.items()}
        return JudgerOutput(
            result=self._result,
            replay=cast("BinaryIO", self._file),
            sha256=sha256,
            size=size,
            frames=self.frames,
            turn=self.turn,
            game_number=self.game,
            logs=logs,
            play_sha256=self._play.hexdigest() if self._play is not None else "",
        )

    def discard(self) -> None:
        self._file.close()
        self._stream.close()
        self._letters.close()
