"""Notifications of an event's participants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from bots.models import Bot
from bots.notifications import managers
from games.texts.sentences import paragraph
from ladder.core.contest.durations import spell_minutes
from ladder.core.contest.plan import EventPlan, Reveal, StagePlan
from ladder.events.changes import moment
from ladder.events.models import Entry, Event, Incident, Stage
from ladder.events.roles import EventRole
from ladder.events.signals import event_started, stage_finished
from notices.services import JSON, Kind, Letter, tell
from rulesets.catalogue import public_title


def entered_bots(event: Event) -> QuerySet[Bot]:
    return Bot.objects.filter(event_entries__event=event, event_entries__withdrawn_at=None)


def notify(
    event: Event,
    people: Iterable[User],
    text: str,
    subject: str,
    data: Mapping[str, JSON],
    *,
    path: str = "",
    details: str = "",
    kind: Kind = Kind.ANNOUNCEMENT,
) -> None:
    """Notify people of something in an event.  Mails have the ``subject`` and, below the text, the
    ``details``; all of one event are one thread.  Webhooks get the ``data``.  The notice leads to
    the ``path``, by default the page of the event.
    """
    letter = Letter(event.name, subject, f"event-{event.pk}", details)
    own = {**facts(event), **data}
    tell(kind, people, text, path or event.get_absolute_url(), own, letter=letter)


def facts(event: Event) -> dict[str, JSON]:
    return {"event": {"slug": event.slug, "name": event.name}}


@receiver(event_started, dispatch_uid="events.tell_start")
def tell_start(sender: Any, event: Event, **_: Any) -> None:
    people, now = managers(entered_bots(event)), {"at": timezone.now().isoformat()}
    notify(event, people, f"{event} has begun.", "it has begun", now, kind=Kind.EVENT_STARTS)


@receiver(stage_finished, dispatch_uid="events.tell_stage")
def tell_stage(sender: Any, stage: Stage, **_: Any) -> None:
    """Notify managers; places are included only if participants may see the results."""
    event, shown = stage.event, stage.reveal != Reveal.HIDDEN
    rows = stage.entries.exclude(place=None).select_related("entry__bot__owner")
    placed = [(row.place, str(row.entry.bot)) for row in rows.order_by("place", "seed")]
    places: list[JSON] = [{"place": place, "bot": bot} for place, bot in placed]
    data: dict[str, JSON] = {"stage": {"key": stage.key, "name": stage.name}}
    notify(
        event,
        managers(entered_bots(event)),
        f"{stage.name} of {event} is finished."
        if shown
        else f"{stage.name} of {event} was played.",
        f"{stage.name} is finished" if shown else f"{stage.name} was played",
        {**data, "places": places} if shown else data,
        path=stage.get_absolute_url(),
        details="\n".join(f"{place}. {bot}" for place, bot in placed) if shown else "",
        kind=Kind.STAGE_FINISHED,
    )


def tell_new_start(event: Event) -> None:
    people, starts = managers(entered_bots(event)), event.starts
    when = moment(starts, event.time_zone) if starts else ""
    notify(
        event,
        people,
        f"{event} now starts on {when}."
        if when
        else f"{event} now starts when an organizer starts it.",
        f"it now starts on {when}" if when else "it now starts when an organizer starts it",
        {"starts": starts.isoformat() if starts else None},
    )


def rescheduled(before: EventPlan, after: EventPlan) -> list[str]:
    """The keys of stages whose times or rules changed."""
    old = {stage.key: stage for stage in before.stages}
    names = ("game", "ruleset", "begins", "ends", "freeze")
    return [
        stage.key
        for stage in after.stages
        if stage.key in old
        and any(getattr(stage, name) != getattr(old[stage.key], name) for name in names)
    ]


def tell_stages(event: Event, keys: Iterable[str]) -> None:
    """Notify managers of the new times and rules of these stages."""
    rows = {row.key: row for row in event.stages.all()}
    for key in keys:
        plan = rows[key].planned if key in rows else event.planned.stage(key)
        when = rows[key].begins if key in rows else _begins(event, plan)
        rules = public_title(plan.game, plan.ruleset)
        notify(
            event,
            managers(entered_bots(event).filter(game=plan.game)),
            paragraph(_new_begin(event, plan, when), f"Rules: {rules}."),
            f"{plan.name} has changed",
            {
                "stage": {"key": key, "name": plan.name},
                "begins": when.isoformat() if when else None,
                "rules": rules,
            },
            path=reverse("event-stage", args=[event.slug, key]),
        )


def _begins(event: Event, plan: StagePlan) -> datetime | None:
    """The begin of a stage of an event that has not started."""
    if event.starts is None or plan.begins is None:
        return None
    return event.starts + timedelta(minutes=plan.begins)


def _new_begin(event: Event, plan: StagePlan, when: datetime | None) -> str:
    name = plan.name
    if when is not None:
        day = moment(when, event.time_zone)
        return f"{name} of {event} has changed: it now begins on {day}."
    if plan.begins is not None:
        after = spell_minutes(plan.begins)
        return f"{name} of {event} has changed: it now begins {after} after the start."
    if plan.sources:
        return (
            f"{name} of {event} has changed: it now begins when the stages before it are finished."
        )
    return f"{name} of {event} has changed: it now begins with the event."


def tell_out(entry: Entry, reason: str) -> None:
    """Notify managers of a disqualification or, if ``reason`` is empty, of its undo."""
    event = entry.event
    text, title = f"{entry.bot} takes part in {event} again", f"{entry.bot} takes part again"
    if reason:
        text = f"{entry.bot} was disqualified from {event}: {reason}"
        title = f"{entry.bot} is disqualified"
    tell_managers(entry, text, title, {"reason": reason})


def tell_managers(entry: Entry, text: str, subject: str, data: Mapping[str, JSON]) -> None:
    """Notify the managers of a bot of something about its entry."""
    people = managers(Bot.objects.filter(pk=entry.bot_id))
    own = {"bot": str(entry.bot), **data}
    notify(entry.event, people, text, subject, own, kind=Kind.ENTRY)


def tell_again(incident: Incident, stages: Sequence[Stage], text: str) -> None:
    """Notify managers of the bots of these stages that results count no more, each person once."""
    event = incident.event
    bots = Bot.objects.filter(event_entries__stages__stage__in=[stage.pk for stage in stages])
    keys: list[JSON] = [stage.key for stage in stages]
    people = managers(bots.filter(event_entries__event=event))
    path = stages[0].get_absolute_url() if stages else ""
    data: dict[str, JSON] = {"stages": keys, "reason": incident.reason}
    notify(event, people, f"{event}: {text}", "matches are played again", data, path=path)


def tell_stuck(row: Event | Stage) -> None:
    """Notify the owners and co-organizers of an event that it, or one of its stages, is stuck."""
    event = row if isinstance(row, Event) else row.event
    roles = (EventRole.OWNER, EventRole.ORGANIZER)
    leaders = event.members.filter(role__in=roles).select_related("person")
    people, text = [member.person for member in leaders], f"{row} cannot continue. {row.trouble}"
    path = reverse("event-run" if event.has_begun else "event-organize", args=[event.slug])
    notify(event, people, text, "it cannot continue", {"reason": row.trouble}, path=path)
