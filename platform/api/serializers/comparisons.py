"""Comparisons as the API shows and takes them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import BotField, RowSerializer, bool_field, float_field, int_field, text_field
from api.serializers.matches import SeatBotSerializer, SeatRequestSerializer
from bots.models import BotVersion
from ladder.comparisons import planning
from ladder.comparisons.models import Comparison
from ladder.core import sprt


class ComparisonVersionSerializer(RowSerializer[BotVersion]):
    bot = SeatBotSerializer()
    version = serializers.IntegerField(source="number")

    class Meta:
        model = BotVersion
        fields = ["bot", "version"]


class VersionComparisonSerializer(RowSerializer[Comparison]):
    owner = serializers.CharField(source="owner.username")
    game = serializers.CharField()
    candidate = ComparisonVersionSerializer()
    baseline = ComparisonVersionSerializer()
    lower = float_field("Not better from here down.", source="terms.lower")
    upper = float_field("Better from here on.", source="terms.upper")
    most_units = int_field("Results at most.")

    class Meta:
        model = Comparison
        fields = [
            "id",
            "owner",
            "game",
            "ruleset",
            "candidate",
            "baseline",
            "pooled",
            "state",
            "verdict",
            "units",
            "most_units",
            "budget",
            "elo0",
            "elo1",
            "alpha",
            "beta",
            "ratio",
            "lower",
            "upper",
            "elo",
            "elo_low",
            "elo_high",
            "likelihood",
            "trouble",
            "created",
            "ended",
        ]


class ComparisonPartSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    state = serializers.CharField()
    score = float_field("Of the version in question: 1, ½ or 0.", allow_null=True)


class ComparisonUnitSerializer(serializers.Serializer[Any]):
    """One result: a pair of matches or, against a pool, a pair of each version."""

    number = serializers.IntegerField(source="unit.number")
    opponent = ComparisonVersionSerializer(allow_null=True, help_text="Of the pool.")
    candidate_score = float_field(
        "Its mean score of its pair, from 0 to 1.", source="of_b", allow_null=True
    )
    baseline_score = float_field(
        "Against a pool, the same of the baseline.", source="of_a", allow_null=True
    )
    counts = bool_field("Whether the test goes by it.")
    fate = text_field("open, done, lost or void.")
    matches = ComparisonPartSerializer(source="parts", many=True)


class ComparisonDetailSerializer(serializers.Serializer[Any]):
    """A comparison with the course of its ratio and all results, newest first."""

    comparison = VersionComparisonSerializer()
    path = serializers.ListField(
        child=serializers.FloatField(), help_text="The ratio after each result that counts."
    )
    counts = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Results by what they gave, from the least to the most: five values of a pair, "
        "or nine of a difference.",
    )
    results = ComparisonUnitSerializer(many=True)


class ComparisonRequestSerializer(serializers.Serializer[Any]):
    """Is the candidate better than the baseline?  Without ``pool`` and ``top`` they play each
    other."""

    candidate = SeatRequestSerializer(help_text="A version of a bot that you manage.")
    baseline = SeatRequestSerializer(help_text="One of yours, or a version that plays.")
    ruleset = text_field("The ruleset's name.")
    pool = serializers.ListField(
        child=BotField(),
        default=list,
        max_length=planning.MOST_POOL,
        help_text="Bots that both play.",
    )
    top = int_field(
        "Instead: the number of bots of the ladder.",
        default=0,
        min_value=0,
        max_value=planning.MOST_POOL,
    )
    elo0 = serializers.FloatField(default=sprt.Hypotheses().elo0)
    elo1 = serializers.FloatField(default=sprt.Hypotheses().elo1)
    alpha = serializers.FloatField(default=sprt.Hypotheses().alpha)
    beta = serializers.FloatField(default=sprt.Hypotheses().beta)
    budget = int_field(
        "Pairs of matches at most.",
        default=planning.DEFAULT_PAIRS,
        min_value=1,
        max_value=planning.MOST_PAIRS,
    )

    def plan(self) -> planning.ComparisonPlan:
        data = dict(self.validated_data)
        for side in ("candidate", "baseline"):
            data[side] = data[side]["version"]
        return planning.ComparisonPlan(**data)
