"""The stages of an event in time: what begins when, what comes next, and how far each has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Count, Q
from django.utils import timezone

from games.registry import GAMES
from ladder.core.contest.plan import Reveal, StagePlan
from ladder.core.stages.schedule import rounds_of
from ladder.events.kinds.registry import kind_of
from ladder.events.kinds.state import side_seats
from ladder.events.models import EncounterGame, Event, SeriesGame, Stage, StageEntry
from ladder.events.models.labels import dealt_words
from ladder.events.reading.stages import labels
from ladder.events.reading.viewer import EventViewer
from matches.models import Match
from rulesets.catalogue import public_title, scenario_of
from rulesets.models import Scenario


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that will happen, such as "Entries close"."""

    what: str
    when: datetime


@dataclass(frozen=True)
class StageLine:
    """A stage in the schedule.

    ``row`` is None before the event's start; times are None where they follow from other stages.
    ``after`` is how long after the start a stage begins, where the start itself is not known.
    ``sizes`` are the numbers of entrants of its groups, once it has begun; ``seen``: the viewer may
    see some of its results.
    """

    plan: StagePlan
    row: Stage | None
    begins: datetime | None
    freezes: datetime | None
    ends: datetime | None
    after: timedelta | None
    sources: Sequence[str]
    onward: Sequence[str]
    sizes: Sequence[int] = ()
    seen: bool = False

    @property
    def game_title(self) -> str:
        return GAMES.title(self.plan.game)

    @property
    def ruleset_title(self) -> str:
        return public_title(self.plan.game, self.plan.ruleset)

    @cached_property
    def games_played(self) -> int | None:
        """The games of encounters and series that have a result; None for other stages, and where
        the viewer may see none."""
        row, counts = self.row, Match.counts("match__") & Q(lost=False)
        if row is None or not (self.seen and row.started and kind_of(row).own_matches):
            return None
        games = EncounterGame.objects.filter(counts, encounter__stage=row)
        return games.count() + SeriesGame.objects.filter(counts, series__stage=row).count()

    @cached_property
    def scenario(self) -> Scenario | None:
        return scenario_of(self.plan.game, self.plan.ruleset)

    @property
    def ruleset_name(self) -> str | None:
        """None for a scenario that is not announced yet."""
        hidden = self.scenario is not None and not self.scenario.is_announced
        return None if hidden else self.plan.ruleset

    @property
    def map_public(self) -> datetime | None:
        """When the map of its scenario becomes public; None for a ruleset without a date."""
        return self.scenario.map_public_at if self.scenario is not None else None

    @property
    def match_days(self) -> Sequence[tuple[int, datetime]]:
        """The rounds of a schedule that has begun, by number with the time at which each begins;
        empty where rounds are not apart."""
        row = self.row
        if row is None or row.round_begins(1) is None or max(self.sizes, default=0) < 2:
            return []
        try:
            sides = len(side_seats(row))
        except KeyError:  # this site no longer has the ruleset
            return []
        numbers = range(1, 1 + rounds_of(self.plan.options.terms(max(self.sizes), sides)))
        return [(n, when) for n in numbers if (when := row.round_begins(n)) is not None]

    @property
    def label(self) -> str:
        return self.plan.kind.label

    @cached_property
    def groups(self) -> str:
        """The groups as planned or, once they are known, as they are; empty without groups."""
        planned = kind_of(self.plan).group_words(self.plan)
        if not planned or not self.sizes:
            return planned
        return dealt_words(self.sizes) or "one group"

    @property
    def kind_words(self) -> str:
        return kind_of(self.plan).description(self.plan)

    @property
    def is_kept_back(self) -> bool:
        reveal = Reveal(self.row.reveal) if self.row is not None else self.plan.reveal
        return reveal is not Reveal.PUBLIC


def schedule(viewer: EventViewer) -> list[StageLine]:
    """Before the start by the plan, afterwards by the stages as they go."""
    plan = viewer.plan
    if viewer.stages:
        sizes = _sizes(viewer.stages)
        return [_of_row(viewer, stage, sizes) for stage in viewer.stages]
    try:
        ordered = plan.in_order()
    except ValueError:  # a draft may still go round in a ring
        ordered = plan.stages
    return [_of_plan(viewer, stage) for stage in ordered]


def line_of(viewer: EventViewer, stage: Stage) -> StageLine:
    """One stage of an event that has begun."""
    return _of_row(viewer, stage, _sizes([stage]))


def _of_plan(viewer: EventViewer, stage: StagePlan) -> StageLine:
    starts = viewer.event.starts
    # A stage that is fed by entries alone begins with the event.
    delay = 0 if stage.begins is None and not stage.sources else stage.begins
    begins = starts + timedelta(minutes=delay) if starts and delay is not None else None
    ends = starts + timedelta(minutes=stage.ends) if starts and stage.ends is not None else None
    fixed = stage.freeze and begins is not None
    return StageLine(
        plan=stage,
        row=None,
        begins=begins,
        freezes=begins - timedelta(minutes=stage.freeze) if fixed and begins else None,
        ends=ends,
        after=timedelta(minutes=delay) if delay and starts is None else None,
        sources=labels.source_words(viewer.plan, stage),
        onward=labels.onward_words(viewer.plan, stage.key),
    )


def _of_row(viewer: EventViewer, row: Stage, sizes: Mapping[int, Sequence[int]]) -> StageLine:
    plan = viewer.plans[row.key]
    return StageLine(
        plan=plan,
        row=row,
        begins=row.started or row.begins,
        freezes=row.frozen_at or row.freezes,
        ends=row.ended or row.ends,
        after=None,
        sources=labels.source_words(viewer.plan, plan),
        onward=labels.onward_words(viewer.plan, row.key),
        sizes=sizes.get(row.pk, ()),
        seen=row in viewer.seen,
    )


def _sizes(stages: Sequence[Stage]) -> dict[int, list[int]]:
    """By stage: the numbers of entrants of its groups, of stages with groups or match days that
    have begun."""
    begun = [
        stage
        for stage in stages
        if stage.started and (kind_of(stage).group_words(stage.planned) or stage.round_begins(1))
    ]
    sizes: dict[int, list[int]] = {}
    if begun:
        rows = StageEntry.objects.filter(stage__in=begun).exclude(number=None).order_by("group")
        for stage, _, count in rows.values_list("stage", "group").annotate(n=Count("pk")):
            sizes.setdefault(stage, []).append(count)
    return sizes


def next_moment(event: Event, lines: Sequence[StageLine]) -> Moment | None:
    """The next item that has a time; None if there is none."""
    if event.is_over:
        return None
    now = timezone.now()
    coming = [moment for moment in _moments(event, lines) if moment.when > now]
    return min(coming, key=lambda moment: moment.when, default=None)


def _moments(event: Event, lines: Sequence[StageLine]) -> list[Moment]:
    times: list[tuple[str, datetime | None]] = []
    if not event.has_begun:
        times.append(("Entries open", event.entries_open))
        times.append(("Entries close", event.entries_close))
        times.append(("The event starts", event.starts))
    for line in lines:
        row = line.row
        waits = row is None or row.state == Stage.State.WAITING
        # Without a row the first stages are told by the event's own start.
        if waits and (row is not None or line.plan.begins):
            times.append((f"{line.plan.name} begins", line.begins))
        if waits and line.plan.freeze:
            times.append((f"Versions for {line.plan.name} are fixed", line.freezes))
        if row is not None and not row.is_over:
            days = line.match_days
            times += [(f"Match day {n} of {line.plan.name} begins", when) for n, when in days]
        if kind_of(line.plan).has_end and (row is None or not row.is_over):
            times.append((f"{line.plan.name} ends", line.ends))
    return [Moment(what, when) for what, when in times if when is not None]
