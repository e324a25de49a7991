"""Building versions, in workers of the queue ``builds``.

A task means “build what comes next” (`bots.versions.building`): a surplus one finds nothing to do.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path

from celery import shared_task

from arbiter.database.locks import database_now
from arbiter.streams import StreamWriter, build_key
from arbiter.working import queues
from arbiter.working.passing import mend_connection, persistently
from arbiter.working.workers import host, is_dead
from bots import deletion, interrupted, services
from bots.models import BotVersion
from bots.versions import artifacts, building
from controls import breaker
from controls.models import Hold
from games.registry import GAMES
from rulesets.installed import ensure
from sandbox import isolation
from sandbox.builds import build as build_in_sandbox
from sandbox.errors import BuildError, UploadError
from sandbox.languages import LANGUAGES
from sandbox.limits import BUILDS
from storage import space
from storage.files import discard

logger = logging.getLogger(__name__)

STUCK_AFTER = timedelta(seconds=2 * BUILDS.wall_s + 120)
"""A build that has run for this time has lost its worker. A build may take `BuildLimits.wall_s`,
and the compiler's preparation before the first build as long again. The sweep finds a dead worker
of its own machine sooner.
"""
AGAIN = (
    "The platform was interrupted; this is not your program's fault. The build begins again after "
    "a pause."
)
CALLED_WITHIN = timedelta(seconds=60)
"""For a version that has waited longer, the task to build it may have been lost."""


@shared_task
def build(version_id: int | None = None) -> None:
    """Build the version that comes next, or a particular one if it waits.

    Tasks of releases before this one name a version.  Below the floor of free disk all wait.
    """
    if space.is_low():
        return
    with breaker.trying(Hold.Of.BUILDS) as outcome:
        if (version := building.claim(version_id)) is None:
            return
        outcome.succeeded = _build_claimed(version)
    if building.startable(host()).exists():  # it may have waited for the end of this one
        queues.send(building.BUILD)


def _build_claimed(version: BotVersion) -> bool:
    """Build a version that this worker has claimed, to an end or back into line; whether it has a
    program."""
    log = _Log(version)
    try:
        return _attempt(version, log)
    except Exception as error:
        # Any error here is a platform fault. Without this handler the version would stay in its
        # build for ever.
        _interrupted(version, log, error)
        return False
    finally:
        log.close()


def _attempt(version: BotVersion, log: _Log) -> bool:
    try:
        _build(version, log)
    except (BuildError, UploadError) as error:
        log.write(f"\n{error}\n")
        fail = partial(_failed, version, str(error), getattr(error, "programs", ()))
        persistently(fail, f"the failure of {version}")
        return False
    return True


def _interrupted(version: BotVersion, log: _Log, error: Exception) -> None:
    """Have the build begin again after a fault of this machine or a passing one; after others it
    has failed."""
    mend_connection()
    # The object may have what could not be stored in the row.
    stored, columns = version.artifact.name, ["state", "artifact_state", "artifact"]
    persistently(partial(version.refresh_from_db, fields=columns), version)
    if stored and stored != version.artifact.name:
        discard(stored)
    if interrupted.put_off(version, error):
        logger.warning("the build of %s begins again: %s", version, error)
        log.write(f"\n{AGAIN}\n")
    else:
        logger.exception("building version %s failed", version.pk, exc_info=error)
        interrupted.give_up(version)


def _failed(version: BotVersion, failure: str, programs: Sequence[str]) -> None:
    if version.is_being_built_again:
        artifacts.not_built_again(version, failure)
    else:
        services.failed(version, BotVersion.Step.BUILD, failure, programs)


def _build(version: BotVersion, log: _Log) -> None:
    ensure(version.bot.game)
    if version.bot.game not in GAMES:
        raise BuildError("this site does not have the bot's game now; build it when it is back")
    language = LANGUAGES[version.language]
    with tempfile.TemporaryDirectory(prefix="arbiter-source-") as folder:
        services.unpack_source(version, Path(folder))
        log.write(f"Building {version.source_files} file(s) with {language.title} …\n")
        began = time.monotonic()
        artifact = build_in_sandbox(Path(folder), language, log.write, program=version.program)
    seconds = time.monotonic() - began
    log.write(f"Built in {seconds:.1f} s: {len(artifact.data) / 1024:.0f} kB.\n")
    log.save()
    keep = artifacts.built_again if version.is_being_built_again else services.built
    keep(version, artifact.data, artifact.sha256)


class _Log:
    """A build's log: streamed to those who watch, and kept with the version."""

    def __init__(self, version: BotVersion) -> None:
        self._version = version
        self._parts: list[str] = []
        self._stream = StreamWriter(build_key(version.pk))
        self._stream.begin()

    def write(self, text: str) -> None:
        self._parts.append(text)
        self._stream.add("log", text.encode())

    def save(self) -> None:
        self._version.build_log = "".join(self._parts).replace("\0", "�")
        self._version.save(update_fields=["build_log"])

    def close(self) -> None:
        persistently(self.save, "the log of a build")
        self._stream.end()
        self._stream.close()


@shared_task
def tidy() -> None:
    """Remove built programs that nothing needs, and files of deleted accounts."""
    deletion.delete_files()
    if gone := artifacts.remove_unneeded():
        logger.info("removed built programs: %s", ", ".join(gone))


@shared_task
def sweep() -> None:
    """Put builds whose worker died back in line, and remind the queue of those that wait."""
    running = building.running()
    stuck = running.filter(build_started__lt=database_now(-STUCK_AFTER))
    late = {*stuck.values_list("pk", flat=True)}
    for version in running:
        if version.pk in late or is_dead(version.build_worker):
            logger.warning("the worker that built version %s was lost", version)
            isolation.sweep()
            interrupted.build_lost(version)
    building.forget_requests()
    if space.is_low():  # tasks would find nothing to begin
        return
    late_ones = (
        building.waiting()
        .exclude(state=BotVersion.State.WAITING, created__gte=database_now(-CALLED_WITHIN))
        .count()
    )
    for _ in range(min(late_ones - queues.length("builds"), 100)):
        queues.send(building.BUILD)
