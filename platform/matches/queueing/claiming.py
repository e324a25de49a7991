"""From the database to the scheduler and back: what waits in, the claimed match out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.db.models.functions import Greatest

from arbiter.database.locks import database_now
from arbiter.working.workers import host
from controls import joining, machines
from controls import services as controls
from controls.models import Hold, Share, ShareAccount, host_of
from controls.walls import rated_allowed
from matches.kinds import COUNTING, LANES
from matches.models import Match, MatchQuerySet
from matches.queueing import shortages
from matches.queueing.reserving import Reserved, reserved_now
from matches.queueing.scheduling import SHORT_S, Account, Floor, Heads, Running, Waiting
from matches.queueing.slots import cpu_count
from storage import space

CAPPED = frozenset({Share.FIRST.value})
"""First matches get at most half of the slots: many uploads at once do not stop everything else."""
FIELDS = ("pk", "share", "expected", "priority", "reruns")
RUNNING = ("pk", "share", "expected", "started", database_now(), "claimed_by", "reserved")
"""Of matches that run, with the present time."""


@dataclass
class Skipped:
    """Matches that a worker cannot play now, and pairs of game and ruleset whose memory is not
    free.
    """

    matches: set[int] = field(default_factory=set)
    rulesets: set[tuple[str, str]] = field(default_factory=set)

    def apply(self, matches: MatchQuerySet) -> MatchQuerySet:
        if self.matches:
            matches = matches.exclude(pk__in=self.matches)
        for game, ruleset in self.rulesets:
            matches = matches.exclude(game=game, ruleset=ruleset)
        return matches


@dataclass(frozen=True)
class Choice:
    """A match that a worker should play next, as the scheduler saw the site."""

    waiting: Waiting
    floor: Floor
    shares: Collection[str]

    @property
    def pk(self) -> int:
        return int(self.waiting.key)


def floor_of(lane: str, reserved: Reserved | None = None) -> Floor:
    """The running matches of a lane, its slots, and the used time of each share."""
    live = Match.objects.live().filter(share__in=LANES[lane])
    theirs = reserved.among(live) if reserved else frozenset()
    return _floor(lane, live.values_list(*RUNNING), theirs, reserved)


def snapshot(lane: str, shares: Collection[str], most: int) -> tuple[Floor, list[Waiting]]:
    """The floor of a lane and the matches of these shares that wait for it, in order, as they were
    at one moment: one query reads both, so no match waits and runs.  At most ``most`` are read."""
    unfinished = Match.objects.unfinished().filter(
        Q(state=Match.State.RUNNING) | Q(share__in=shares), share__in=LANES[lane]
    )
    reserved = reserved_now(lane)
    theirs = reserved.among(unfinished) if reserved else frozenset()
    # By the names of the states, those that run come first.
    ordered = unfinished.order_by("-state", "-priority", "pk").values_list(
        "state", *FIELDS, *RUNNING
    )
    running, waiting = [], []
    for state, *row in ordered[:most]:
        if state == Match.State.RUNNING:
            running.append(row[len(FIELDS) :])
        else:
            one = waiting_of(*row[: len(FIELDS)])
            waiting.append(replace(one, guaranteed=one.key in theirs))
    waiting.sort(key=lambda each: (not each.urgent, -each.priority, each.key))
    return _floor(lane, running, theirs, reserved), waiting


def _floor(
    lane: str, rows: Iterable[Sequence[Any]], theirs: frozenset[int], reserved: Reserved | None
) -> Floor:
    """From rows of `RUNNING`; workers are reserved for ``theirs``."""
    longest = settings.ROOM_WALL_SECONDS if lane == "rooms" else settings.MATCH_WALL_SECONDS
    running: dict[int | str, Running] = {}
    playing = []
    for pk, share, expected, started, now, worker, free in rows:
        elapsed = (now - started).total_seconds() if started else 0.0
        elapsed = min(max(0.0, elapsed), float(longest))
        running[pk] = Running(share, expected, elapsed, pk in theirs, free)
        playing.append(worker)
    rows_of = controls.accounts()
    accounts = {
        share.value: Account(rows_of[share].weight, rows_of[share].used)
        if share in rows_of
        else Account(1)
        for share in LANES[lane]
    }
    # Matches with people are all long: none of them may wait for a slot that nobody wants.
    floor = Floor(slots(lane, playing), accounts, running, CAPPED, keeps=lane != "rooms")
    floor.reserved = reserved.slots(floor.slots) if reserved else 0
    return floor


def slots(lane: str, playing: Iterable[str] = ()) -> int:
    """How many matches of a lane can be played at once by the workers that there are.

    On this machine that is no more than it has CPUs: each match holds one.
    """
    workers = controls.live_workers(lane, playing)
    if lane != "rooms" and host() in workers:
        workers[host()] = min(workers[host()], cpu_count())
    return sum(workers.values())


def choose(lane: str, worker: str, skipped: Skipped) -> Choice | None:
    """The match that a worker should play next; None where there is none for it now."""
    machine = joining.own(lane)
    if space.is_low() or machine.problem or Hold.objects.on(worker).exists():
        return None
    held = controls.shares_held()
    matches = skipped.apply(Match.objects.waiting(host_of(worker)))
    matches = shortages.playable(matches, machines.abilities(machine))
    if not rated_allowed():
        matches = matches.exclude(kind__in=COUNTING)
    reserved = reserved_now(lane)
    heads = {
        share.value: own_heads
        for share in _asked(lane)
        if share not in held and (own_heads := _heads(matches, share, reserved)).first
    }
    if not heads:
        return None
    floor = floor_of(lane, reserved)
    floor.slots = max(1, floor.slots)
    chosen = floor.pick(heads)
    return None if chosen is None else Choice(chosen, floor, list(heads))


def _asked(lane: str) -> Sequence[Share]:
    """The shares of a lane of which a match waits, ready or not."""
    queued = Match.objects.filter(state=Match.State.QUEUED, share=OuterRef("name"))
    asked = dict(ShareAccount.objects.values_list("name", Exists(queued)))
    return [share for share in LANES[lane] if asked.get(share, True)]


def _heads(matches: MatchQuerySet, share: str, reserved: Reserved | None) -> Heads:
    rows = matches.in_turn(share)
    first = _waiting(rows)
    if first is None:
        return Heads()
    short = first if first.is_short else _waiting(rows.filter(expected__lte=SHORT_S))
    owed = _waiting(rows.filter(reserved.which)) if reserved else None
    return Heads(first, short, None if owed is None else replace(owed, guaranteed=True))


def _waiting(rows: MatchQuerySet) -> Waiting | None:
    row = rows.values_list(*FIELDS).first()
    return None if row is None else waiting_of(*row)


def waiting_of(pk: int, share: str, expected: float, priority: int, reruns: int) -> Waiting:
    """A row of `FIELDS` as the scheduler sees it."""
    return Waiting(pk, share, expected, priority, urgent=share == Share.FIRST and reruns > 0)


def claim(choice: Choice, worker: str) -> Match | None:
    """Take the chosen match, by one conditional UPDATE; None where it is gone or held back."""
    with transaction.atomic():
        free = choice.waiting.free
        match = Match.objects.not_held(worker).claim(choice.pk, worker, reserved=free)
        if match is not None:
            _catch_up(choice.floor.caught_up(choice.waiting, choice.shares))
    return match


def _catch_up(used: Mapping[str, float]) -> None:
    """Raise the used time of shares to these values, where it is less."""
    if used:
        rows = [When(name=name, then=Greatest("used", Value(most))) for name, most in used.items()]
        ShareAccount.objects.filter(name__in=used).update(used=Case(*rows))


def needs_cpu_alone(match: Match) -> bool:
    """Whether it may not share a CPU: a first match that was disturbed plays beside nothing, and
    the spare CPU belongs to matches with people."""
    if match.kind != Match.Kind.PROVING or not match.reruns:
        return False
    here = Q(claimed_by__startswith=f"{host()}:")
    return Match.objects.live().filter(here, share=Share.ROOMS).exists()
