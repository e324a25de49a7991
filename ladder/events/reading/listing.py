"""Lists of events to enter and to watch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.models import Viewer
from bots.models import Bot
from games.registry import GAMES
from ladder.core.contest.plan import Reveal
from ladder.events.models import Event, Stage, StageEntry
from ladder.events.reading.viewer import visible_events

COMING = 3
OVER = (Event.State.FINISHED, Event.State.ABORTED)


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a list.

    ``when`` is the time that its section shows, None if an organizer decides.  ``zone`` is the
    time zone of the event.
    """

    name: str
    url: str
    games: str
    bots: str
    when: datetime | None
    zone: str
    winners: Sequence[Bot] = ()
    paused: bool = False
    aborted: bool = False


@dataclass(frozen=True, slots=True)
class Index:
    """The events and series that are not over, by what they are up to."""

    drafts: list[Listed]
    now: list[Listed]
    open: list[Listed]
    next: list[Listed]

    @property
    def is_empty(self) -> bool:
        return not (self.drafts or self.now or self.open or self.next)


def index(user: Viewer) -> Index:
    found = Index([], [], [], [])
    for event in _counted(visible_events(user)).exclude(state__in=OVER):
        if event.state == Event.State.DRAFT:
            found.drafts.append(_of_event(event, event.starts))
        elif event.state == Event.State.RUNNING:
            found.now.append(_of_event(event, event.started))
        elif event.takes_entries:
            found.open.append(_of_event(event, event.entries_close or event.starts))
        else:
            found.next.append(_of_event(event, event.starts))
    found.open.sort(key=_soonest)
    found.next.sort(key=_soonest)
    return found


def coming() -> list[Listed]:
    """The next ones that have a time."""
    soon = _counted(Event.objects.filter(state=Event.State.OPEN, starts__gt=timezone.now()))
    return [_of_event(each, each.starts) for each in soon.order_by("starts", "name")[:COMING]]


def _counted(events: QuerySet[Event]) -> QuerySet[Event]:
    within = Q(entries__withdrawn_at=None)
    return events.annotate(bots=Count("entries", filter=within))


def _soonest(each: Listed) -> tuple[bool, float, str]:
    """A sort key that puts lines without a time last."""
    return each.when is None, each.when.timestamp() if each.when else 0, each.name


def ended() -> QuerySet[Event]:
    """Events that are over, newest first."""
    return _counted(Event.objects.filter(state__in=OVER)).order_by("-ended", "-pk")


def past(events: Iterable[Event]) -> list[Listed]:
    """Lines for rows of `ended`."""
    rows = list(events)
    won = _winners([event.pk for event in rows])
    return [_of_event(event, event.ended, won.get(event.pk, ())) for event in rows]


def _winners(events: Sequence[int]) -> dict[int, list[Bot]]:
    """By event: the winners of its final stages; only of events whose every stage is public."""
    if not events:
        return {}
    stages = list(Stage.objects.filter(event__in=events).only("event", "key", "data", "reveal"))
    kept_back = {stage.event_id for stage in stages if stage.reveal != Reveal.PUBLIC}
    feeding = {
        (stage.event_id, feed.get("source")) for stage in stages for feed in stage.data["feeds"]
    }
    finals = [
        stage.pk
        for stage in stages
        if stage.event_id not in kept_back and (stage.event_id, stage.key) not in feeding
    ]
    first = Q(place=1) | Q(won=True)
    rows = StageEntry.objects.filter(first, stage__in=finals, entry__disqualified_at=None)
    by_event: dict[int, list[Bot]] = {}
    for row in rows.select_related("stage", "entry__bot__owner").order_by("place", "seed"):
        by_event.setdefault(row.stage.event_id, []).append(row.entry.bot)
    return by_event


def _of_event(event: Event, when: datetime | None, winners: Sequence[Bot] = ()) -> Listed:
    return Listed(
        name=event.name,
        url=event.get_absolute_url(),
        games=", ".join(_titles(event)),
        bots=f"top {event.top}" if event.top and not event.has_begun else str(vars(event)["bots"]),
        when=when,
        zone=event.time_zone,
        winners=winners,
        paused=event.paused,
        aborted=event.state == Event.State.ABORTED,
    )


def _titles(event: Event) -> list[str]:
    try:
        games = event.planned.games
    except ValueError:
        return []
    return [GAMES.title(game) for game in games]
