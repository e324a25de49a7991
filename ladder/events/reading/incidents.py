"""Incidents of an event: those that everybody sees, and how far their matches are played again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from ladder.events.models import Encounter, EncounterGame, Incident, SeriesGame, Stage
from ladder.events.models.incidents import IncidentQuerySet
from ladder.events.reading.viewer import EventViewer
from matches.models import Match


def public(viewer: EventViewer) -> IncidentQuerySet:
    """Incidents whose announcement is published, newest first, with that."""
    rows = Incident.objects.public().filter(event=viewer.event)
    return rows.select_related("announcement")


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the matches that were voided are played again; ``over``: all stages are."""

    done: int
    total: int
    over: bool

    @property
    def shown(self) -> int:
        """The number for a bar, which is full where the new results needed fewer matches."""
        return self.total if self.over else min(self.done, self.total)


def progress(incident: Incident) -> Progress:
    stages = list(incident.stages.all())
    rows = Match.objects.counting().filter(_again(incident, stages))
    over = all(stage.is_over for stage in stages)
    return Progress(rows.count(), incident.matches.count(), over)


def _again(incident: Incident, stages: Iterable[Stage]) -> Q:
    """A filter for the matches that stand in place of the void ones."""
    games = EncounterGame.objects.standing().filter(encounter__stage__in=stages)
    series = SeriesGame.objects.filter(series__stage__in=stages, lost=False)
    if incident.kind != Incident.Kind.STAGE:
        void = incident.matches.values("pk")
        met = Encounter.objects.filter(games__match__in=void)
        games = games.filter(encounter__in=met.values("pk"))
    games = games.filter(match__created__gte=incident.at)
    series = series.filter(match__created__gte=incident.at)
    return Q(pk__in=games.values("match")) | Q(pk__in=series.values("match"))
