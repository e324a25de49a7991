"""Builds that ended without a result: their worker was lost, or the platform had a fault."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from arbiter.working import passing, queues
from arbiter.working.workers import host, own_name
from bots.models import BotVersion
from bots.services import failed
from bots.versions import artifacts, building
from controls import breaker
from controls.models import Hold
from sandbox.errors import CompilerKilled

MAX_LOSSES = 2
"""A build fails after this number of workers that ended during it: it may be the cause."""
OURS = (
    "The platform could not build this version; this is not your program's fault. "
    "Press “Build again”; if it happens again, tell the organizers."
)


def release_builds() -> int:
    """Restart every unfinished build when no worker runs. Returns their number."""
    unfinished = (BotVersion.State.WAITING, BotVersion.State.BUILDING)
    count = BotVersion.objects.filter(state__in=unfinished).count()
    BotVersion.objects.filter(state=BotVersion.State.BUILDING).update(
        state=BotVersion.State.WAITING
    )
    for _ in range(count + artifacts.release()):
        queues.send_after_commit(building.BUILD)
    return count


def _held(version: BotVersion) -> tuple[QuerySet[BotVersion], dict[str, str]]:
    """The row while the worker named in ``version`` builds it, and its columns when it waits."""
    column = "artifact_state" if version.is_being_built_again else "state"
    held = BotVersion.objects.filter(
        pk=version.pk,
        **{column: BotVersion.State.BUILDING},
        build_worker=version.build_worker,
        build_started=version.build_started,
    )
    return held, {column: BotVersion.State.WAITING}


def build_lost(version: BotVersion) -> None:
    """Restart the build of a version whose worker, named in ``version``, is gone. Does nothing if
    another worker has it.
    """
    losses = version.build_losses + 1
    held, waiting = _held(version)
    with transaction.atomic():
        if losses < MAX_LOSSES:
            if held.update(**waiting, build_losses=losses):
                queues.send_after_commit(building.BUILD)
        elif held.update(build_losses=losses):
            give_up(version)


def put_off(version: BotVersion, error: Exception) -> bool:
    """Have a version that a fault of this machine, or a passing one, kept from being built wait for
    another attempt.  Work that needs its program waits, too.  False after the last attempt, and for
    other errors."""
    machine_failed(error)
    held, waiting = _held(version)
    return passing.put_off(held, error, passing.MOST, **waiting)


def machine_failed(error: Exception) -> None:
    """Count a fault of this machine in work of the queue ``builds``, if the error is one.

    A killed compiler is one where the kernel says that memory was missing: a program may kill its
    own.
    """
    cause = passing.fault_of(error).cause
    if cause is None or (isinstance(error, CompilerKilled) and not error.no_memory):
        return

    def count() -> None:
        breaker.note_fault(own_name(), Hold.Of.BUILDS, cause, str(error), _has_built)

    passing.persistently(count, "a fault of this machine")


def _has_built(since: datetime) -> bool:
    """Whether this machine has built a version since then."""
    done = BotVersion.objects.filter(build_finished__gt=since).exclude(artifact="")
    return done.filter(build_worker__startswith=f"{host()}:").exists()


def give_up(version: BotVersion) -> None:
    """The platform cannot build the version, by a fault of its own."""
    if version.is_being_built_again:
        artifacts.not_built_again(version, OURS)
    else:
        failed(version, BotVersion.Step.BUILD, OURS, site_fault=True)
