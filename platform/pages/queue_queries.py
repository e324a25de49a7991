"""The queue of matches: what waits where, for how long yet, and who plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Count, IntegerField, Min, Q, QuerySet, Value, When
from django.utils import timezone

from controls.models import LANES as TITLES
from controls.models import Hold
from matches.kinds import LANES
from matches.models import Match
from pages import queries

SPAN = timedelta(minutes=15)
"""The pace of a lane is that of so long."""
LATELY = timedelta(hours=1)
"""Matches that ended within it are in the list of the queue."""
FURTHEST = 20_000
"""Places in the queue are counted up to here."""
WAITING, RUNNING = Match.State.QUEUED, Match.State.RUNNING


@dataclass(frozen=True, slots=True)
class Load:
    """Matches of one lane, of one game and kind, or of all: ``oldest`` waits since then, ``ended``
    within `SPAN`; ``hold`` while organizers hold the lane back."""

    title: str
    name: str
    waiting: int
    running: int
    ended: int
    oldest: datetime | None
    hold: Hold | None = None

    @property
    def per_hour(self) -> float:
        return self.ended * (timedelta(hours=1) / SPAN)

    @property
    def wait(self) -> timedelta | None:
        """How long a match that came now would wait, by the pace; None: cannot be told."""
        return self.wait_at(self.waiting + 1)

    def wait_at(self, position: int) -> timedelta | None:
        if self.hold is not None or not self.ended:
            return None
        return SPAN / self.ended * (position if self.waiting else 0)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match that waits stands in its lane, from 1, and for how long yet."""

    position: int
    wait: timedelta | None


@dataclass(frozen=True, slots=True)
class _Count:
    kind: str
    game: str
    waiting: int
    running: int
    ended: int
    oldest: datetime | None


def _counts(matches: Any) -> list[_Count]:
    """By game and kind, in two queries that read no match that is long over."""
    here = matches.filter(state__in=(WAITING, RUNNING)).order_by().values("game", "kind")
    open_rows = here.annotate(
        waiting=Count("pk", filter=Q(state=WAITING)),
        running=Count("pk", filter=Q(state=RUNNING)),
        oldest=Min("created", filter=Q(state=WAITING)),
    )
    past = matches.finished().filter(finished__gte=timezone.now() - SPAN).order_by()
    ended = {
        (row["game"], row["kind"]): row["n"]
        for row in past.values("game", "kind").annotate(n=Count("pk"))
    }
    found = [
        _Count(
            row["kind"], row["game"], row["waiting"], row["running"],
            ended.pop((row["game"], row["kind"]), 0), row["oldest"],
        )
        for row in open_rows
    ]  # fmt: skip
    return found + [_Count(kind, game, 0, 0, n, None) for (game, kind), n in ended.items()]


def _load(title: str, name: str, counts: Iterable[_Count], hold: Hold | None = None) -> Load:
    counts = list(counts)
    return Load(
        title,
        name,
        sum(each.waiting for each in counts),
        sum(each.running for each in counts),
        sum(each.ended for each in counts),
        min((each.oldest for each in counts if each.oldest), default=None),
        hold,
    )


def loads() -> list[Load]:
    """One for each lane, and one for all of them at the end."""
    counts = _counts(Match.objects.all())
    holds = {hold.name: hold for hold in Hold.objects.filter(of=Hold.Of.LANE)}
    lanes = [
        _load(TITLES[lane], lane, (c for c in counts if c.kind in LANES[lane]), holds.get(lane))
        for lane in TITLES
    ]
    return [*lanes, _load("all matches", "", counts)]


@dataclass(frozen=True, slots=True)
class PublicLoad:
    """What everybody may know of a game's matches of one kind."""

    game: str
    kind: str
    load: Load
    wait: timedelta | None


def public_loads() -> list[PublicLoad]:
    """By game and kind, without matches of rooms and those that organizers alone may look at.

    The wait is that of the lane, which many kinds share.
    """
    lanes = {load.name: load for load in loads()}
    shown = Match.objects.public().exclude(kind=Match.Kind.ROOM)
    found = []
    for count in sorted(_counts(shown), key=lambda each: (each.game, each.kind)):
        lane = lane_of(count.kind)
        load = _load(lane, lane, [count], lanes[lane].hold)
        label = str(Match.Kind(count.kind).label)
        found.append(PublicLoad(count.game, label, load, lanes[lane].wait))
    return found


def lane_of(kind: str) -> str:
    return next(lane for lane, kinds in LANES.items() if kind in kinds)


def listed() -> Any:
    """What runs, what waits in the order in which it will be played, and what ended lately."""
    over = ~Q(state__in=(WAITING, RUNNING)) & Q(finished__gte=timezone.now() - LATELY)
    rank = Case(
        When(state=RUNNING, then=Value(0)),
        When(state=WAITING, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    shown = queries.every().filter(Q(state__in=(WAITING, RUNNING)) | over)
    waits = Case(When(state=WAITING, then="priority"), default=Value(0))
    return shown.annotate(rank=rank, waits=waits).order_by("rank", "-waits", "pk")


def places(matches: Sequence[Match], lanes: Sequence[Load]) -> dict[int, Place]:
    """By match, of those among these that wait."""
    wanted = {match.pk for match in matches if match.state == WAITING}
    if not wanted:
        return {}
    by_lane = {load.name: load for load in lanes}
    counts = dict.fromkeys(LANES, 0)
    found: dict[int, Place] = {}
    queue = Match.objects.filter(state=WAITING).order_by("-priority", "pk")
    for pk, kind in queue.values_list("pk", "kind")[:FURTHEST].iterator():
        lane = lane_of(kind)
        counts[lane] += 1
        if pk in wanted:
            found[pk] = Place(counts[lane], by_lane[lane].wait_at(counts[lane]))
    return found


def held() -> QuerySet[Hold]:
    """Everything that is held back."""
    return Hold.objects.select_related("by")
