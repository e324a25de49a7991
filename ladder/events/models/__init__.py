"""Events, their people, entries, stages, encounters and games."""

from ladder.events.models.ceremony import Projector, Scene, Sponsor
from ladder.events.models.circuits import Circuit, CircuitEvent, CircuitMember, CircuitRole
from ladder.events.models.entrants import (
    EntryConsent,
    EntryRules,
    Invitation,
    SeedMethod,
    TeamUse,
    WaitingPlace,
)
from ladder.events.models.event import Entry, Event, EventQuerySet
from ladder.events.models.fairness import SimilarPair, SourceComparison
from ladder.events.models.games import (
    Attempt,
    Encounter,
    EncounterGame,
    EncounterGameQuerySet,
    Series,
    SeriesGame,
    load_attempts,
)
from ladder.events.models.incidents import EarlierGame, Incident
from ladder.events.models.people import EventMember, FreezeExemption
from ladder.events.models.promises import Promise, StageDraw
from ladder.events.models.stages import Stage, StageEntry, StagePulse
from ladder.events.models.talk import EventAnnouncement, Question

__all__ = [
    "Attempt",
    "Circuit",
    "CircuitEvent",
    "CircuitMember",
    "CircuitRole",
    "EarlierGame",
    "Encounter",
    "EncounterGame",
    "EncounterGameQuerySet",
    "Entry",
    "EntryConsent",
    "EntryRules",
    "Event",
    "EventAnnouncement",
    "EventMember",
    "EventQuerySet",
    "FreezeExemption",
    "Incident",
    "Invitation",
    "Projector",
    "Promise",
    "Question",
    "Scene",
    "SeedMethod",
    "Series",
    "SeriesGame",
    "SimilarPair",
    "SourceComparison",
    "Sponsor",
    "Stage",
    "StageDraw",
    "StageEntry",
    "StagePulse",
    "TeamUse",
    "WaitingPlace",
    "load_attempts",
]
