"""Events in the admin of organizers: read-only, apart from a few acts.  Pages have the others."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record, act
from ladder.events import entering, pausing, planning
from ladder.events.models import (
    EarlierGame,
    Encounter,
    EncounterGame,
    Entry,
    Event,
    FreezeExemption,
    Incident,
    Projector,
    Series,
    SeriesGame,
    Sponsor,
    Stage,
    StageEntry,
)


@admin.register(Event)
class EventAdmin(Record):
    list_display = ["name", "state", "paused", "starts", "started", "ended"]
    list_filter = ["state", "paused"]
    search_fields = ["name", "slug"]
    actions = [
        act(pausing.pause, "Pause, for the reason"),
        act(pausing.resume, "Resume, for the reason"),
        act(planning.abort, "Abort, for the reason"),
    ]


@admin.register(Entry)
class EntryAdmin(Record):
    list_display = ["bot", "event", "entered", "withdrawn_at", "dropped_at", "disqualified_at"]
    list_filter = ["event"]
    list_select_related = ["bot__owner", "event"]
    search_fields = ["bot__name", "bot__owner__username", "event__name"]
    actions = [
        act(entering.disqualify, "Disqualify, for the reason"),
        act(entering.reinstate, "Undo a disqualification, for the reason"),
    ]


@admin.register(Stage)
class StageAdmin(Record):
    list_display = ["name", "event", "state", "paused", "begins", "started", "ended", "reveal"]
    list_filter = ["state", "paused", "event"]
    list_select_related = ["event"]
    search_fields = ["name", "event__name"]


@admin.register(StageEntry)
class StageEntryAdmin(Record):
    list_display = ["entry", "stage", "version", "group", "number", "seed", "place"]
    list_filter = ["stage__event"]
    list_select_related = ["entry__bot__owner", "entry__event", "stage__event", "version__bot"]
    search_fields = ["entry__bot__name", "entry__bot__owner__username"]


@admin.register(Series)
class SeriesAdmin(Record):
    list_display = ["stage", "group", "winners", "most_games"]
    list_filter = ["stage__event"]
    list_select_related = ["stage__event"]
    search_fields = ["stage__name", "stage__event__name"]


@admin.register(SeriesGame)
class SeriesGameAdmin(Record):
    list_display = ["series", "number", "match", "lost"]
    list_filter = ["lost"]
    list_select_related = ["series__stage__event", "match"]
    search_fields = ["series__stage__event__name", "=match__id"]


@admin.register(Encounter)
class EncounterAdmin(Record):
    list_display = ["name", "stage", "group", "round", "key", "obsolete"]
    list_filter = ["obsolete", "stage__event"]
    list_select_related = ["stage__event"]
    search_fields = ["name"]


@admin.register(EncounterGame)
class EncounterGameAdmin(Record):
    list_display = ["encounter", "number", "match", "lost"]
    list_filter = ["lost"]
    list_select_related = ["encounter__stage__event", "match"]
    search_fields = ["=match__id"]


@admin.register(Projector)
class ProjectorAdmin(Record):
    list_display = ["event", "scene", "stage", "changed"]
    list_filter = ["scene"]
    list_select_related = ["event", "stage__event"]
    search_fields = ["event__name"]


@admin.register(Sponsor)
class SponsorAdmin(Record):
    list_display = ["name", "event", "width", "height", "added"]
    list_filter = ["event"]
    list_select_related = ["event"]
    search_fields = ["name", "event__name"]


@admin.register(Incident)
class IncidentAdmin(Record):
    list_display = ["event", "kind", "subject", "at", "by", "reason"]
    list_filter = ["kind", "event"]
    list_select_related = ["event", "by"]
    search_fields = ["event__name", "reason"]


@admin.register(EarlierGame)
class EarlierGameAdmin(Record):
    list_display = ["stage", "group", "round", "number", "match"]
    list_filter = ["stage__event"]
    list_select_related = ["stage__event", "match"]
    search_fields = ["stage__event__name", "=match__id"]


@admin.register(FreezeExemption)
class FreezeExemptionAdmin(Record):
    list_display = ["person", "event", "reason", "by", "at"]
    list_filter = ["event"]
    list_select_related = ["person", "event", "by"]
    search_fields = ["person__username", "event__name"]
