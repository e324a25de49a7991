"""Encounters, pairings, schedules and similar sources, as judges of an event see them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import BotField, RowSerializer, bool_field, int_field, made_field, text_field
from api.serializers.maps import ReasonSerializer
from api.serializers.matches import SeatBotSerializer
from ladder.events.models import SimilarPair, SourceComparison, Stage


class JudgedEncounterSerializer(serializers.Serializer[Any]):
    """An encounter, and its decision if a judge made one."""

    id = serializers.IntegerField(source="row.pk")
    stage = serializers.CharField(source="row.stage.key")
    group = int_field("From 0.", source="row.group")
    round = serializers.IntegerField(source="row.round")
    name = serializers.CharField(source="row.name")
    bots = SeatBotSerializer(many=True, help_text="In the order of their sides.")
    decided_for = SeatBotSerializer(allow_null=True, help_text="Null: there is no decision.")
    decided_ranks = serializers.ListField(
        child=serializers.IntegerField(),
        source="row.award_ranks",
        help_text="The ranks by decision, in the order of `bots`.",
    )
    reason = serializers.CharField(source="row.award_reason")
    objection = text_field("Why it cannot be decided now; empty if it can.")


class DecideSerializer(ReasonSerializer):
    """The winner, or the ranks of all bots."""

    winner = BotField(
        required=False,
        help_text="The bot that wins, by its id or as owner/name; all others share place 2.",
    )
    ranks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=1000),
        required=False,
        max_length=64,
        help_text="The rank of each bot, in the order of `bots`; equal bots share the best one.",
    )


class PairingSerializer(serializers.Serializer[Any]):
    """The round of a Swiss system that can be paired by hand."""

    group = int_field("From 1.")
    round = serializers.IntegerField()
    bots = SeatBotSerializer(many=True, help_text="Those that may play the round.")
    pairs = made_field("How it is paired so far.")

    @extend_schema_field(SeatBotSerializer(many=True))
    def get_pairs(self, paired: Any) -> list[list[dict[str, object]]]:
        return [[dict(SeatBotSerializer(bot).data) for bot in two] for two in paired["pairs"]]


class HandPairsSerializer(ReasonSerializer):
    """``pairs`` are all pairs of the round; the first of a pair is on the first side."""

    group = serializers.IntegerField(min_value=1, max_value=1000, default=1)
    round = serializers.IntegerField(min_value=1, max_value=1000)
    pairs = serializers.ListField(
        child=serializers.ListField(child=BotField(), min_length=2, max_length=2)
    )


class ScheduleSerializer(serializers.ModelSerializer[Stage]):
    """The times and rules of a stage; ``freeze`` is in minutes before it begins."""

    ruleset = serializers.CharField(max_length=40)
    freeze = int_field(
        "Versions are fixed then.", source="planned.freeze", min_value=0, max_value=10**6
    )

    class Meta:
        model = Stage
        fields = ["ruleset", "begins", "ends", "freeze"]


class NewScheduleSerializer(serializers.Serializer[Any]):
    """Fields that are left out stay."""

    ruleset = serializers.CharField(max_length=40, required=False)
    begins = serializers.DateTimeField(required=False, allow_null=True)
    ends = serializers.DateTimeField(required=False, allow_null=True)
    freeze = serializers.IntegerField(required=False, min_value=0, max_value=10**6)


class PairOfSourcesSerializer(RowSerializer[SimilarPair]):
    """Two bots of different people whose sources have code in common; shares are from 0 to 1."""

    left = SeatBotSerializer(source="left.bot")
    right = SeatBotSerializer(source="right.bot")
    decided_by = serializers.CharField(
        source="decided_by.username", default=None, allow_null=True, read_only=True
    )

    class Meta:
        model = SimilarPair
        fields = ["id", "left", "right", "left_share", "right_share", "decision", "reason"]
        fields += ["decided_by", "decided_at"]


class FairnessSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(
        choices=["", *SourceComparison.State.values],
        help_text="Of the newest comparison; empty: there is none.",
    )
    pairs = PairOfSourcesSerializer(many=True)
    shared_addresses = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Names of owners of entered bots who logged in from the same address.",
    )


class SourceLineSerializer(serializers.Serializer[Any]):
    number = int_field("From 1.")
    text = serializers.CharField()
    is_similar = bool_field("If false, it stands before or after the part.")


class SimilarPartSerializer(serializers.Serializer[Any]):
    left_path = serializers.CharField()
    left = SourceLineSerializer(many=True)
    right_path = serializers.CharField()
    right = SourceLineSerializer(many=True)


class SourcesSerializer(serializers.Serializer[Any]):
    """The parts that the sources of both bots have in common: all that judges may read of them."""

    pair = PairOfSourcesSerializer()
    parts = SimilarPartSerializer(many=True)


class JudgeSourcesSerializer(ReasonSerializer):
    decision = serializers.ChoiceField(choices=SimilarPair.Decision.values[1:])
