"""What those who take part in an event are told of it."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from bots.models import Bot
from bots.telling import managers
from ladder.core.contest.plan import Reveal
from ladder.events.models import Entry, Event, Stage
from ladder.events.signals import event_started, stage_finished
from notices.services import JSON, Kind, tell


def _bots(event: Event) -> Any:
    return Bot.objects.filter(event_entries__event=event, event_entries__withdrawn_at=None)


def facts(event: Event) -> dict[str, JSON]:
    """An event in the data of what is told."""
    return {"event": {"slug": event.slug, "name": event.name}}


@receiver(event_started, dispatch_uid="events.tell_start")
def tell_start(sender: Any, event: Event, **_: Any) -> None:
    tell(
        Kind.EVENT_STARTS,
        managers(_bots(event)),
        f"{event} has begun.",
        event.get_absolute_url(),
        {**facts(event), "at": timezone.now().isoformat()},
    )


@receiver(stage_finished, dispatch_uid="events.tell_stage")
def tell_stage(sender: Any, stage: Stage, **_: Any) -> None:
    """Places only of a stage whose results those who take part may see."""
    event = stage.event
    shown = stage.reveal != Reveal.HIDDEN
    rows = stage.entries.exclude(place=None).select_related("entry__bot__owner")
    places: list[JSON] = [
        {"place": row.place, "bot": str(row.entry.bot)} for row in rows.order_by("place", "seed")
    ]
    tell(
        Kind.STAGE_FINISHED,
        managers(_bots(event)),
        f"{stage.name} of {event} is over." if shown else f"{stage.name} of {event} was played.",
        stage.get_absolute_url(),
        {**facts(event), "stage": {"key": stage.key, "name": stage.name}}
        | ({"places": places} if shown else {}),
    )


def tell_out(entry: Entry, reason: str) -> None:
    """A bot was disqualified, or, without a reason, is back."""
    event = entry.event
    words = f"was disqualified from {event}: {reason}" if reason else f"is back in {event}"
    tell(
        Kind.ANNOUNCEMENT,
        managers(Bot.objects.filter(pk=entry.bot_id)),
        f"{entry.bot} {words}",
        event.get_absolute_url(),
        {**facts(event), "bot": str(entry.bot), "reason": reason},
    )
