"""Taking a stage back after the stages that it feeds have begun: the preview.

The stage and all that depends on it go back to the state before they began, or only the others do.
Finished matches are kept, void.  `ladder.events.mending.retaking` does it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q, TextChoices
from django.utils import timezone

from games.texts.sentences import paragraph
from ladder.core.contest import qualifying
from ladder.core.contest.plan import EventPlan, Reveal
from ladder.events.changes import moment
from ladder.events.kinds.audience import STRICTEST
from ladder.events.kinds.games import listed
from ladder.events.kinds.registry import kind_of
from ladder.events.kinds.state import entries_of
from ladder.events.models import EncounterGame, Event, SeriesGame, Stage, StageEntry
from ladder.events.planning.forecasts import time_for
from ladder.events.running import advancing
from ladder.events.showing.ceremony import final_places_of, places_of
from ladder.publishing import Preview
from matches.models import Match


class Mode(TextChoices):
    """The stage itself is played again or not; stages that depend on it go back in both cases."""

    REPLAY = "replay", "Play the stage again"
    REOPEN = "reopen", "Keep its results"


@dataclass(frozen=True)
class Loss:
    """The matches, places and views that a stage loses.

    Ids of matches: ``counted`` count now, ``finished`` become void (those that count, and others
    that were replaced), ``going`` wait or run and are withdrawn.  ``decisions`` is the number of
    encounters that judges decided.
    """

    stage: Stage
    entries: Sequence[StageEntry]
    counted: tuple[int, ...]
    finished: tuple[int, ...]
    going: tuple[int, ...]
    running: int
    decisions: int

    @property
    def placed(self) -> list[StageEntry]:
        """The entries by the places that they lose; empty if the stage is not over."""
        rows = [row for row in self.entries if row.place is not None]
        return sorted(rows, key=lambda row: (row.place or 0, row.seed or 0))

    @property
    def reveal(self) -> Reveal:
        """The audience afterwards: that of the plan, or a stricter one that it has now."""
        levels = (Reveal(self.stage.reveal), self.stage.planned.reveal)
        return min(levels, key=STRICTEST.index)

    @cached_property
    def reveals_at(self) -> datetime | None:
        """The time at which results open by themselves afterwards: the later one of the plan's and
        the one that is set, if it lies ahead."""
        if self.reveal is Reveal.PUBLIC:
            return None
        began, opens = self.stage.event.started, self.stage.planned.opens
        planned = None if began is None or opens is None else began + timedelta(minutes=opens)
        known = (self.stage.reveals_at, planned)
        return max((when for when in known if when and when > timezone.now()), default=None)

    @property
    def shown(self) -> str:
        """The results that people have seen, and those that they see afterwards, in sentences."""
        stage, seen = self.stage, ""
        if stage.reveal == Reveal.PUBLIC:
            seen = "Everybody has seen its results."
        elif stage.reveal == Reveal.PARTICIPANTS:
            seen = "Participants have seen its results."
        elif stage.places_shown is not None:
            seen = _ceremony_words(stage, stage.places_shown)
        elif stage.rounds_shown:
            seen = f"Everybody has seen its results up to round {stage.rounds_shown}."
        if self.reveal is Reveal.PUBLIC:
            return seen
        if self.reveals_at is None:
            return paragraph(seen, "The new results are kept back until you show them.")
        when = moment(self.reveals_at, stage.event.time_zone)
        early = "Change that if it is too early."
        return paragraph(seen, f"The new results are kept back until {when}.", early)


def _ceremony_words(stage: Stage, shown: int) -> str:
    places = [place for place in places_of(stage) if place >= shown]
    if not places:
        return "Its ceremony has begun, and has shown no place."
    return f"Its ceremony has shown the places from {places[0]} on."


@dataclass(frozen=True)
class Losses(Preview):
    """The preview of taking back a ``stage``.

    ``held`` do not begin before somebody resumes them.  ``finals`` are final tables of an event
    that is over.
    """

    stage: Stage
    mode: Mode
    losses: Sequence[Loss] = ()
    held: Sequence[Stage] = ()
    finals: Sequence[Stage] = ()

    @property
    def counted(self) -> int:
        return sum(len(each.counted) for each in self.losses)

    @property
    def going(self) -> int:
        return sum(len(each.going) for each in self.losses)

    @property
    def running(self) -> int:
        return sum(each.running for each in self.losses)

    @cached_property
    def took(self) -> timedelta:
        """The estimated time until all is played again, if nothing waits for a start time."""
        return time_for({e.stage: len(e.counted) + len(e.going) for e in self.losses})

    @property
    def minutes(self) -> int:
        """`took`, rounded up."""
        return math.ceil(self.took.total_seconds() / 60)

    @property
    def facts(self) -> object:
        losses = [
            [
                each.stage.pk,
                each.stage.state,
                each.stage.times_taken_back,
                each.shown,
                each.counted,
                each.finished,
                each.going,
                each.decisions,
                [[row.entry_id, row.place] for row in each.entries],
            ]
            for each in self.losses
        ]
        rows = [[stage.pk, stage.state] for stage in (*self.held, *self.finals)]
        return [self.mode.value, losses, rows]


def preview(stage: Stage, mode: Mode) -> Losses:
    """The preview of taking the stage back now.  Read-only."""
    if why := _objection(stage, mode):
        return Losses(stage, mode, objection=why)
    later = followers(stage)
    begun = [row for row in later if row.started is not None]
    if mode is Mode.REOPEN and not begun:
        why = f"No stage that depends on {stage.name} has begun, so its results can be voided."
        return Losses(stage, mode, objection=why)
    gone = [stage, *begun] if mode is Mode.REPLAY else begun
    rows, over = _rows(stage.event), stage.event.state == Event.State.FINISHED
    held = [row for row in later if _leans_on(row, {stage.key}, rows)]
    finals = {final.key for final in stage.event.planned.finals} if over else set[str]()
    return Losses(
        stage,
        mode,
        losses=[_loss(row) for row in gone],
        held=held if mode is Mode.REOPEN else (),
        finals=[row for row in gone if row.key in finals and final_places_of(row)],
    )


def _objection(stage: Stage, mode: Mode) -> str:
    event = stage.event
    if event.state not in (Event.State.RUNNING, Event.State.FINISHED):
        return f"{event} is {event.get_state_display()}, so no stage of it can be taken back."
    if stage.started is None:
        return f"{stage.name} has not begun, so there is nothing to take back."
    if mode is Mode.REOPEN and not stage.is_over:
        return f"{stage.name} is not finished, so its results can be voided one by one."
    return ""


# Which stages -------------------------------------------------------------------------------------


def followers(stage: Stage) -> list[Stage]:
    """The stages that depend on the results of this one, directly or through others, in order."""
    rows, keys = _rows(stage.event), {stage.key}
    while more := {r.key for r in rows if r.key not in keys and _leans_on(r, keys, rows)}:
        keys |= more
    return [row for row in rows if row.key in keys and row.key != stage.key]


def _rows(event: Event) -> list[Stage]:
    rows = list(event.stages.order_by("number"))
    for row in rows:
        row.event = event
    return rows


def _leans_on(row: Stage, keys: Collection[str], rows: Sequence[Stage]) -> bool:
    """Whether a stage takes entrants from one of these, or has begun in such a way that the wins of
    entrants do not count that had qualified through one of these."""
    if set(row.planned.sources) & set(keys):
        return True
    inside = kind_of(row).inside(row)
    if not inside:
        return False
    plan = EventPlan(tuple(each.planned for each in rows))
    tables = {each.key: advancing.final_places(each) for each in rows if each.is_over}
    others = {key: table for key, table in tables.items() if key not in keys}
    through = qualifying.qualified(plan, row.key, tables)
    through -= qualifying.qualified(plan, row.key, others)
    seats = row.entries.exclude(number=None).filter(entry__in=through)
    return bool(inside & set(seats.values_list("group", "number")))


# The losses of a stage ----------------------------------------------------------------------------


def own_matches(stage: Stage) -> Q:
    """A filter for the matches of a stage as it is now."""
    games = EncounterGame.objects.filter(encounter__stage=stage)
    series = SeriesGame.objects.filter(series__stage=stage)
    return listed(games, series)


def _loss(stage: Stage) -> Loss:
    rows = Match.objects.filter(own_matches(stage)).order_by("pk")
    states = list(rows.values_list("pk", "state", "voided_at"))
    finished = [pk for pk, state, void in states if state == Match.State.FINISHED and void is None]
    standing = _standing(stage)
    return Loss(
        stage=stage,
        entries=list(entries_of(stage).exclude(number=None).order_by("seed")),
        counted=tuple(pk for pk in finished if pk in standing),
        finished=tuple(finished),
        going=tuple(pk for pk, state, _ in states if state in Match.UNFINISHED),
        running=sum(state == Match.State.RUNNING for _, state, _ in states),
        decisions=stage.encounters.exclude(awarded=None).count(),
    )


def _standing(stage: Stage) -> set[int]:
    """The matches whose results count, or will count when they are played."""
    met = EncounterGame.objects.standing().filter(encounter__stage=stage, encounter__awarded=None)
    series = SeriesGame.objects.filter(series__stage=stage, lost=False)
    return {*met.values_list("match", flat=True), *series.values_list("match", flat=True)}
