"""Built programs: kept while something needs them, and built again from their source on demand.

Apps above say what needs a version: `needed` takes a function that selects primary keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum

from accounts.models import User
from accounts.permissions import require_manager
from arbiter.database.locks import database_now, database_time, lock
from arbiter.working import queues
from arbiter.working.passing import AFRESH
from audit import services as audit
from bots.models import Bot, BotVersion
from bots.signals import artifact_failed
from bots.versions import building
from storage.files import NewFiles, deleting, discard
from storage.quota import StoredShare, measured

ArtifactState = BotVersion.ArtifactState
Selection = Callable[[], "QuerySet[Any, Any]"]
BATCH = 200
"""Programs that are removed in one run."""

_selections: list[Selection] = []


def needed(select: Selection) -> Selection:
    """Have versions keep their programs whose primary keys ``select()`` returns."""
    if select not in _selections:
        _selections.append(select)
    return select


def unneeded() -> QuerySet[BotVersion]:
    """Versions that play no more and that nothing needs."""
    playing = Bot.objects.filter(
        active_version=OuterRef("pk"), retired_at=None, deactivated_at=None
    )
    needs = Q(pk__in=())
    for select in _selections:
        needs |= Q(pk__in=select())
    return BotVersion.objects.filter(~Exists(playing), ~needs, state__in=BotVersion.SETTLED)


def remove_unneeded() -> list[str]:
    """Remove programs that nothing has needed since they were built, `ARTIFACT_HOURS` ago or
    longer; their names.  Sources stay."""
    before = database_now(-timedelta(hours=settings.ARTIFACT_HOURS))
    old = unneeded().filter(
        artifact_state__in=(ArtifactState.KEPT, ArtifactState.FAILED), build_finished__lt=before
    )
    gone = []
    with deleting() as allowed:
        rows = old.exclude(artifact="").order_by("pk") if allowed else BotVersion.objects.none()
        for pk, name in list(rows.values_list("pk", "artifact")[:BATCH]):
            # The condition is asked again by the UPDATE itself.
            if old.filter(pk=pk, artifact=name).update(**_REMOVED):
                default_storage.delete(name)
                gone.append(name)
    return gone


_NONE: dict[str, object] = {"artifact": "", "artifact_bytes": 0}
FILELESS: dict[str, object] = {
    **_NONE,
    "source": "",
    "stored_bytes": 0,
    "artifact_state": ArtifactState.DELETED,
}
"""Columns of a version without files."""
_REMOVED = {**_NONE, "artifact_state": ArtifactState.REMOVED}


@transaction.atomic(savepoint=False)
def want(versions: Iterable[int]) -> None:
    """Have the programs of these versions (primary keys) built again where they were removed.

    A version that another transaction has locked is left to that one: stages, seasons and
    comparisons that make matches of the same bots do not wait for each other.  The periodic task
    wants the programs that waiting matches still lack.
    """
    gone = (ArtifactState.REMOVED, ArtifactState.FAILED)
    rows = lock(BotVersion.objects, waits=False).filter(pk__in=list(versions))
    for row in list(rows.filter(artifact_state__in=gone).only("pk")):
        BotVersion.objects.filter(pk=row.pk).update(
            artifact_state=ArtifactState.WAITING, build_losses=0, **AFRESH
        )
        queues.send_after_commit(building.BUILD)


def require_files(version: BotVersion) -> None:
    """ValidationError where the version's files were deleted."""
    if version.artifact_state == ArtifactState.DELETED:
        raise ValidationError(f"The files of {version} were deleted; upload them as a new version.")


def release() -> int:
    """Have builds on demand that are not done begin again, when no worker runs; how many wait."""
    begun = BotVersion.objects.filter(artifact_state=ArtifactState.BUILDING)
    begun.update(artifact_state=ArtifactState.WAITING)
    return BotVersion.objects.filter(artifact_state=ArtifactState.WAITING).count()


def built_again(version: BotVersion, artifact: bytes, sha256: str) -> None:
    """Keep what a build on demand made."""
    old = version.artifact.name
    with storing(version, artifact, sha256):
        version.artifact_state, version.build_finished = ArtifactState.KEPT, database_time()
        version.save(
            update_fields=[
                *("artifact", "artifact_sha256", "artifact_bytes", "artifact_state"),
                *("build_finished",),
            ]
        )
        if old and old != version.artifact.name:
            transaction.on_commit(partial(discard, old))


@contextmanager
def storing(version: BotVersion, artifact: bytes, sha256: str) -> Iterator[None]:
    """Write a version's program into storage and its columns, which the block saves in its
    transaction."""
    with NewFiles() as files:
        files.save(version.artifact, f"{sha256[:16]}-{version.pk}.tar", ContentFile(artifact))
        version.artifact_sha256, version.artifact_bytes = sha256, len(artifact)
        with transaction.atomic():
            yield
        files.keep()


@transaction.atomic
def not_built_again(version: BotVersion, failure: str) -> None:
    """A build on demand failed: end what waits for the program."""
    failed = BotVersion.objects.filter(pk=version.pk, artifact_state=ArtifactState.BUILDING)
    if failed.update(artifact_state=ArtifactState.FAILED, build_finished=database_now()):
        artifact_failed.send(sender=BotVersion, version=version, failure=failure)


@transaction.atomic
def delete_files(version: BotVersion, by: User) -> None:
    """Delete a version's source and program for good; the version itself and its matches stay."""
    require_manager(version.bot, by)
    row = lock(BotVersion.objects).get(pk=version.pk)
    if row.artifact_state == ArtifactState.DELETED:
        raise ValidationError(f"The files of {version} were deleted before.")
    if row.pk == version.bot.active_version_id:
        raise ValidationError(f"{version} plays. Make another version active first.")
    if row.is_being_built_again or not unneeded().filter(pk=row.pk).exists():
        raise ValidationError(
            f"{version} is still being built, or a match, an event or a comparison needs it. "
            "Wait until that is over."
        )
    names = [file.name for file in (row.source, row.artifact) if file.name]
    BotVersion.objects.filter(pk=row.pk).update(**FILELESS)
    audit.record(by, version, "deleted the files")
    for name in names:
        transaction.on_commit(partial(discard, name))


@measured
def sources_of(owner: User) -> StoredShare:
    return StoredShare("sources", _sum(owner, "stored_bytes"))


@measured
def programs_of(owner: User) -> StoredShare:
    return StoredShare("built programs", _sum(owner, "artifact_bytes"))


def _sum(owner: User, column: str) -> int:
    rows = BotVersion.objects.filter(bot__owner=owner)
    return rows.aggregate(total=Sum(F(column)))["total"] or 0
