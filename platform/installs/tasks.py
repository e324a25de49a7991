"""Installing games, in workers of the queue ``builds``."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from datetime import timedelta
from functools import partial

from celery import shared_task
from django.db import DatabaseError
from django.db.models import Exists

from arbiter.database.locks import database_now
from arbiter.working import queues
from arbiter.working.passing import due, mend_connection, persistently, put_off
from arbiter.working.workers import host, is_dead, own_name
from bots.interrupted import machine_failed
from controls import breaker
from controls.models import Hold
from games.foreign import games_folder
from games.foreign.fields import ManifestError
from games.texts import visible
from installs import services
from installs.models import GameInstall
from rulesets import installed
from sandbox import isolation
from sandbox.errors import BuildError, SandboxError, UploadError
from sandbox.foreign.install.installing import clear
from sandbox.foreign.install.trials import TRIAL_S
from sandbox.languages import LANGUAGES
from sandbox.limits import BUILDS

logger = logging.getLogger(__name__)

State = GameInstall.State
STUCK_AFTER = timedelta(seconds=(1 + len(LANGUAGES)) * (BUILDS.wall_s + TRIAL_S) + 240)
"""An installation that has run for this time has lost its worker. The sweep finds a dead worker of
its own machine sooner.
"""
CALLED_WITHIN = timedelta(seconds=60)
"""For one that has waited longer, the call may have been lost."""
AGAIN = (
    "The platform was interrupted; this is not the game's fault. The installation begins again "
    "after a pause."
)
SAVED_EVERY_S = 0.5
LOG = 512 * 1024
"""Characters of a log that are kept: the build's own limit, and what is said around it."""


@shared_task
def install(pk: int) -> None:
    """Install one game, if it still waits."""
    with breaker.trying(Hold.Of.BUILDS) as outcome:
        outcome.succeeded = _taken(pk)


def _taken(pk: int) -> bool:
    """Take an archive that still waits, and install its game; whether it is installed."""
    free = ~Exists(Hold.objects.on_builds(host()))
    taken = GameInstall.objects.filter(due(host()), free, pk=pk, state=State.WAITING).update(
        state=State.INSTALLING, started=database_now(), finished=None, worker=own_name()
    )
    if not taken:
        return False
    row = GameInstall.objects.select_related("by").get(pk=pk)
    log = _Log(row)
    try:
        _install(row, log)
    except Exception as error:
        mend_connection()
        persistently(partial(_not_installed, row, log, error), row)
        return False
    return True


def _not_installed(row: GameInstall, log: _Log, error: Exception) -> None:
    """Note why; after a passing fault of the platform the archive waits for another attempt."""
    held = GameInstall.objects.filter(pk=row.pk, state=State.INSTALLING, worker=row.worker)
    machine_failed(error)
    match error:
        case ManifestError() | UploadError():
            _failed(row, log, f"The game cannot be installed: {error}")
        case BuildError():
            _failed(row, log, f"The game's program does not build: {error}")
        case _ if put_off(held, error, state=State.WAITING):
            logger.warning("installing %s begins again: %s", row, error)
            with suppress(DatabaseError):  # it waits already, whatever its log says
                log.write(f"\n{AGAIN}\n")
                log.save()
        case SandboxError():
            _failed(row, log, f"The game did not pass its trial: {error}")
        case _:
            # Without this the row would be installed for ever.
            logger.exception("installing %s failed", row, exc_info=error)
            log.save()
            services.failed(row, services.OURS_TO_MEND)


def _install(row: GameInstall, log: _Log) -> None:
    package = services.unpack(row)
    log.write(f"Installing {row} from {len(package.files)} file(s) …\n")
    began = time.monotonic()
    with package.folder() as folder:
        made = services.install(folder, log.write)
    points = " : ".join(f"{score:g}" for score in made.scores)
    log.write(f"The trial ended {points}.  Installed in {time.monotonic() - began:.1f} s.\n")
    log.save()
    services.done(row, made)


def _failed(row: GameInstall, log: _Log, reason: str) -> None:
    log.write(f"\n{reason}\n")
    log.save()
    services.failed(row, reason if reason.endswith((".", "\n")) else f"{reason}.")


class _Log:
    """The log, kept with the row as it grows, for those who watch."""

    def __init__(self, row: GameInstall) -> None:
        self._row = row
        self._parts: list[str] = []
        self._saved = 0.0

    def write(self, text: str) -> None:
        self._parts.append(visible(text))
        if time.monotonic() - self._saved >= SAVED_EVERY_S:
            self.save()

    def save(self) -> None:
        self._saved = time.monotonic()
        self._row.log = "".join(self._parts)[-LOG:]
        GameInstall.objects.filter(pk=self._row.pk).update(log=self._row.log)


@shared_task
def sweep() -> None:
    """Put installations whose worker died back in line, remind the queue of those that wait, and
    delete the files of games that were removed.
    """
    installing = GameInstall.objects.filter(state=State.INSTALLING)
    stuck = installing.filter(started__lt=database_now(-STUCK_AFTER))
    late = {*stuck.values_list("pk", flat=True)}
    for row in installing:
        if row.pk in late or is_dead(row.worker):
            logger.warning("the worker that installed %s was lost", row)
            isolation.sweep()
            services.lost(row)
    waiting = GameInstall.objects.filter(
        due(), state=State.WAITING, created__lt=database_now(-CALLED_WITHIN)
    )
    for pk in waiting.values_list("pk", flat=True)[:100]:
        queues.send(services.INSTALL, pk)
    if (folder := games_folder()) is not None:
        installed.follow()
        clear(folder)
