"""Building versions, in workers of the queue ``builds``."""

from __future__ import annotations

import logging
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from arbiter.streams import StreamWriter, build_key
from arbiter.workers import is_dead, own_name, remove_groups
from bots import services
from bots.models import BotVersion
from games.registry import GAMES
from sandbox.builds import build as build_in_sandbox
from sandbox.errors import BuildError, UploadError
from sandbox.languages import LANGUAGES
from sandbox.limits import BUILDS
from storage import space

logger = logging.getLogger(__name__)

STUCK_AFTER = timedelta(seconds=2 * BUILDS.wall_s + 120)
"""A build that has run for so long has lost its worker: it gets `BuildLimits.wall_s`, and what its
compiler prepares before the first such build as long again.  One that died on the machine where
the sweep runs is found sooner."""
CALLED_WITHIN = timedelta(seconds=60)
"""For a version that has waited longer, the call to build it may have been lost."""


def call_worker(version_id: int) -> None:
    """Call a worker to build a version.

    A call that cannot be sent is made up by the sweep: whoever wanted the build has it.
    """
    try:
        build.delay(version_id)
    except BrokerError as error:
        logger.warning("no worker could be called to build version %d: %s", version_id, error)


@shared_task
def build(version_id: int) -> None:
    """Build one version, if it still waits.  Below the floor of free disk it goes on waiting."""
    if space.is_low():
        return
    now = timezone.now()
    taken = BotVersion.objects.filter(pk=version_id, state=BotVersion.State.WAITING).update(
        state=BotVersion.State.BUILDING,
        build_started=now,
        build_finished=None,
        build_worker=own_name(),
    )
    if not taken:
        return
    version = BotVersion.objects.select_related("bot__owner").get(pk=version_id)
    log = _Log(version)
    try:
        _build(version, log)
    except (BuildError, UploadError) as error:
        log.write(f"\n{error}\n")
        programs = getattr(error, "programs", ())
        services.failed(version, BotVersion.Step.BUILD, str(error), programs)
    except Exception:
        # Whatever it is, it is ours; left alone, the version would be built for ever.
        logger.exception("building version %s failed", version_id)
        services.failed(version, BotVersion.Step.BUILD, services.OURS)
    finally:
        log.close()


def _build(version: BotVersion, log: _Log) -> None:
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
    services.built(version, artifact.data, artifact.sha256)


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
        self.save()
        self._stream.end()
        self._stream.close()


@shared_task
def sweep() -> None:
    """Put builds whose worker died back in line, and remind the queue of those that wait."""
    now = timezone.now()
    for version in BotVersion.objects.filter(state=BotVersion.State.BUILDING):
        late = version.build_started is not None and version.build_started < now - STUCK_AFTER
        if late or is_dead(version.build_worker):
            logger.warning("the worker that built version %s was lost", version)
            remove_groups()
            services.build_lost(version)
    waiting = BotVersion.objects.filter(
        state=BotVersion.State.WAITING, created__lt=now - CALLED_WITHIN
    )
    for pk in waiting.values_list("pk", flat=True)[:100]:
        build.delay(pk)
