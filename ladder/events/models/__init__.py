"""Events, their people, entries, stages, encounters and games."""

from __future__ import annotations

from ladder.events.models.entrants import (
    EntryConsent,
    EntryRules,
    Invitation,
    SeedMethod,
    TeamUse,
    WaitingPlace,
)
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
    "EntryConsent",
    "EntryRules",
    "Event",
    "EventMember",
    "EventQuerySet",
    "Invitation",
    "SeedMethod",
    "Series",
    "SeriesGame",
    "Stage",
    "StageEntry",
    "TeamUse",
    "WaitingPlace",
]
