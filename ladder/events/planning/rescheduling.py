"""Organizers change the times and rules of a stage that has not begun, while its event runs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User, Viewer
from audit.changes import change
from ladder.core.contest.documents import stage_to_json, to_json
from ladder.core.contest.durations import say_minutes
from ladder.core.contest.plan import EventPlan, StagePlan
from ladder.events.changes import moment
from ladder.events.models import Event, Stage
from ladder.events.notifications import tell_stages
from ladder.events.permissions import record, require
from ladder.events.planning.checking import at_publication
from ladder.events.roles import EventAct
from ladder.events.running import upload_freezes
from ladder.events.running.advancing import locked, move

FIELDS = ("ruleset", "begins", "ends", "freeze")


@dataclass(frozen=True)
class Schedule:
    """The times and rules of a stage; ``freeze`` is in minutes before it begins."""

    ruleset: str
    begins: datetime | None
    ends: datetime | None
    freeze: int


def schedule_of(stage: Stage) -> Schedule:
    return Schedule(stage.ruleset, stage.begins, stage.ends, stage.planned.freeze)


def reschedule(stage: Stage, by: Viewer, wanted: Schedule) -> None:
    """Change a stage that has not begun, and notify the managers of its bots.

    ValidationError by field (``ruleset``, ``begins``, ``ends``, ``freeze``) if it cannot be played
    that way.  Versions are fixed again if their new time is in the future.
    """
    organizer = require(by, stage.event, EventAct.RUN)
    with transaction.atomic():
        stage = locked(stage.pk)
        event = stage.event
        if event.state != Event.State.RUNNING or stage.state != Stage.State.WAITING:
            raise ValidationError(
                f"{stage.name} was not changed: it has begun or is over. "
                "Only stages that have not begun can be changed."
            )
        before = schedule_of(stage)
        differences = _changes(before, wanted, event.time_zone)
        if not differences:
            return
        _check_times(stage, before, wanted)
        plan = _checked_plan(stage, wanted)
        times = upload_freezes.times_of(event)
        _write(stage, wanted, plan)
        record(organizer, event, stage, "changed", "; ".join(differences))
        tell_stages(event, [stage.key])
        upload_freezes.extend(event, organizer, times)
    move(stage.pk)


def _changes(old: Schedule, new: Schedule, zone: str) -> list[str]:
    """A phrase for each changed field; empty if nothing changed."""

    def words(value: str | int | datetime | None) -> str:
        if isinstance(value, int):
            return say_minutes(value)
        return value if isinstance(value, str) else moment(value, zone)

    pairs = [(name, getattr(old, name), getattr(new, name)) for name in FIELDS]
    return [change(name, words(was), words(now)) for name, was, now in pairs if was != now]


def _check_times(stage: Stage, old: Schedule, new: Schedule) -> None:
    now = timezone.now()
    for name in ("begins", "ends"):
        when: datetime | None = getattr(new, name)
        if when is not None and when != getattr(old, name) and when < now:
            raise ValidationError(
                {name: "The stage was not changed: this time has passed. Choose a later time."}
            )
    freezes = _freezes(new)
    moved = (old.begins, old.freeze) != (new.begins, new.freeze)
    if moved and freezes is not None and freezes < now and stage.frozen_at is None:
        raise ValidationError(
            {
                "freeze": "The stage was not changed: the time at which versions would be fixed, "
                f"{moment(freezes, stage.event.time_zone)}, has passed. "
                "Let the stage begin later, or fix versions later."
            }
        )


def _freezes(schedule: Schedule) -> datetime | None:
    if schedule.begins is None or not schedule.freeze:
        return None
    return schedule.begins - timedelta(minutes=schedule.freeze)


def _checked_plan(stage: Stage, wanted: Schedule) -> EventPlan:
    """The event's plan with the change.  ValidationError if the change adds a problem."""
    event = stage.event
    assert event.started is not None, "it runs"
    rows = sorted(event.stages.all(), key=lambda row: row.number)
    now = EventPlan(tuple(row.planned for row in rows))
    plan = now.with_stage(
        replace(
            stage.planned,
            ruleset=wanted.ruleset,
            begins=_minutes(event.started, wanted.begins),
            ends=_minutes(event.started, wanted.ends),
            freeze=wanted.freeze,
        )
    )
    known = {each.text for each in at_publication(now, event.most_entries, event.started)}
    fields: dict[str, list[str]] = {}
    for problem in at_publication(plan, event.most_entries, event.started):
        if problem.text not in known:
            name = problem.field if problem.field in FIELDS else "ruleset"
            fields.setdefault(name, []).append(problem.text)
    if fields:
        raise ValidationError(fields)
    return plan


def _minutes(start: datetime, when: datetime | None) -> int | None:
    """Minutes after the start, rounded up, so that times in one minute keep their order."""
    return None if when is None else math.ceil((when - start).total_seconds() / 60)


def _write(stage: Stage, wanted: Schedule, plan: EventPlan) -> None:
    planned = plan.stage(stage.key)
    stage.ruleset = wanted.ruleset
    stage.begins, stage.ends, stage.trouble = wanted.begins, wanted.ends, ""
    freezes = _freezes(wanted)
    if stage.frozen_at is not None and (freezes is None or freezes > timezone.now()):
        stage.entries.all().delete()
        stage.frozen_at = None
    stage.save(update_fields=["ruleset", "begins", "ends", "trouble", "frozen_at"])
    _store(stage, planned)


# Moving several stages ----------------------------------------------------------------------------


def moves(stages: Iterable[Stage], minutes: int) -> list[str]:
    """What `move_times` would do, a phrase for each time that moves."""
    lines: list[str] = []
    for stage in stages:
        new = _moved(stage, minutes)
        old = {name: getattr(stage, name) for name in new}
        zone = stage.event.time_zone
        lines += [
            f"{stage.name}: {_TIMES[name]} {moment(old[name], zone)} → {moment(new[name], zone)}"
            for name in new
        ]
    return lines


def move_times(stages: Iterable[Stage], by: User, minutes: int) -> list[str]:
    """Let times that lie ahead come later: of stages that have not begun their start, end and time
    of fixed versions, and of all stages the time at which results open.  The freeze of uploads
    is extended.  Returns `moves`.

    The caller holds the lock of the event, and has checked that the person may.  Managers of the
    bots are notified of new starts.
    """
    rows = list(stages)
    lines, event = moves(rows, minutes), rows[0].event
    frozen = upload_freezes.times_of(event)
    begun_later = [row.key for row in rows if "begins" in _moved(row, minutes)]
    for row in rows:
        if new := _moved(row, minutes):
            set_times(row, **new)
    if begun_later:
        tell_stages(event, begun_later)
    upload_freezes.extend(event, by, frozen)
    return lines


_TIMES = {"begins": "start", "ends": "end", "reveals_at": "results open"}


def _moved(stage: Stage, minutes: int) -> dict[str, datetime]:
    """The new times of a stage, by field; empty if none lies ahead."""
    names = list(_TIMES) if stage.state == Stage.State.WAITING else ["reveals_at"]
    known = {name: getattr(stage, name) for name in names}
    later = timedelta(minutes=minutes)
    return {
        name: when + later
        for name, when in known.items()
        if minutes and when is not None and when > timezone.now()
    }


def set_times(stage: Stage, **times: datetime | None) -> None:
    """Store times (``begins``, ``ends``, ``reveals_at``) in a stage and in the plan of its event.

    The caller holds the lock of the event.  Versions are fixed again if their time comes later.
    """
    started = stage.event.started
    assert started is not None, "it runs"
    for name, when in times.items():
        setattr(stage, name, when)
    minutes = {name: _minutes(started, when) for name, when in times.items()}
    planned = stage.planned
    planned = replace(
        planned,
        begins=minutes.get("begins", planned.begins),
        ends=minutes.get("ends", planned.ends),
        opens=minutes.get("reveals_at", planned.opens),
    )
    freezes = stage.freezes
    if stage.frozen_at is not None and freezes is not None and freezes > timezone.now():
        stage.entries.all().delete()
        stage.frozen_at = None
    stage.save(update_fields=[*times, "frozen_at"])
    _store(stage, planned)


def _store(stage: Stage, planned: StagePlan) -> None:
    stage.data = stage_to_json(planned)
    stage.save(update_fields=["data"])
    event = stage.event
    event.plan = to_json(event.planned.with_stage(planned))
    event.save(update_fields=["plan"])
