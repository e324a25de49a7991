"""Request, make and cancel archives, and delete expired ones."""

from __future__ import annotations

import hashlib
import logging
import tempfile
from datetime import timedelta
from functools import partial
from io import BufferedRandom
from typing import IO

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.permissions import require_organizer
from arbiter.database.locks import database_now
from arbiter.working import queues
from arbiter.working.passing import due, mend_connection, persistently, put_off
from arbiter.working.workers import host, is_dead, own_name
from audit import services as audit
from bots.interrupted import machine_failed
from controls import breaker
from controls.models import Hold
from exports.archive import Tell, content_of, write
from exports.builders import event_builder
from exports.models import KEPT, Export
from exports.notifications import tell_failed, tell_ready
from exports.options import Options
from exports.personal import content_of as own
from games.texts.sentences import paragraph
from storage import space
from storage.files import discard, require_here

logger = logging.getLogger(__name__)
MAKE = "exports.tasks.make"
"""The task that makes one archive."""
MOST_A_DAY = 3
"""Archives of the own data that a person may ask for."""
SILENT = timedelta(minutes=15)
"""An archive that has not reported for this time has lost its worker."""
MAX_LOSSES = 2
"""An archive fails where its worker was lost and this is its second fault: it may be the cause."""
State = Export.State


class Cancelled(Exception):
    """Somebody wants it no more."""


def ask(by: User, options: Options) -> Export:
    """Have an archive made."""
    require_organizer(by)
    space.require()
    try:
        with transaction.atomic():
            made = Export.objects.create(by=by, options=options.to_json())
            audit.record(by, made, "asked for an export", options.label)
            queues.send_after_commit(MAKE, made.pk)
    except IntegrityError:
        raise ValidationError("One export is being made; wait for it, or cancel it.") from None
    return made


def ask_own(person: User) -> Export:
    """Have an archive of the person's own data made."""
    space.require()
    today = Export.objects.filter(person=person, created__gt=timezone.now() - timedelta(days=1))
    if today.count() >= MOST_A_DAY:
        raise ValidationError(f"You asked for {MOST_A_DAY} archives today. Try again tomorrow.")
    try:
        with transaction.atomic():
            made = Export.objects.create(by=person, person=person)
            audit.record(person, made, "asked for the own data")
            queues.send_after_commit(MAKE, made.pk)
    except IntegrityError:
        raise ValidationError("Your archive is being made; wait for it, or cancel it.") from None
    return made


def cancel(export: Export, by: User) -> None:
    """Stop one that waits or is being made: its worker finds out at its next step."""
    if export.person != by:
        require_organizer(by)
    with transaction.atomic():
        if not end(export.pk, State.CANCELLED):
            raise ValidationError("It is over already.")
        audit.record(by, export, "cancelled")


def make(pk: int) -> None:
    """Make the archive, if it still waits."""
    with breaker.trying(Hold.Of.BUILDS) as outcome:
        outcome.succeeded = _make(pk)


def _make(pk: int) -> bool:
    """Whether the archive was made and kept."""
    free = ~Exists(Hold.objects.on_builds(host()))
    waiting = Export.objects.filter(due(host()), free, pk=pk, state=State.WAITING)
    if not waiting.update(state=State.RUNNING, worker=own_name(), beat=database_now()):
        return False
    export = Export.objects.get(pk=pk)
    try:
        require_here()  # files that are lost are left out of an archive
        # Without a name: nothing is left where the worker is killed.
        with tempfile.TemporaryFile() as file:
            _write(export, file, lambda *done: _progress(pk, *done))
            _keep(export, file)
    except Cancelled:
        logger.info("%s was cancelled", export)
    except ValidationError as error:
        _fail(export, paragraph(*error.messages))
    except Exception as error:
        mend_connection()
        machine_failed(error)
        if put_off(_held(export), error, state=State.WAITING):
            logger.warning("%s begins again: %s", export, error)
            return False
        logger.exception("%s failed", export)
        why = f"{type(error).__name__}: {error}"
        persistently(partial(_fail, export, why), export)
    else:
        return True
    return False


def _held(export: Export) -> QuerySet[Export]:
    """The row while the worker named in ``export`` makes the archive."""
    return Export.objects.filter(pk=export.pk, state=State.RUNNING, worker=export.worker)


def _fail(export: Export, why: str) -> None:
    if end(export.pk, State.FAILED, failure=why[:300]):
        tell_failed(export, why)


def _write(export: Export, file: IO[bytes], tell: Tell) -> None:
    if export.event is not None:
        event_builder()(export, file, tell)
        return
    content = content_of(export.asked) if export.person is None else own(export.person)
    write(file, content, tell)


def _progress(pk: int, part: str, rows: int, total: int) -> None:
    running = Export.objects.filter(pk=pk, state=State.RUNNING)
    if not running.update(part=part, rows=rows, total=total, beat=database_now()):
        raise Cancelled


def _keep(export: Export, file: BufferedRandom) -> None:
    """Put the file into storage, unless it was cancelled meanwhile."""
    size = file.tell()
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    name = f"export-{export.pk}-{digest[:12]}.zip"
    export.file.save(name, File(file), save=False)
    kept = str(export.file.name)
    done = {"file": kept, "size": size, "sha256": digest, "rows": F("total")}
    if not persistently(partial(end, export.pk, State.DONE, **done), export):
        export.file.storage.delete(kept)
        raise Cancelled
    tell_ready(export)


def end(pk: int, state: str, **more: object) -> bool:
    """Close an export with this state; returns whether it was open until now."""
    here = Export.objects.filter(pk=pk, open=True)
    return bool(here.update(state=state, open=None, ended=database_now(), **more))


def sweep() -> None:
    """Have those begin again whose worker was lost, once, and delete files whose time is over."""
    running = Export.objects.filter(state=State.RUNNING)
    late = {*running.filter(beat__lt=database_now(-SILENT)).values_list("pk", flat=True)}
    for export in running:
        if not (is_dead(export.worker) or export.pk in late):
            continue
        if not put_off(_held(export), most=MAX_LOSSES, state=State.WAITING):
            end(export.pk, State.FAILED, failure="Its worker was lost; ask for it again.")
    for export in Export.objects.filter(state=State.DONE, ended__lt=database_now(-KEPT)):
        Export.objects.filter(pk=export.pk).update(state=State.EXPIRED, file="")
        if export.file.name:
            discard(export.file.name)
