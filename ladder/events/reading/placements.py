"""The events that bots have entered, with their places as far as a person may see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, QuerySet

from accounts.models import Viewer
from bots.models import Bot
from ladder.events.models import Entry, Stage, StageEntry
from ladder.events.models.labels import group_name
from ladder.events.permissions import seen_by
from ladder.events.reading.viewer import EventViewer, own_entries, visible_events


@dataclass(frozen=True, slots=True)
class Placement:
    """An entry with its place in the last stage that it played, among those that are over and whose
    results the person may see.

    ``place`` is None where there is no such stage; ``state`` says why.  ``final``: no stage comes
    after it.
    """

    entry: Entry
    stage: str = ""
    place: int | None = None
    of: int = 0
    final: bool = False
    state: str = ""


def entries_of(bots: QuerySet[Bot], user: Viewer) -> QuerySet[Entry]:
    """Entries of these bots in events that the person may see, newest first.  Withdrawn entries are
    left out.
    """
    seen = visible_events(user).order_by().filter(pk=OuterRef("event"))
    rows = Entry.objects.filter(Exists(seen), bot__in=bots, withdrawn_at=None)
    return rows.select_related("event", "bot__owner").order_by("-pk")


def placements(entries: Iterable[Entry], user: Viewer) -> list[Placement]:
    """One for each entry; the number of queries does not depend on the number of entries."""
    rows = list(entries)
    viewers = _viewers(rows, user)
    over = {
        stage.pk: stage for viewer in viewers.values() for stage in viewer.seen if stage.is_over
    }
    placed = StageEntry.objects.filter(entry__in=rows, stage__in=list(over)).exclude(place=None)
    last = {row.entry_id: row for row in placed.order_by("stage__number")}
    sizes = _sizes({row.stage_id for row in last.values()})
    return [_placement(entry, viewers[entry.event_id], last, over, sizes) for entry in rows]


def _viewers(entries: Sequence[Entry], user: Viewer) -> dict[int, EventViewer]:
    """By event: as the person sees it, read together with the others."""
    events = {entry.event_id: entry.event for entry in entries}
    own = own_entries(user).filter(event__in=list(events)).order_by()
    inside = set(own.values_list("event_id", flat=True))
    stages: dict[int, list[Stage]] = {}
    every = Stage.objects.filter(event__in=list(events)).select_related("season")
    for stage in every.order_by("number"):
        stage.event = events[stage.event_id]
        stages.setdefault(stage.event_id, []).append(stage)
    seen = set(seen_by(user).filter(pk__in=list(events)).order_by().values_list("pk", flat=True))
    viewers = {}
    for pk, event in events.items():
        viewers[pk] = EventViewer(event, user)
        viewers[pk].stages, viewers[pk].takes_part = stages.get(pk, []), pk in inside
        viewers[pk].sees_all = pk in seen
    return viewers


Sizes = dict[int, dict[int, int]]
"""By stage and group: the number of entries that play."""


def _sizes(stages: Iterable[int]) -> Sizes:
    rows = StageEntry.objects.filter(stage__in=list(stages)).exclude(number=None).order_by()
    sizes: Sizes = {}
    for stage, group, count in rows.values_list("stage", "group").annotate(count=Count("pk")):
        sizes.setdefault(stage, {})[group] = count
    return sizes


def _placement(
    entry: Entry,
    viewer: EventViewer,
    last: dict[int, StageEntry],
    over: dict[int, Stage],
    sizes: Sizes,
) -> Placement:
    row = last.get(entry.pk)
    if row is None:
        return Placement(entry, state=_state(entry, viewer))
    stage, groups = over[row.stage_id], sizes.get(row.stage_id, {})
    finals = {each.key for each in viewer.plan.finals}
    split = len(groups) > 1
    return Placement(
        entry,
        stage=f"{stage.name}, {group_name(row.group)}" if split else stage.name,
        place=row.place,
        of=groups.get(row.group, 0),
        final=stage.key in finals,
    )


def _state(entry: Entry, viewer: EventViewer) -> str:
    event = viewer.event
    if not event.has_begun:
        return "aborted" if event.is_over else "entered"
    if not event.is_over:
        return "running"
    if event.state == event.State.ABORTED:
        return "aborted"
    hidden = any(stage.started is not None and not viewer.results(stage) for stage in viewer.stages)
    return "results not published" if hidden else "did not play"
