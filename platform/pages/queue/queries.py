"""The queue of matches: what waits, for how long yet, and who plays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from bots.versions import building
from controls import reservations
from controls import services as controls
from controls.models import ALL, WEIGHTS, Hold, Reservation, Share
from games.texts.sentences import paragraph, plural
from ladder.events.models import Event
from matches.kinds import LANES, SHARES, lane_of
from matches.models import Match
from matches.queueing.forecasts import Forecast, Place, forecasts, shared_forecast
from pages.templatetags.site import duration

SPAN = timedelta(minutes=15)
"""The period over which ended matches are counted."""
LATELY = timedelta(hours=1)
"""Matches that ended within it are in the list of the queue."""
FAILED_FOR = timedelta(days=7)
"""Matches that could not be played are listed for this time, to be queued again."""
ENDED = 500
"""At most the newest of this number that are over are listed."""
WAITING, RUNNING = Match.State.QUEUED, Match.State.RUNNING
OVER = tuple(state for state in Match.State if state not in Match.UNFINISHED)


@dataclass(frozen=True, slots=True)
class Load:
    """Matches of one share, or of all: ``oldest`` waits since then, ``ended`` within `SPAN`;
    ``hold`` while organizers hold it back.  ``weight`` is None where there is none; ``wait``, of a
    match that came now, where it cannot be estimated."""

    title: str
    name: str
    waiting: int
    running: int
    ended: int
    oldest: datetime | None
    hold: Hold | None = None
    weight: int | None = None
    percent: int | None = None
    wait: timedelta | None = None

    @property
    def per_hour(self) -> float:
        return self.ended * (timedelta(hours=1) / SPAN)


@dataclass(frozen=True, slots=True)
class ReservedNow:
    """The reservation of workers that is on, and its event."""

    row: Reservation
    event: Event

    @property
    def verb(self) -> str:
        return "is" if self.row.workers == 1 else "are"


def reserved_now() -> ReservedNow | None:
    """None while no worker is reserved."""
    row = reservations.current()
    event = None if row is None else Event.objects.public().filter(pk=row.subject).first()
    return None if row is None or event is None else ReservedNow(row, event)


@dataclass(frozen=True, slots=True)
class _Count:
    share: str
    kind: str
    game: str
    waiting: int
    running: int
    ended: int
    oldest: datetime | None


def _counts(matches: Any) -> list[_Count]:
    """By share, kind and game, in two queries that read no match that is long over."""
    by = ("share", "kind", "game")
    here = matches.filter(state__in=(WAITING, RUNNING)).order_by().values(*by)
    open_rows = here.annotate(
        waiting=Count("pk", filter=Q(state=WAITING)),
        running=Count("pk", filter=Q(state=RUNNING)),
        oldest=Min("created", filter=Q(state=WAITING)),
    )
    past = matches.finished().filter(finished__gte=timezone.now() - SPAN).order_by()
    ended = {
        (row["share"], row["kind"], row["game"]): row["n"]
        for row in past.values(*by).annotate(n=Count("pk"))
    }
    counts = []
    for row in open_rows:
        key = (row["share"], row["kind"], row["game"])
        sums = (row["waiting"], row["running"], ended.pop(key, 0), row["oldest"])
        counts.append(_Count(*key, *sums))
    return counts + [_Count(*key, 0, 0, n, None) for key, n in ended.items()]


def _load(title: str, name: str, counts: Iterable[_Count], **more: Any) -> Load:
    counts = list(counts)
    return Load(
        title,
        name,
        sum(each.waiting for each in counts),
        sum(each.running for each in counts),
        sum(each.ended for each in counts),
        min((each.oldest for each in counts if each.oldest), default=None),
        **more,
    )


def loads(ahead: dict[str, Forecast] | None = None) -> list[Load]:
    """One for each share, and one for all of them at the end."""
    ahead = forecasts() if ahead is None else ahead
    counts, rows = _counts(Match.objects.all()), controls.accounts()
    holds = {hold.name: hold for hold in controls.site_holds() if hold.of == Hold.Of.SHARE}
    total = sum(row.weight for row in rows.values())
    loads = []
    for share in [*WEIGHTS, Share.ROOMS]:
        weight = rows[share].weight if share in rows else None
        mine = _load(
            str(share.label),
            share.value,
            (count for count in counts if count.share == share),
            hold=holds.get(share.value) or holds.get(ALL),
            weight=weight,
            percent=weight and round(100 * weight / total),
            wait=ahead[lane_of(share)].new.get(share.value),
        )
        loads.append(mine)
    return [*loads, _load("all matches", ALL, counts, hold=holds.get(ALL))]


@dataclass(frozen=True, slots=True)
class PublicLoad:
    """Public numbers of a game's matches of one kind. The wait is that of its share."""

    game: str
    kind: str
    load: Load
    wait: timedelta | None


def public_loads() -> list[PublicLoad]:
    """By game and kind, without matches of rooms and those that organizers alone may look at."""
    ahead = {lane: shared_forecast(lane) for lane in LANES}
    shares = {load.name: load for load in loads(ahead)}
    shown = Match.objects.public().exclude(kind=Match.Kind.ROOM)
    rows = []
    for count in sorted(_counts(shown), key=lambda each: (each.game, each.kind, each.share)):
        share = shares[count.share]
        own = count.share == SHARES[Match.Kind(count.kind)]
        label = Match.Kind(count.kind).label + ("" if own else f" ({share.title})")
        load = _load(share.title, share.name, [count], hold=share.hold)
        rows.append(PublicLoad(count.game, label, load, share.wait))
    return rows


def build_words() -> str:
    """How many versions wait for their build, and how long a new one would wait."""
    queue = building.queue()
    waiting = len(queue.order)
    if not waiting:
        return "No version waits for its build."
    several = f"{waiting} versions wait for their builds."
    count = plural(waiting, "1 version waits for its build.", several)
    wait = queue.wait(waiting + 1)
    if wait is None:
        return paragraph(count, "The time that a new one would wait is unknown.")
    return paragraph(count, f"A new one would wait about {duration(wait)}.")


def listed(matches: Any) -> list[tuple[int, str]]:
    """Those of the matches that run, wait, ended recently or could not be played this week, by id
    and state: at most `ENDED` of the latter two."""
    states = matches.order_by().values_list("pk", "state")
    # Named states let the database use its index of their ends.
    now = timezone.now()
    failed = Q(state=Match.State.FAILED, finished__gte=now - FAILED_FOR)
    over = states.filter(Q(state__in=OVER, finished__gte=now - LATELY) | failed)
    here = dict(states.filter(state__in=(WAITING, RUNNING)))
    # One may end between the two queries.
    return [*(here | dict(over.order_by("-finished")[:ENDED])).items()]


def in_order(rows: Iterable[tuple[int, str]], places: dict[int, Place]) -> list[int]:
    """Ids of such matches: what runs, what waits in the order in which it will be played, and what
    ended."""
    last = len(places) + 1

    def order(row: tuple[int, str]) -> tuple[int, int, int]:
        pk, state = row
        place = places.get(pk)
        after = place.position if place is not None else last
        return (state != RUNNING) + (state not in (RUNNING, WAITING)), after, pk

    return [pk for pk, _ in sorted(rows, key=order)]


def places_of(ahead: dict[str, Forecast]) -> dict[int, Place]:
    """By match, in whichever lane it waits."""
    return {pk: place for each in ahead.values() for pk, place in each.places.items()}


def held() -> QuerySet[Hold]:
    """Everything that is held back."""
    return Hold.objects.select_related("by")
