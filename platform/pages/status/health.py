"""How the installation is: each check asks the real thing, and none waits long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from functools import lru_cache

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from arbiter.celery import app
from bots.models import BotVersion
from controls import joining, languages, machines
from controls.models import FaultCount, Hold, Machine
from games.texts.sentences import paragraph, plural
from games.verifying import Finding
from matches.models import Match
from matches.recorded import verification
from notices.models import Channel, Delivery
from pages.status import heartbeat
from pages.templatetags.site import duration, filesize
from sandbox.errors import SandboxError
from sandbox.isolation import choose
from sandbox.languages import LANGUAGES
from storage import space

TIMEOUT_S = 1.0
FRESH_S = 5
"""A report is made at most once in this time."""
LATE = 6
"""Periodic work is late after this number of its periods, but not before a minute has passed."""
SELDOM_S = 60
"""Work that comes more seldom is not missed for never having been seen."""
LATE_MAIL = timedelta(minutes=10)
LOST_MAILS = timedelta(days=3)
QUEUES = ("matches", "rooms", "builds", "default")


class Level(IntEnum):
    """How bad it is.  BAD: the site cannot do its work."""

    OK = 0
    WARN = 1
    BAD = 2

    @property
    def word(self) -> str:
        return ("OK", "needs a look", "broken")[self]


@dataclass(frozen=True, slots=True)
class Check:
    title: str
    level: Level
    summary: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All checks, and a few ``numbers`` as (label, value)."""

    checks: tuple[Check, ...]
    numbers: tuple[tuple[str, int], ...]

    @property
    def level(self) -> Level:
        return max(check.level for check in self.checks)


def report() -> Report:
    """The current report, at most `FRESH_S` old; who asks while it is made waits for it."""
    with _making:
        return _report(int(time.monotonic() // FRESH_S))


_making = threading.Lock()


@lru_cache(maxsize=1)
def _report(moment: int) -> Report:
    return make_report()


def make_report() -> Report:
    database, broker = check_database(), check_redis()
    checks = [database, check_disk(), broker]
    if broker.level is Level.OK:
        checks += [check_workers(), check_timetable(), check_queues()]
    if database.level is not Level.BAD:
        checks += [check_machines(), check_mails(), check_replays()]
    checks += [check_sandbox(), check_languages(tried=database.level is not Level.BAD)]
    numbers = count_work() if database.level is not Level.BAD else ()
    return Report(tuple(checks), numbers)


def check_database() -> Check:
    try:
        took = _timed(_ask_database)
    except DatabaseError as error:
        return Check("Database", Level.BAD, "does not answer", (type(error).__name__,))
    return Check("Database", Level.OK, f"{connection.vendor} answers in {took:.1f} ms")


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def check_disk() -> Check:
    """Free space where the site keeps its data; the warning comes before the floor is reached."""
    disks = space.disks()
    least = min(disks, key=lambda disk: disk.free - disk.floor)
    free, total, floor = map(filesize, (least.free, least.total, least.floor))
    details = tuple(f"{', '.join(map(str, disk.paths))}: {_free(disk)}" for disk in disks)
    if least.is_low:
        summary = (
            f"{free} of {total} free; the floor is {floor}: uploads are refused, and no match or "
            "build begins"
        )
        return Check("Disk", Level.BAD, summary, details)
    if least.is_short:
        summary = f"{free} of {total} free; the floor is {floor}"
        return Check("Disk", Level.WARN, summary, details)
    return Check("Disk", Level.OK, _free(least), details)


def _free(disk: space.Disk) -> str:
    return f"{filesize(disk.free)} of {filesize(disk.total)} free"


def check_redis() -> Check:
    try:
        with _redis() as client:
            took = _timed(client.ping)
    except redis.RedisError as error:
        why = (type(error).__name__,)
        return Check("Redis", Level.BAD, "does not answer: no live boards and no new matches", why)
    return Check("Redis", Level.OK, f"answers in {took:.1f} ms")


def check_workers() -> Check:
    """Ask every worker for a sign of life, and which queues it serves."""
    answers = app.control.inspect(timeout=TIMEOUT_S).active_queues() or {}
    served = {queue["name"] for queues in answers.values() for queue in queues}
    details = tuple(
        f"{worker}: {', '.join(sorted(q['name'] for q in queues))}"
        for worker, queues in sorted(answers.items())
    )
    if not answers:
        return Check("Workers", Level.BAD, "none answers: matches and builds wait")
    if missing := [queue for queue in QUEUES if queue not in served]:
        return Check("Workers", Level.BAD, f"nobody serves {', '.join(missing)}", details)
    count = len(answers)
    return Check("Workers", Level.OK, plural(count, "1 answers", f"{count} answer"), details)


def check_timetable() -> Check:
    ages, details, late = heartbeat.ages(), [], []
    for task, period in heartbeat.timetable().items():
        age, name = ages[task], task.replace(".tasks.", ": ")
        details.append(f"{name}: not seen" if age is None else f"{name}: {duration(age)} ago")
        # Rare tasks may not have been due since the cache began.
        unseen = age is None and period <= SELDOM_S
        if unseen or (age is not None and age > max(60.0, LATE * period)):
            late.append(name)
    summary = f"late: {', '.join(late)}" if late else "runs on time"
    return Check("Periodic work", Level.WARN if late else Level.OK, summary, tuple(details))


def check_machines() -> Check:
    """Machines with a problem by their last check, held back by `controls.breaker`, or with a
    second beat."""
    known = machines.known()
    held = list(Hold.objects.exclude(until=None).order_by("name", "of"))
    lacking = {(row.of, row.host): row.cause for row in FaultCount.objects.filter(told=True)}
    troubles = [f"{each.name} begins nothing: a check failed" for each in known if each.problem]
    troubles += [
        f"{each.name} has been gone for {duration(_age(each))}"
        for each in known
        if machines.is_lost(each) and not each.problem
    ]
    troubles += [
        f"{hold.title} is held back: it lacks {lacking.get((hold.of, hold.name), 'something')}"
        for hold in held
    ]
    troubles += [
        f"{name} has started a second beat, which was refused"
        for name in joining.second_beats([each.name for each in known])
    ]
    details = tuple(map(_checked, known))
    details += tuple(hold.reason for hold in held)
    summary = (
        "; ".join(troubles) or f"{len(machines.able(machines.PLAYING, known))} passed their checks"
    )
    return Check("Machines", Level.WARN if troubles else Level.OK, summary, details)


def _checked(machine: Machine) -> str:
    """The last check of a machine, and the languages that do not work there."""
    kinds, ago = ", ".join(sorted(machines.serves(machine))), duration(_age(machine))
    problem = machine.problem or "no problem."
    checked = (
        f"{machine.name} ({kinds}), checked {ago} ago: {problem}"
        if kinds
        else f"{machine.name} (no workers), checked {ago} ago: {problem}"
    )
    lacks = sorted(LANGUAGES[name].title for name in machines.abilities(machine).lacks)
    return paragraph(checked, f"Without {', '.join(lacks)}." if lacks else "")


def _age(machine: Machine) -> float:
    return max(0.0, (machine.now - machine.checked).total_seconds())


def check_queues() -> Check:
    try:
        with _redis() as client:
            lengths = [f"{queue}: {client.llen(queue)} waiting" for queue in QUEUES]
    except redis.RedisError as error:
        return Check("Queues", Level.WARN, "cannot be counted", (type(error).__name__,))
    return Check("Queues", Level.OK, "can be read", tuple(lengths))


def check_sandbox() -> Check:
    """The isolation of the machine that answers; workers on other machines check their own."""
    try:
        backend = choose()
    except SandboxError as error:
        return Check("Sandbox", Level.BAD, "no isolation works on this machine", (str(error),))
    level = Level.WARN if backend.weaknesses else Level.OK
    return Check("Sandbox", level, backend.name, tuple(backend.weaknesses))


def check_languages(*, tried: bool = True) -> Check:
    """Which languages programs can be uploaded in, by the checks of the machines that build; where
    ``tried`` is false, the database cannot say it, and only the tools are looked for."""
    tested = languages.trials() if tried else {}
    details, absent = [], []
    for name, language in LANGUAGES.items():
        trial = tested.get(name)
        if problem := languages.problem(language, tested):
            absent.append(language.title)
        version = trial["version"] if trial else "its tools are there"
        state = problem or version
        details.append(f"{language.title}: {state}" if state else f"{language.title}: works")
    able, every = len(LANGUAGES) - len(absent), len(LANGUAGES)
    summary = (
        f"{able} of {every} available; not here: {', '.join(absent)}"
        if absent
        else f"{able} of {every} available"
    )
    # A site may offer few languages; without any it accepts no new bots.
    level = Level.BAD if len(absent) == len(LANGUAGES) else Level.OK
    return Check("Languages", level, summary, tuple(details))


def check_mails() -> Check:
    """Mails that wait for the mail server, and those of the last days that it never took."""
    now = timezone.now()
    unsent = Delivery.objects.unsent().filter(channel=Channel.MAIL)
    late = unsent.filter(created__lt=now - LATE_MAIL)
    lost = Delivery.objects.lost_mails().filter(created__gt=now - LOST_MAILS)
    gone, delayed = lost.count(), late.count()
    troubles = []
    if gone:
        troubles.append(f"{gone} of the last {LOST_MAILS.days} days could not be sent")
    if delayed:
        troubles.append(f"{delayed} wait for more than {duration(LATE_MAIL.total_seconds())}")
    summary = "; ".join(troubles) or f"{unsent.count()} on the way"
    errors = [*late.order_by("-id")[:3], *lost.order_by("-created")[:3]]
    details = tuple(f"{row.get_state_display()}: {row.error}" for row in errors)
    return Check("Mails", Level.WARN if troubles else Level.OK, summary, details)


def check_replays() -> Check:
    """The sampled matches of the last nights that were played again and compared."""
    done = verification.newest_sample()
    differing = [row for row in done if row.finding == Finding.DIFFERS.value]
    unclear = sum(row.finding == Finding.NOT_VERIFIABLE.value for row in done)
    same = len(done) - len(differing) - unclear
    details = tuple(f"match {row.match_id}: {row.detail}" for row in differing)
    summary = f"{same} of {len(done)} sampled rated matches give the same frames again"
    if not done:
        summary = "no rated match of the last nights was sampled"
    elif unclear:
        summary = (
            f"{same} of {len(done)} sampled rated matches give the same frames again; {unclear} "
            "could not be verified"
        )
    return Check("Replays", Level.WARN if differing else Level.OK, summary, details)


def count_work() -> tuple[tuple[str, int], ...]:
    hour = timezone.now() - timedelta(hours=1)
    matches, versions = Match.objects, BotVersion.objects
    unsettled = (BotVersion.State.WAITING, BotVersion.State.BUILDING, BotVersion.State.PROVING)
    return (
        ("Matches live", matches.live().count()),
        ("Matches waiting", matches.filter(state=Match.State.QUEUED).count()),
        ("Matches in the last hour", matches.finished().filter(finished__gte=hour).count()),
        ("Versions being built or proven", versions.filter(state__in=unsettled).count()),
    )


def _redis() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S
    )


def _timed(act: Callable[[], object]) -> float:
    """Milliseconds that ``act`` takes."""
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000
