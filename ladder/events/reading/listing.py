"""Lists of events, and of series that belong to no event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Prefetch, Q, QuerySet, Value
from django.utils import timezone

from bots.models import Bot
from games.registry import GAMES
from ladder.core.contest.plan import Reveal
from ladder.events.models import Event, Stage, StageEntry
from ladder.events.reading.viewer import visible_events
from ladder.models import Series, SeriesEntry, SeriesQuerySet
from rulesets.catalogue import public_title

if TYPE_CHECKING:
    from bots.models import Viewer

COMING = 3
EVENT, SERIES = "event", "series"


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a list.

    ``when`` is the time that its section shows, None if an organizer decides.  ``zone`` is the
    time zone of the event.
    """

    name: str
    url: str
    games: str
    ruleset: str
    bots: str
    when: datetime | None
    zone: str
    winners: Sequence[Bot] = ()
    paused: bool = False
    aborted: bool = False


@dataclass(frozen=True, slots=True)
class Index:
    """The events and series that are not over, by what they are up to."""

    drafts: Sequence[Listed]
    now: Sequence[Listed]
    open: Sequence[Listed]
    next: Sequence[Listed]

    @property
    def is_empty(self) -> bool:
        return not (self.drafts or self.now or self.open or self.next)


def standalone() -> SeriesQuerySet:
    """Series that belong to no event."""
    return Series.objects.filter(of_stage=None)


def _with_bots(series: SeriesQuerySet) -> SeriesQuerySet:
    entries = SeriesEntry.objects.select_related("bot__owner")
    return series.prefetch_related(Prefetch("entries", entries))


def index(user: Viewer) -> Index:
    shown = _counted(visible_events(user))
    drafts, now, entering, coming = _events_by_state(shown.exclude(state__in=_over(Event)))
    for each in _with_bots(standalone().exclude(state__in=_over(Series))).order_by("started", "pk"):
        if each.state == Series.State.RUNNING:
            now.append(_of_series(each, each.started))
        else:
            coming.append(_of_series(each, each.starts))
    return Index(drafts, now, entering, sorted(coming, key=_soonest))


def _events_by_state(events: Iterable[Event]) -> tuple[list[Listed], ...]:
    drafts, now, entering, coming = [], [], [], []
    for event in events:
        if event.state == Event.State.DRAFT:
            drafts.append(_of_event(event, event.starts))
        elif event.state == Event.State.RUNNING:
            now.append(_of_event(event, event.started))
        elif event.takes_entries:
            entering.append(_of_event(event, event.entries_close or event.starts))
        else:
            coming.append(_of_event(event, event.starts))
    return drafts, now, sorted(entering, key=_soonest), coming


def coming() -> list[Listed]:
    """The next events and series with a start time, at most `COMING`, soonest first."""
    now = timezone.now()
    soon = _counted(Event.objects.filter(state=Event.State.OPEN, starts__gt=now))
    events = soon.order_by("starts")[:COMING]
    planned = standalone().filter(state=Series.State.PLANNED, starts__gt=now)
    series = _with_bots(planned).order_by("starts")[:COMING]
    found = [_of_event(each, each.starts) for each in events]
    found += [_of_series(each, each.starts) for each in series]
    return sorted(found, key=_soonest)[:COMING]


def _over(model: type[Event] | type[Series]) -> tuple[str, ...]:
    return (model.State.FINISHED, model.State.ABORTED)


def _counted(events: QuerySet[Event]) -> QuerySet[Event]:
    within = Q(entries__withdrawn_at=None)
    return events.annotate(bots=Count("entries", filter=within))


def _soonest(each: Listed) -> tuple[bool, float, str]:
    """A sort key that puts lines without a time last."""
    return each.when is None, each.when.timestamp() if each.when else 0, each.name


def ended() -> Any:
    """Finished events and series as (kind, end, id), newest first."""
    events = Event.objects.filter(state__in=_over(Event)).order_by()
    series = standalone().filter(state__in=_over(Series)).order_by()
    rows = events.annotate(what=Value(EVENT)).values_list("what", "ended", "pk")
    more = series.annotate(what=Value(SERIES)).values_list("what", "ended", "pk")
    return rows.union(more, all=True).order_by("-ended", "-pk")


def past(page: Iterable[tuple[str, datetime | None, int]]) -> list[Listed]:
    """Lines for rows of `ended`."""
    rows = list(page)
    of_event = [row[2] for row in rows if row[0] == EVENT]
    of_series = [row[2] for row in rows if row[0] == SERIES]
    events = _counted(Event.objects.all()).in_bulk(of_event)
    won = _winners(of_event)
    series = _with_bots(Series.objects.all()).in_bulk(of_series)
    return [
        _of_event(events[pk], at, won.get(pk, ()))
        if what == EVENT
        else _of_series(series[pk], at, over=True)
        for what, at, pk in rows
    ]


def _winners(events: Sequence[int]) -> dict[int, list[Bot]]:
    """Winners of final stages by event, for events whose stages are all public."""
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
    rows = StageEntry.objects.filter(stage__in=finals, place=1, entry__disqualified_at=None)
    found: dict[int, list[Bot]] = {}
    for row in rows.select_related("stage", "entry__bot__owner"):
        found.setdefault(row.stage.event_id, []).append(row.entry.bot)
    return found


def _of_event(event: Event, when: datetime | None, winners: Sequence[Bot] = ()) -> Listed:
    return Listed(
        name=event.name,
        url=event.get_absolute_url(),
        games=", ".join(_titles(event)),
        ruleset="",
        bots=str(event.bots),  # type: ignore[attr-defined]  # annotated
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
    return [GAMES[game].title if game in GAMES else game for game in games]


def _of_series(series: Series, when: datetime | None, *, over: bool = False) -> Listed:
    entries = [entry for entry in series.entries.all() if not entry.guest]
    title = GAMES[series.game].title if series.game in GAMES else series.game
    planned = series.state == Series.State.PLANNED
    top = f"top {series.top}" if series.top and planned else str(len(entries))
    return Listed(
        name=series.name,
        url=series.get_absolute_url(),
        games=title,
        ruleset=public_title(series.game, series.ruleset),
        bots=top,
        when=when,
        zone="",
        winners=[entry.bot for entry in entries if entry.won] if over else (),
        paused=series.paused,
        aborted=series.state == Series.State.ABORTED,
    )
