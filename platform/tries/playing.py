"""A worker's side of a try: build the code, play its matches, keep what the last one shows."""

from __future__ import annotations

import gzip
import json
import logging
import tempfile
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from arbiter.database.locks import database_now
from arbiter.streams import StreamWriter, try_key
from arbiter.working.passing import mend_connection, persistently, put_off
from arbiter.working.workers import host
from bots.interrupted import machine_failed
from bots.models import BotVersion
from bots.versions import building
from controls import breaker, joining, machines
from controls.models import Hold
from controls.walls import watched
from games.ending import YOURS
from games.engine import Setup
from games.game import Game
from games.lessons import LEARNER, Played
from games.registry import GAMES
from matches.playing.workers import isolation, secrets
from matches.queueing.slots import memory_slot, spare_cpu
from matches.services import memory_mb as match_memory
from rulesets.installed import ensure
from sandbox.artifacts import Artifact, manifest_of, materialize, unpacked
from sandbox.builds import build
from sandbox.errors import BuildError, SandboxError, UploadError
from sandbox.foreign.install.trials import logic_of
from sandbox.judger.client import failure, judger
from sandbox.judger.job import Job, JobError, SeatJob
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits
from sandbox.uploads.archives import Source, stored_files, write_to
from storage.files import opened
from tries import progress, services
from tries.models import Try
from tries.services import MATCH_WALL_S, NO_ACCOUNT, drawn_map, opponents, rules_of

logger = logging.getLogger(__name__)

LONGEST_S = 60.0
"""After this time the match is ended: what was played is shown.  No further one begins."""
FRAME_BYTES = 8_000_000
"""JSON of the frames that are kept; the rest of the match is played and not shown."""
LESSON_BYTES = 32_000_000
"""JSON of the frames of a match that a lesson reads."""
MOST_FAULTS = 6
"""Passing faults of the platform after which a try fails: somebody waits for it."""
OURS = "The platform could not play this try; this is not your program's fault. Try again."


def carry_out() -> bool:
    """Do the try that comes next; False where none waits, or there is no memory for it now.

    People with an account come first, and builds of bots before all without one.  Those without
    one take turns.
    """
    with breaker.trying(Hold.Of.BUILDS) as outcome:
        row = _take()
        if row is None:
            return False
        begun = _begin(row)
        outcome.succeeded = row.state == Try.State.DONE
    return begun


def _begin(row: Try) -> bool:
    """Do a try that this worker has taken; False where there is no memory for it now."""
    try:
        ensure(row.game)
    except Exception as error:
        _interrupted(row, error)
        return True
    if row.game not in GAMES:
        _end(row, Try.State.FAILED, "This site does not have the game now.")
        return True
    if row.owner is None and watched():
        _end(row, Try.State.FAILED, NO_ACCOUNT)
        return True
    if row.lesson and row.task is None:
        _end(row, Try.State.FAILED, "This site does not have the lesson now.")
        return True
    memory_mb = match_memory(row.game, rules_of(row).name)
    with memory_slot(settings.VAR / "run", memory_mb) as fits:
        if not fits:
            Try.objects.filter(pk=row.pk).update(state=Try.State.WAITING, started=None)
            return False
        _carry_out(row)
    return True


def _carry_out(row: Try) -> None:
    stream = StreamWriter(try_key(row.pk))
    stream.begin(_attempt(row))
    again = False
    try:
        artifact = _built(row)
        with unpacked(artifact) as program:
            _play(row, SeatJob(YOURS, program, artifact.manifest.argv), stream)
        _end(row, Try.State.DONE)
    except (BuildError, UploadError) as error:
        _end(row, Try.State.FAILED, str(error))
    except Exception as error:
        again = _interrupted(row, error)
    finally:
        if not again:  # those who watch wait for the next attempt
            stream.end()
        stream.close()


def _attempt(row: Try) -> bytes:
    """Differs for each match of a try, and each time that it begins again."""
    return f"{row.faults}.{row.match}".encode()


def _interrupted(row: Try, error: Exception) -> bool:
    """A fault of ours: the try waits for another one, or has failed; whether it waits."""
    mend_connection()
    held = Try.objects.filter(pk=row.pk, finished=None, started=row.started)
    again = {"state": Try.State.WAITING, "match": 1, "count": 0}
    machine_failed(error)
    if put_off(held, error, MOST_FAULTS, **again):
        logger.warning("%s begins again: %s", row, error)
        return True
    if isinstance(error, (SandboxError, JobError)):
        logger.warning("%s could not be played: %s", row, error)
    else:
        logger.exception("%s could not be played", row, exc_info=error)
    _end(row, Try.State.FAILED, OURS)
    return False


def _take() -> Try | None:
    own, machine = joining.own("builds"), host()
    if own.problem:
        return None
    lacks = {"language__in": machines.abilities(own).lacks}
    while row := services.waiting_of_accounts(machine).exclude(**lacks).first() or (
        None
        if building.startable(machine).exclude(**lacks).exists()
        else services.waiting_without_account(machine).exclude(**lacks).first()
    ):
        mine = Try.objects.filter(pk=row.pk, state=Try.State.WAITING)
        if mine.update(state=Try.State.BUILDING, started=database_now()):
            row.refresh_from_db()
            return row
    return None


def _built(row: Try) -> Artifact:
    said: list[str] = []
    try:
        with tempfile.TemporaryDirectory(prefix="arbiter-source-") as folder:
            with opened(row.source) as file:
                files = stored_files(file)
            write_to(Source(files, row.language), Path(folder))
            language = LANGUAGES[row.language]
            artifact = build(Path(folder), language, said.append, program=row.program)
    finally:
        row.build_log = "".join(said).replace("\0", "�")
    row.state = Try.State.PLAYING
    row.save(update_fields=["state", "build_log"])
    return artifact


def _play(row: Try, own: SeatJob, stream: StreamWriter) -> None:
    """Play one match, or those of the lesson until they decide it."""
    began = time.monotonic()
    seats = _seats(row, own)
    while True:
        left_s = LONGEST_S - (time.monotonic() - began)
        shown = _match(row, _job(row, seats, left_s), stream)
        row.log, row.result, task = shown.log, shown.result, row.task
        if task is not None:
            row.count += task.count(shown.played(GAMES[row.game]))
        out_of_time = time.monotonic() - began >= LONGEST_S
        if task is None or row.failed or out_of_time or task.decided(row.count, row.match):
            row.keep_frames(shown.packed())
            return
        row.match += 1
        stream.begin(_attempt(row))
        row.save(update_fields=["match", "count"])


def _job(row: Try, seats: tuple[SeatJob, ...], enough_s: float) -> Job:
    game, rules = GAMES[row.game], rules_of(row)
    setup = Setup(
        seats=rules.seated([seat.name for seat in seats]),
        seed=row.match_seed,
        ruleset=rules.name,
        params=rules.params,
        map=row.map if row.match == 1 else drawn_map(row.game, rules, row.match_seed),
    )
    return Job(
        match=str(row),
        game=row.game,
        setup=setup,
        seats=seats,
        limits=Limits.of_ruleset(rules),
        cpu=spare_cpu(),
        enough_s=enough_s,
        wall_s=MATCH_WALL_S,
        hide=secrets(),
        isolation=isolation(),
        logic=logic_of(game),
    )


def _match(row: Try, job: Job, stream: StreamWriter) -> _Shown:
    shown = _Shown(stream, LESSON_BYTES if row.lesson else FRAME_BYTES)
    with judger(job) as running:
        for line in running.stdout:
            shown.take(line)
        status = running.process.wait()
    if status != 0 or shown.result is None:
        raise failure(shown.error, f"the judger ended with status {status}")
    return shown


def seat_names(row: Try) -> list[str]:
    """The author's bot, then its opponents; several of them are numbered from 1."""
    count = rules_of(row).seats
    if count <= 2:
        return [YOURS, *[row.opponent] * (count - 1)]
    return [YOURS, *(f"{row.opponent} ({number})" for number in range(1, count))]


def _seats(row: Try, own: SeatJob) -> tuple[SeatJob, ...]:
    bot = opponents(row.game).select_related("active_version", "owner").filter(name=row.opponent)
    opponent = bot.first()
    version = opponent.active_version if opponent else None
    if version is None or version.artifact_state != BotVersion.ArtifactState.KEPT:
        raise BuildError(f"{row.opponent} does not play here now. Choose another opponent.", "")
    with opened(version.artifact) as file:
        folder = materialize(file, version.artifact_sha256)
    argv = manifest_of(folder).argv
    return (own, *(SeatJob(name, folder, argv) for name in seat_names(row)[1:]))


class _Shown:
    """The part of a judger's lines that the author gets: the board, and the log of their seat.

    Of the frames it keeps `FRAME_BYTES` to show, and at most ``most`` bytes for a lesson to read.
    """

    def __init__(self, stream: StreamWriter, most: int) -> None:
        self._stream = stream
        self.log: list[dict[str, object]] = []
        self.result: dict[str, Any] | None = None
        self.error: dict[str, object] = {}
        self._header: dict[str, object] = {}
        self._frames: list[bytes] = []
        self._most = most
        self._bytes = 0
        self._shown = 0
        """The number of frames that are shown."""

    def take(self, line: bytes) -> None:
        message = json.loads(line)
        match message["type"]:
            case "header":
                self._header = message
                self._stream.add("header", line)
            case "frame":
                self._take_frame(line.rstrip(b"\n"))
            case "log" if message["seat"] == LEARNER:
                self.log.append({**message, "text": message["text"].replace("\0", "�")})
            case "result":
                self.result = message
            case "error":
                self.error = message

    def _take_frame(self, line: bytes) -> None:
        self._bytes += len(line)
        if self._bytes <= FRAME_BYTES:
            self._shown += 1
            self._stream.add("frames", line)
        if self._bytes <= self._most:
            self._frames.append(line)

    def played(self, game: Game) -> Played:
        """The match as a lesson reads it.  `UploadError` where it is too large for that."""
        if self.result is None or self._bytes > self._most:
            raise UploadError("your bot answers too much for a lesson: its answers fill the record")
        return Played(game, [json.loads(line) for line in self._frames], self.result["outcome"])

    def packed(self) -> bytes:
        frames = [json.loads(line) for line in self._frames[: self._shown]]
        content = {"header": self._header, "frames": frames, "result": self.result}
        return gzip.compress(json.dumps(content, separators=(",", ":")).encode())


def _end(row: Try, state: Try.State, failure: str = "") -> None:
    row.state, row.failure, row.finished = state, failure, timezone.now()
    persistently(row.save, row)
    progress.note(row)
