"""All matches of an event that a worker or a machine played, or that fell into an interval, are
played again at once."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.core.exceptions import ValidationError
from django.db.models import Count, Max, Min, Q

from accounts.models import User, Viewer
from games.texts.sentences import counted
from ladder.core.contest.durations import spell_minutes
from ladder.events.changes import moment
from ladder.events.kinds.games import listed
from ladder.events.mending import drafts, results, series_results
from ladder.events.mending.retaking import locked_stages
from ladder.events.mending.rulings import Ruling
from ladder.events.mending.taking_back import followers
from ladder.events.models import EncounterGame, Event, Incident, SeriesGame, Stage
from ladder.events.notifications import tell_again
from ladder.events.permissions import require
from ladder.events.planning import rescheduling
from ladder.events.planning.forecasts import time_for
from ladder.events.roles import EventAct
from ladder.events.running.advancing import objection_to_reopening
from ladder.publishing import Preview
from matches.models import Match
from matches.recorded.voiding import READERS, void_each

LONGEST = 7 * 24 * 60
"""Minutes by which an incident may move times."""
VOID = "Their results are void already."
RUNNING = "They still run. Their results can be voided when they have ended."
DECIDED = "A judge decided their encounter, so their results do not count now."
Game = EncounterGame | SeriesGame


@dataclass(frozen=True, slots=True)
class Choice:
    """Which matches: those of a ``worker``, or of all workers of a ``machine``, or of all workers
    if both are empty, that ran at some time from ``since`` to ``until``.  None: no bound."""

    worker: str = ""
    machine: str = ""
    since: datetime | None = None
    until: datetime | None = None

    @property
    def kind(self) -> Incident.Kind:
        if self.worker:
            return Incident.Kind.WORKER
        return Incident.Kind.MACHINE if self.machine else Incident.Kind.INTERVAL

    @property
    def filter(self) -> Q:
        condition = Q(state__in=(Match.State.FINISHED, Match.State.RUNNING)) & ~Q(claimed_by="")
        if self.worker:
            condition &= Q(claimed_by=self.worker)
        elif self.machine:
            condition &= Q(claimed_by=self.machine) | Q(claimed_by__startswith=f"{self.machine}:")
        if self.since is not None:
            condition &= Q(finished=None) | Q(finished__gte=self.since)
        if self.until is not None:
            condition &= Q(started__lte=self.until)
        return condition


@dataclass(frozen=True, slots=True)
class Part:
    """The matches of a stage that are played again: ``chosen`` ones, and later games of a series
    that go ``along``."""

    stage: Stage
    chosen: tuple[int, ...]
    along: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return len(self.chosen) + len(self.along)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Matches that fit and are not played again, and why.  ``blocked``: their ``stage`` would have
    to be taken back first."""

    stage: Stage
    why: str
    matches: tuple[int, ...]
    blocked: bool = False


@dataclass(frozen=True, kw_only=True)
class IncidentPreview(Preview):
    """The matches of a choice that would be played again now, and those that would not."""

    event: Event
    choice: Choice
    parts: Sequence[Part]
    left: Sequence[LeftOut]

    @property
    def count(self) -> int:
        return sum(part.count for part in self.parts)

    @cached_property
    def minutes(self) -> int:
        """The estimated time of the new matches in minutes, rounded up."""
        took = time_for({part.stage: part.count for part in self.parts})
        return math.ceil(took.total_seconds() / 60)

    @cached_property
    def later(self) -> list[Stage]:
        """The stages whose times can move: those that are played again, and their followers."""
        stages = {part.stage.pk: part.stage for part in self.parts}
        for part in self.parts:
            stages |= {stage.pk: stage for stage in followers(part.stage)}
        rows = sorted(stages.values(), key=lambda stage: stage.number)
        for row in rows:
            row.event = self.event
        return rows

    def moves(self, minutes: int) -> list[str]:
        """The times that would come later by this number of minutes, a phrase for each."""
        return rescheduling.moves(self.later, minutes)

    @property
    def facts(self) -> object:
        parts = [[part.stage.pk, part.chosen, part.along] for part in self.parts]
        left = [[each.stage.pk, each.why, each.matches] for each in self.left]
        return [parts, left]


# Workers of the event -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Player:
    """A worker of which the event has matches that count now: how many, and from when to when."""

    name: str
    matches: int
    first: datetime | None
    last: datetime | None

    @property
    def machine(self) -> str:
        return self.name.partition(":")[0]


def players(event: Event) -> list[Player]:
    """The workers that played matches of the event as it is now, by machine."""
    rows = Match.objects.finished().filter(_standing(event)).exclude(claimed_by="").order_by()
    counted = rows.values_list("claimed_by").annotate(
        Count("pk", distinct=True), Min("started"), Max("finished")
    )
    each = [Player(*row) for row in counted]
    return sorted(each, key=lambda one: (one.machine, one.first or one.last, one.name))


def _standing(event: Event) -> Q:
    games = EncounterGame.objects.standing().filter(encounter__stage__event=event)
    series = SeriesGame.objects.filter(series__stage__event=event, lost=False)
    return listed(games, series)


# Preview ------------------------------------------------------------------------------------------


def preview(event: Event, choice: Choice) -> IncidentPreview:
    """Which matches would be played again, by stage.  Read-only."""
    chosen: dict[int, list[Game]] = defaultdict(list)
    refused: dict[tuple[int, str], list[int]] = defaultdict(list)
    stages = {stage.pk: stage for stage in event.stages.all()}
    why = {}
    for stage in stages.values():
        stage.event = event
        why[stage.pk] = objection_to_reopening(stage) if stage.is_over else ""
    for pk, game in _games(event, choice):
        if refusal := _refusal(game) or why[pk]:
            refused[pk, refusal].append(game.match_id)
        else:
            chosen[pk].append(game)
    parts = [_part(stages[pk], games) for pk, games in sorted(chosen.items())]
    left = [
        LeftOut(stages[pk], refusal, tuple(matches), blocked=refusal == why[pk])
        for (pk, refusal), matches in sorted(refused.items())
    ]
    why_not = "" if parts else "No match that can be played again fits this choice."
    if event.state not in (Event.State.RUNNING, Event.State.FINISHED):
        state = event.get_state_display()
        why_not = f"{event} is {state}, so no match of it can be played again."
    return IncidentPreview(event=event, choice=choice, parts=parts, left=left, objection=why_not)


def _games(event: Event, choice: Choice) -> list[tuple[int, Game]]:
    """The games of the event that fit, in the order in which they were made, each with the id of
    its stage."""
    matches = Match.objects.filter(choice.filter).values("pk")
    light = ("match__map", "match__outcome", "match__params")
    games = EncounterGame.objects.standing().filter(encounter__stage__event=event)
    series = SeriesGame.objects.filter(series__stage__event=event, lost=False)
    met = games.filter(match__in=matches).select_related("match", "encounter").defer(*light)
    later = series.filter(match__in=matches).select_related("match", "series").defer(*light)
    numbered: list[tuple[int, Game]] = [(game.encounter.stage_id, game) for game in met]
    numbered += [(game.series.stage_id, game) for game in later]
    return sorted(numbered, key=lambda each: each[1].match_id)


def _refusal(game: Game) -> str:
    """Why a game that stands is not played again; empty if its own state allows it."""
    if game.match.voided_at is not None:
        return VOID
    if game.match.state == Match.State.RUNNING:
        return RUNNING
    decided = isinstance(game, EncounterGame) and game.encounter.awarded is not None
    return DECIDED if decided else ""


def _part(stage: Stage, games: Sequence[Game]) -> Part:
    """Of a series, the first chosen game is voided, and all later ones go along."""
    first: dict[int, SeriesGame] = {}
    chosen = []
    for game in games:
        if isinstance(game, EncounterGame):
            chosen.append(game.match_id)
        elif game.series_id not in first or game.number < first[game.series_id].number:
            first[game.series_id] = game
    along = [
        later.match_id
        for game in first.values()
        for later in series_results.from_here_on(game)
        if later.pk != game.pk
    ]
    chosen += [game.match_id for game in first.values()]
    return Part(stage, tuple(sorted(chosen)), tuple(sorted(along)))


# Doing it -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayAgain(Ruling[IncidentPreview, Incident]):
    """Void the matches of a choice, so that others are played in their place, and let later times
    come ``minutes`` later.  Each void can be undone.
    """

    event: Event
    choice: Choice
    minutes: int = 0
    readers = READERS

    @property
    def within(self) -> Event:
        return self.event

    def require(self, by: Viewer) -> User:
        person = super().require(by)
        if self.minutes:
            require(by, self.event, EventAct.RUN)
        if not 0 <= self.minutes <= LONGEST:
            raise ValidationError({"minutes": f"Enter a number from 0 to {LONGEST}."})
        return person

    def locked(self, why: str) -> PlayAgain:
        for stage in locked_stages(self.event).values():
            return replace(self, event=stage.event)
        raise ValidationError("The event has not begun, so it has no matches.")

    def preview(self) -> IncidentPreview:
        return preview(self.event, self.choice)

    def apply(self, shown: IncidentPreview, person: User, why: str) -> Incident:
        event, choice, parts = self.event, self.choice, shown.parts
        incident = Incident(event=event, kind=choice.kind, reason=why, by=person)
        incident.subject, incident.minutes = (choice.worker or choice.machine)[:120], self.minutes
        incident.since, incident.until = choice.since, choice.until
        moved = rescheduling.move_times(shown.later, person, self.minutes)
        matches = [pk for part in parts for pk in (*part.chosen, *part.along)]
        stages, title = [part.stage for part in parts], "Matches are played again"
        drafts.write(incident, title, stages, matches, shown.minutes, moved)
        with results.together():
            for part in parts:
                rows = Match.objects.defer("map", "outcome", "params").filter(pk__in=part.chosen)
                void_each(list(rows.order_by("pk")), why)
        return incident

    def history(self, shown: IncidentPreview, why: str) -> tuple[Event, str, str]:
        count = counted(shown.count, "match", "matches")
        which = described(self.event, self.choice)
        act = f"had {count} played again ({which})"
        if self.minutes:
            moved = spell_minutes(self.minutes)
            act = f"had {count} played again ({which}); later times by {moved}"
        return self.event, act, why

    def notify(self, done: Incident, person: User, why: str) -> None:
        stages = list(done.stages.all())
        names = ", ".join(stage.name for stage in stages)
        tell_again(done, stages, f"matches of {names} are void: {why}")


def described(event: Event, choice: Choice) -> str:
    """The choice in words, for the people who run the event."""
    zone = event.time_zone
    name = choice.worker or choice.machine
    of = f"{choice.kind.label}: {name}" if name else str(choice.kind.label)
    since, until = moment(choice.since, zone), moment(choice.until, zone)
    if since and until:
        return f"{of} from {since} to {until}"
    if since:
        return f"{of} from {since}"
    return f"{of} to {until}" if until else of
