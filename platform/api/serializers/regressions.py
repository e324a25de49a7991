"""Regression tests as the API shows and takes them."""

from typing import Any

from rest_framework import serializers

from api.fields import RowSerializer, float_field, int_field, text_field
from ladder.regressions.models import RegressionRun, RegressionTest
from matches.models import Match


class RegressionTestSerializer(RowSerializer[RegressionTest]):
    bot = serializers.IntegerField(source="bot_id")
    match = serializers.IntegerField(source="origin_id")
    goal = float_field(
        "The share of the score that a version must reach, 0 to 1; 1: first place alone."
    )

    class Meta:
        model = RegressionTest
        fields = ["id", "bot", "match", "seat", "goal", "note", "created"]


class RegressionKeepSerializer(serializers.Serializer[Any]):
    match = serializers.PrimaryKeyRelatedField(
        queryset=Match.objects.all(), help_text="A finished match that you may see."
    )
    seat = int_field(
        "The seat of your bot, from 0; null: its only seat in the match.",
        min_value=0,
        allow_null=True,
        default=None,
    )
    goal = serializers.ChoiceField(
        choices=[("win", "first place alone"), ("as-then", "as well as in the match")],
        default="win",
    )
    note = serializers.CharField(max_length=200, allow_blank=True, default="")


class RegressionRunSerializer(RowSerializer[RegressionRun]):
    test = serializers.IntegerField(source="test_id")
    match = int_field("The match that was played; null: none.", source="match_id", allow_null=True)
    verdict = text_field("waiting, passed, failed or skipped.")
    change = text_field("better, same or worse than the version before; empty: not known.")
    share = float_field("The share of the score, 0 to 1.", allow_null=True)
    why = text_field("Why the test was skipped.")

    class Meta:
        model = RegressionRun
        fields = ["test", "match", "verdict", "change", "share", "why"]
