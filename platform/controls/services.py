"""Hold and release shares, workers and machines, weigh shares, and list the live workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Expression, F, Sum, Value

from accounts.models import User
from accounts.permissions import require_organizer, require_reason
from arbiter.database.locks import database_now, lock
from arbiter.working.workers import host, runs_here
from audit import services as audit
from controls import breaker
from controls.models import (
    ALL,
    HEAVIEST,
    WEIGHTS,
    FaultCount,
    Hold,
    Share,
    ShareAccount,
    Worker,
    WorkerCount,
    host_of,
)

KEPT = timedelta(days=7)
"""A worker that was not seen for this time is removed."""
COUNTED = timedelta(days=1)
"""Finished matches of a worker are counted for this time."""
HELD = timedelta(days=1)
"""The hold of a machine without work, or of one that is gone, ends this long after its pause."""
HEARD = timedelta(minutes=10)
"""An idle worker of another machine that was not seen for this time is gone."""


@transaction.atomic
def hold(of: str, name: str, by: User, reason: str) -> Hold:
    """Let nothing begin there until it is released."""
    checked = _checked(of, name, by, reason)
    made, is_new = Hold.objects.get_or_create(
        of=of, name=name, defaults={"by": by, "reason": checked}
    )
    if not is_new:
        raise ValidationError(f"{made.title} is held back already.")
    audit.record(by, made, "held back", checked)
    return made


@transaction.atomic
def release(of: str, name: str, by: User, reason: str) -> None:
    """Let it go on: workers are called again within seconds."""
    checked = _checked(of, name, by, reason)
    hold = lock(Hold.objects).filter(of=of, name=name).first()
    if hold is None:
        raise ValidationError(f"{name} is not held back.")
    audit.record(by, hold, "let go on", checked)
    hold.delete()
    breaker.forget(of, name)


def _reason(by: User, reason: str) -> str:
    """The reason, where this person may do such things."""
    require_organizer(by)
    return require_reason(reason)


def _checked(of: str, name: str, by: User, reason: str) -> str:
    """The reason, where this person may do this to that."""
    text = _reason(by, reason)
    shares: dict[str, list[str]] = {Hold.Of.SHARE: [*Share, ALL], Hold.Of.SEASONS: [ALL]}
    known = shares.get(of, [name])
    if of not in Hold.Of or not name or name not in known:
        raise ValidationError(f"There is no {of} {name}.")
    return text


def site_holds() -> list[Hold]:
    """Holds of shares and of the seasons, which everybody may know of."""
    return list(Hold.objects.filter(of__in=(Hold.Of.SHARE, Hold.Of.SEASONS)))


def shares_held() -> set[Share]:
    """The shares of which nothing begins, on any machine."""
    names = set(Hold.objects.filter(of=Hold.Of.SHARE).values_list("name", flat=True))
    return {share for share in Share if ALL in names or share in names}


def seasons_hold() -> Hold | None:
    """The hold on all seasons, during which the matchmaker makes no matches; None without one."""
    return Hold.objects.filter(of=Hold.Of.SEASONS).select_related("by").first()


def accounts() -> dict[Share, ShareAccount]:
    """Of every share that has a weight; those that have no row yet begin where the others are."""
    accounts = {Share(row.name): row for row in ShareAccount.objects.all()}
    if missing := [share for share in WEIGHTS if share not in accounts]:
        used = max((row.used for row in accounts.values()), default=0.0)
        rows = [ShareAccount(name=name, weight=WEIGHTS[name], used=used) for name in missing]
        ShareAccount.objects.bulk_create(rows, ignore_conflicts=True)
        accounts |= {Share(row.name): row for row in rows}
    return accounts


@transaction.atomic
def weigh(weights: Mapping[str, int], by: User, reason: str) -> int:
    """Give shares other weights; how many have changed.  Each change is an entry in the audit."""
    checked = _reason(by, reason)
    rows = accounts()
    for name, weight in weights.items():
        if name not in rows or not 1 <= weight <= HEAVIEST:
            raise ValidationError(f"A weight is a whole number from 1 to {HEAVIEST}.")
    changed = 0
    for name, weight in weights.items():
        row = rows[Share(name)]
        if ShareAccount.objects.filter(pk=name).exclude(weight=weight).update(weight=weight):
            audit.record(by, row, f"given weight {weight} instead of {row.weight}", checked)
            changed += 1
    return changed


def charge(share: str, seconds: float) -> None:
    """Add the seconds that a worker spent on a match to the account of its share."""
    rows = ShareAccount.objects.filter(name=share)
    rows.update(used=F("used") + Value(seconds) / F("weight"))


def live_workers(lane: str, playing: Iterable[str] = ()) -> dict[str, int]:
    """Machine → its workers of a lane that may take matches.  Those in ``playing`` are alive."""
    workers = Worker.objects.filter(lane=lane)
    known = {
        name: now - seen <= HEARD
        for name, seen, now in workers.values_list("name", "seen", database_now())
    }
    held = set(Hold.objects.exclude(of=Hold.Of.SHARE).values_list("of", "name"))
    busy, counts = {*playing}, Counter[str]()
    for name in {*known, *busy}:
        where = host_of(name)
        if (Hold.Of.WORKER, name) in held or (Hold.Of.HOST, where) in held:
            continue
        if where == host():
            counts[where] += runs_here(name)
        elif name in busy or known[name]:
            counts[where] += 1
    return counts


def seen(name: str, lane: str) -> None:
    """A worker was called to play."""
    now = {"lane": lane, "host": host_of(name), "seen": database_now()}
    if not Worker.objects.filter(name=name).update(**now):
        Worker.objects.create(name=name, **now)


def note_failure(name: str, *, lost: bool) -> None:
    """An attempt of a worker at a match failed: by our fault, or ``lost`` from outside."""
    counter = "losses" if lost else "faults"
    Worker.objects.filter(name=name).update(**{counter: F(counter) + 1})


def note_finished(name: str, moment: datetime) -> None:
    """A worker finished a match then."""
    here = {"name": name, "since": WorkerCount.span_of(moment)}
    if not WorkerCount.objects.filter(**here).update(finished=F("finished") + 1):
        WorkerCount.objects.create(**here, finished=1)


def finished_since(moment: datetime | Expression) -> dict[str, int]:
    """Worker → matches that it finished in the spans that began since then, at least one."""
    rows = WorkerCount.objects.filter(since__gte=moment).order_by()
    return dict(rows.values_list("name").annotate(Sum("finished")))


def forget() -> None:
    """Forget workers that were not seen for long, holds on them alone, holds of the breaker that no
    try has ended, and old counts."""
    old = Worker.objects.filter(seen__lt=database_now(-KEPT))
    Hold.objects.filter(of=Hold.Of.WORKER, name__in=old.values("name")).delete()
    old.delete()
    Hold.objects.filter(until__lt=database_now(-HELD)).delete()
    FaultCount.objects.filter(last__lt=database_now(-KEPT)).delete()
    WorkerCount.objects.filter(since__lt=database_now(-COUNTED)).delete()
