"""Bodies and answers of the API about stages that are taken back, and incidents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import RowSerializer, int_field, made_field, text_field
from api.serializers.maps import ReasonSerializer
from ladder.events.mending import incidents, taking_back
from ladder.events.models import Incident
from ladder.events.reading import incidents as incident_reading

FINGERPRINT = "That of the preview: the act is refused if its preview is another one now."


class ModeSerializer(serializers.Serializer[Any]):
    mode = serializers.ChoiceField(
        choices=taking_back.Mode.choices, default=taking_back.Mode.REPLAY.value
    )


class TakeBackActSerializer(ModeSerializer, ReasonSerializer):
    fingerprint = text_field(FINGERPRINT, max_length=64)


class LostPlaceSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    bot = text_field("Owner and name.", source="entry.bot")


class LossSerializer(serializers.Serializer[Any]):
    """The results, matches and places that a stage loses."""

    key = serializers.CharField(source="stage.key")
    results = made_field("Results that no longer count.")
    withdrawn = made_field("Matches that wait or run.")
    decisions = int_field("Encounters that judges decided.")
    shown = text_field("The results that people have seen, and those that they see afterwards.")
    places = LostPlaceSerializer(source="placed", many=True)

    def get_results(self, row: taking_back.Loss) -> int:
        return len(row.counted)

    def get_withdrawn(self, row: taking_back.Loss) -> int:
        return len(row.going)


class TakeBackSerializer(serializers.Serializer[Any]):
    """The preview of taking a stage back; ``objection`` says why it is impossible."""

    mode = serializers.CharField()
    objection = serializers.CharField()
    stages = LossSerializer(source="losses", many=True)
    held = made_field("Keys of stages that wait to be resumed.")
    seconds = made_field("The estimated time of all new matches.")
    fingerprint = serializers.CharField()

    def get_held(self, row: taking_back.Losses) -> list[str]:
        return [stage.key for stage in row.held]

    def get_seconds(self, row: taking_back.Losses) -> float:
        return row.took.total_seconds()


class ChoiceSerializer(serializers.Serializer[Any]):
    """Matches of a worker, of a machine, or of all, that ran at some time of an interval."""

    worker = serializers.CharField(max_length=100, default="", allow_blank=True)
    machine = serializers.CharField(max_length=100, default="", allow_blank=True)
    since = serializers.DateTimeField(default=None, allow_null=True)
    until = serializers.DateTimeField(default=None, allow_null=True)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if not any(attrs[name] for name in ("worker", "machine", "since", "until")):
            raise serializers.ValidationError("Name a worker or a machine, or give a time.")
        return attrs


def choice_of(fields: Mapping[str, Any]) -> incidents.Choice:
    """The choice in the validated fields of a body."""
    return incidents.Choice(fields["worker"], fields["machine"], fields["since"], fields["until"])


class PlayAgainSerializer(ChoiceSerializer, ReasonSerializer):
    minutes = int_field(
        "Times that lie ahead move by this.", default=0, min_value=0, max_value=incidents.LONGEST
    )
    fingerprint = text_field(FINGERPRINT, max_length=64)


class PartSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(source="stage.key")
    matches = serializers.ListField(source="chosen", child=serializers.IntegerField())
    along = serializers.ListField(
        child=serializers.IntegerField(), help_text="Later games of a series."
    )


class LeftOutSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(source="stage.key")
    reason = serializers.CharField(source="why")
    matches = serializers.ListField(child=serializers.IntegerField())


class IncidentPreviewSerializer(serializers.Serializer[Any]):
    """The matches that would be played again, and those that would not."""

    objection = serializers.CharField()
    played_again = PartSerializer(source="parts", many=True)
    left_out = LeftOutSerializer(source="left", many=True)
    minutes = int_field("The estimated time of the new matches.")
    moves = made_field("Times that can move by these minutes.")
    fingerprint = serializers.CharField()

    def get_moves(self, row: incidents.IncidentPreview) -> list[str]:
        return row.moves(row.minutes)


class ProgressSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    over = serializers.BooleanField()


class IncidentSerializer(RowSerializer[Incident]):
    """Results that were voided at once.  ``announcement`` is null while it is a draft."""

    by = serializers.CharField(source="by.username", default=None)
    stages: Any = serializers.SlugRelatedField(slug_field="key", many=True, read_only=True)
    progress = serializers.SerializerMethodField()

    class Meta:
        model = Incident
        fields = [
            *("id", "kind", "subject", "since", "until", "reason", "by", "at", "minutes"),
            *("stages", "progress", "title", "text", "announcement"),
        ]

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, row: Incident) -> dict[str, int | bool]:
        done = incident_reading.progress(row)
        return {"done": done.done, "total": done.total, "over": done.over}
