"""A machine proves itself before its workers begin anything, and each minute while they work.

It needs the site's secret key, database, version, stored files and time, and a sandbox.  Its row
(`Machine`) keeps the result: while that has a problem, its workers claim nothing, and tasks are
left to other machines.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from socket import gethostname

from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.signals import notice_written
from arbiter.celery import app
from arbiter.database.locks import database_now, database_time, lock
from arbiter.working import beat
from arbiter.working.probing import written
from arbiter.working.workers import host
from controls import version, walls
from controls.machines import EVERY, LIVES, PLAYING, has_workers, is_living, machine_mb
from controls.models import Machine, SiteMark
from games.foreign import games_folder
from games.texts.sentences import paragraph
from sandbox import selftest
from sandbox.errors import SandboxError
from sandbox.isolation import choose
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language

logger = logging.getLogger(__name__)

CLOCK_S = 2.0
"""The most that a machine's clock may differ from the database's."""
STORING = PLAYING | {"upkeep"}
"""Kinds that store replays, programs, archives or compact replays."""
FULL = (errno.ENOSPC, errno.EDQUOT)
"""Of a full disk, which lets a site start and nothing begin: `storage.space`."""
SILENT = (
    "It has not answered since {since:%H:%M:%S} UTC. Switch it on, or mend its connection to the "
    "database: it gets work again after its next check."
)
SECOND_BEAT_S = 3600
AGAIN_S = 600.0
"""A language whose self-test failed is tried again after this time."""


def write_mark() -> SiteMark:
    """Have this process's site be the one that machines compare themselves with."""
    mark = SiteMark.objects.first() or SiteMark()
    mark.key, mark.version = _key_digest(), version.current()
    if not mark.probe or _files(mark):
        content = secrets.token_hex(32).encode()
        mark.probe_sha256 = hashlib.sha256(content).hexdigest()
        mark.probe.save("probe", ContentFile(content), save=False)
    mark.save()
    return mark


def own(kind: str) -> Machine:
    """This machine as it was checked within `machines.LIVES`, now where nobody has done so."""
    row = Machine.objects.timed().filter(name=host()).first()
    if row is None or not is_living(row):
        check_in([kind])
        row = Machine.objects.get(name=host())
    return row


def check_in(kinds: Collection[str], trials: Trials | None = None) -> list[str]:
    """Check this machine for workers of these kinds, and keep what was found; the problems, each
    with what to do.

    ``trials`` try its languages.  Without any it joins: their tools are looked for, and it has to
    write to the site's storage.
    """
    troubles = problems(kinds, joins=trials is None)
    keep(kinds, troubles, trials)
    return troubles


def problems(kinds: Collection[str], *, joins: bool = True) -> list[str]:
    """The problems of this machine for workers of these kinds, each with what to do."""
    return [problem for check in _checks(kinds, joins=joins) if (problem := check())]


@transaction.atomic
def check_out(kinds: Collection[str]) -> None:
    """Workers of these kinds were stopped on this machine: the site no longer counts on them."""
    for row in lock(Machine.objects).filter(pk=host()):
        row.kinds = {kind: moment for kind, moment in row.kinds.items() if kind not in kinds}
        row.save(update_fields=["kinds"])


def keep(kinds: Collection[str], troubles: list[str], trials: Trials | None = None) -> None:
    """Have the site know these problems of this machine, or that it has none."""
    try:
        _keep(kinds, troubles, trials)
    except DatabaseError:
        if not troubles:
            raise
        logger.exception("the problems of this machine could not be kept")


@transaction.atomic
def _keep(kinds: Collection[str], troubles: list[str], trials: Trials | None) -> None:
    now = database_time()
    Machine.objects.get_or_create(name=host(), defaults={"checked": now})
    row = lock(Machine.objects).get(pk=host())
    problem = paragraph(*troubles)
    is_new = bool(problem) and _core(problem) != _core(row.problem)
    row.checked, row.problem = now, problem
    row.kinds = {**row.kinds, **dict.fromkeys(kinds, now.timestamp())}
    if PLAYING.intersection(kinds):
        row.rated = not troubles and walls.rated_allowed()
        row.memory_mb = machine_mb()
        row.foreign = games_folder() is not None
        row.languages = trials.made() if trials and not troubles else _looked_up(row.languages)
    row.save()
    if is_new:
        _tell(row)


def _checks(kinds: Collection[str], *, joins: bool) -> Iterator[Callable[[], str]]:
    if problem := _database():
        yield lambda: problem
        return
    mark = SiteMark.objects.first() or write_mark()
    yield lambda: _key(mark)
    yield lambda: _version(mark)
    yield lambda: _files(mark) or (_writing() if joins and STORING.intersection(kinds) else "")
    yield _clock
    if PLAYING.intersection(kinds):
        yield _sandbox


def _database() -> str:
    applied = set(MigrationRecorder(connection).applied_migrations())
    ours = version.migrations()
    labels = {app for app, _ in ours}
    if lacking := sorted(ours - applied):
        return (
            f"The database is older than this checkout: it lacks the migration "
            f"{'.'.join(lacking[0])}. Check out the site's commit here, or update the site first."
        )
    if unknown := sorted(each for each in applied - ours if each[0] in labels):
        return (
            f"The database is newer than this checkout, which lacks the migration "
            f"{'.'.join(unknown[0])}. Check out the site's commit here."
        )
    return ""


def _key_digest() -> str:
    return salted_hmac("controls.joining", "site", algorithm="sha256").hexdigest()


def _key(mark: SiteMark) -> str:
    if mark.key == _key_digest():
        return ""
    return "The secret key is not the site's. Set SECRET_KEY to the site's key."


def _version(mark: SiteMark) -> str:
    if mark.version == version.current():
        return ""
    return (
        f"The code has version {version.current()}, the site's has {mark.version}. Check out the "
        "site's commit here and start the workers again."
    )


def _files(mark: SiteMark) -> str:
    try:
        with default_storage.open(str(mark.probe.name)) as file:
            if hashlib.sha256(file.read()).hexdigest() == mark.probe_sha256:
                return ""
        unread = (
            f"The site's stored file {mark.probe.name} cannot be read (its content is another one)."
        )
    except Exception as error:  # each storage has errors of its own
        why = f"{type(error).__name__}: {error}"
        unread = f"The site's stored file {mark.probe.name} cannot be read ({why})."
    advice = (
        "Give this machine the site's files: the same folder or object storage (docs/settings.md)."
    )
    return paragraph(unread, advice)


def _writing() -> str:
    try:
        with written(default_storage):
            return ""
    except OSError as error:
        if error.errno in FULL:
            return ""
        return (
            f"Nothing can be written to the site's stored files ({type(error).__name__}: {error}). "
            "Let the user of the workers write to MEDIA_ROOT, or the key in STORAGE_URL write and "
            "delete objects (docs/settings.md)."
        )


def _clock() -> str:
    before = time.time()
    theirs = database_time().timestamp()
    after = time.time()
    ahead = (before + after) / 2 - theirs
    if abs(ahead) - (after - before) / 2 <= CLOCK_S:
        return ""
    return (
        f"The clock is {ahead:.0f} s ahead of the database's; at most {CLOCK_S:.0f} s are "
        "allowed. Have this machine keep its time by NTP."
        if ahead > 0
        else f"The clock is {-ahead:.0f} s behind the database's; at most {CLOCK_S:.0f} s are "
        "allowed. Have this machine keep its time by NTP."
    )


def _sandbox() -> str:
    try:
        choose()
    except SandboxError as error:
        return f"{str(error).rstrip('.')}."
    return ""


@transaction.atomic
def miss(name: str, since: datetime) -> None:
    """A machine that should answer has not done so since then: it gets no work before its next
    check.  A check after that moment shows that it has answered."""
    row = lock(Machine.objects).filter(name=name, problem="", checked__lt=since).first()
    if row is not None and has_workers(row):
        row.problem = SILENT.format(since=since)
        row.save(update_fields=["problem"])
        _tell(row)


def miss_unchecked() -> None:
    """`miss` the machines whose checks have ended, although their workers were not stopped."""
    ended = Machine.objects.filter(problem="", checked__lt=database_now(-LIVES))
    for row in ended.exclude(name=host()):
        miss(row.name, row.checked + EVERY)


def note_second_beat(holder: str) -> str:
    """Advice about a beat that this machine has started beside that of ``holder``.  Organizers hear
    of it once in `SECOND_BEAT_S`."""
    advice = beat.SECOND.format(holder=holder)
    if cache.add(_second_beat(host()), holder, SECOND_BEAT_S):
        _notify(host(), "has started a second beat", "the timetable", advice)
    return advice


def second_beats(names: Collection[str]) -> list[str]:
    """Those of the machines that have started a second beat within `SECOND_BEAT_S`."""
    beats = cache.get_many([_second_beat(name) for name in names])
    return [name for name in names if _second_beat(name) in beats]


def _second_beat(name: str) -> str:
    return f"second-beat:{name}"


def _core(problem: str) -> str:
    """A problem without what differs from check to check: numbers, names with digits, details in
    parentheses."""
    words = re.sub(r"\([^()]*\)", "", problem).split()
    return " ".join(word for word in words if not any(map(str.isdigit, word)))


def _tell(row: Machine) -> None:
    """Organizers hear of a problem once, until a check has found another one or none."""
    _notify(row.name, "gets no work", "matches and builds", row.problem)


def _notify(name: str, what: str, work: str, why: str) -> None:
    notice_written.send(
        sender=Machine,
        kind="machine.held",
        people=list(User.objects.filter(is_staff=True, is_active=True)),
        text=f"The machine {name} {what}. {why}",
        path=reverse("desk-workers"),
        data={"machine": name, "work": work, "lacks": why},
        letter={"about": name, "title": what, "thread": f"machine-{name}"},
    )


def _looked_up(stored: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """The languages by their tools alone; what a self-test has found stays while these do."""
    languages = {}
    for name, language in LANGUAGES.items():
        missing, known = language.lacks(), stored.get(name, {})
        if missing or not known.get("tried"):
            known = {"version": "", "reason": missing}
        languages[name] = known
    return languages


class Trials:
    """Self-tests of the languages of this machine, made once and again where one failed or its
    tools have come back.

    ``found`` has by language the time of its test, by the monotonic clock, and what it told; it may
    go through JSON to the next process.
    """

    def __init__(self, found: dict[str, tuple[float, dict[str, object]]] | None = None) -> None:
        self.found = found or {}

    def made(self) -> dict[str, object]:
        return {name: self._made(language) for name, language in LANGUAGES.items()}

    def _made(self, language: Language) -> dict[str, object]:
        if missing := language.lacks():
            self.found.pop(language.name, None)
            return {"version": "", "reason": missing}
        moment, entry = self.found.get(language.name, (0.0, {}))
        if not entry or (entry["reason"] and time.monotonic() > moment + AGAIN_S):
            trial = selftest.check(language, choose())
            entry = {"version": trial.version, "reason": trial.reason, "tried": True}
            self.found[language.name] = (time.monotonic(), entry)
        return entry


def check_again(kinds: Collection[str], trials: Trials) -> None:
    """Check this machine, and have its workers take tasks, or leave them to others while it has a
    problem."""
    serve(kinds, held=bool(check_in(kinds, trials)))


def serve(kinds: Collection[str], *, held: bool) -> None:
    """Have the workers of this machine take tasks of their queues, or take none."""
    act = app.control.cancel_consumer if held else app.control.add_consumer
    for kind in PLAYING.intersection(kinds):
        act(kind, destination=[f"{kind}@{gethostname()}"])
