"""Events, their people, entries, stages, encounters and games."""

from __future__ import annotations

from ladder.events.models.ceremony import Projector, Scene, Sponsor
from ladder.events.models.event import Entry, Event, EventQuerySet
from ladder.events.models.games import (
    Encounter,
    EncounterGame,
    EncounterGameQuerySet,
    Series,
    SeriesGame,
)
from ladder.events.models.people import EventMember
from ladder.events.models.stages import Stage, StageEntry

__all__ = [
    "Encounter",
    "EncounterGame",
    "EncounterGameQuerySet",
    "Entry",
    "Event",
    "EventMember",
    "EventQuerySet",
    "Projector",
    "Scene",
    "Series",
    "SeriesGame",
    "Sponsor",
    "Stage",
    "StageEntry",
]
