"""The ceremony, projectors, questions and copies of an event, for the people who run it."""

from typing import Any

from rest_framework import serializers

from api.fields import BinaryField, RowSerializer, bool_field, int_field, text_field, time_field
from ladder.events.models import Question, Scene, Sponsor, Stage
from ladder.events.showing import ceremony, talk


class ShownStageSerializer(serializers.ModelSerializer[Stage]):
    """How the results of a stage are open."""

    results = text_field("Their audience.", source="reveal")
    results_open = time_field("When they open by themselves.", source="reveals_at", allow_null=True)
    rounds_shown = int_field("Everybody sees these rounds before others.")
    places_shown = int_field(
        "The ceremony shows the final table from this place on; null: no ceremony.", allow_null=True
    )

    class Meta:
        model = Stage
        fields = ["key", "results", "results_open", "rounds_shown", "places_shown"]


class RoundsSerializer(serializers.Serializer[Any]):
    rounds = serializers.IntegerField(min_value=0, max_value=ceremony.MOST_ROUNDS)


class TimeSerializer(serializers.Serializer[Any]):
    when = time_field("Null: at no set time.", allow_null=True)


class BeginSerializer(serializers.Serializer[Any]):
    first = int_field(
        "The first place that the ceremony shows; null: the last one.",
        min_value=1,
        max_value=10_000,
        allow_null=True,
        default=None,
    )


class StepSerializer(serializers.Serializer[Any]):
    seen = int_field(
        "`places_shown` as you know it: a step that somebody else did is not repeated.",
        min_value=0,
        max_value=10_000,
    )


class SceneSerializer(serializers.Serializer[Any]):
    scene = serializers.ChoiceField(choices=Scene.choices, allow_blank=True)
    stage = text_field(
        "A key; empty: the one that is on.", max_length=40, default="", allow_blank=True
    )


class SponsorSerializer(RowSerializer[Sponsor]):
    class Meta:
        model = Sponsor
        fields = ["id", "name", "width", "height"]


class NewSponsorSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60)
    logo = BinaryField(help_text="PNG, JPEG or WebP, at most 2 MB.")


class QuestionSerializer(RowSerializer[Question]):
    asker = serializers.CharField(source="asker.username", default=None, allow_null=True)

    class Meta:
        model = Question
        fields = ["id", "asker", "asked", "text", "answer", "answered_at", "to_all", "frequent"]


class AnswerSerializer(serializers.Serializer[Any]):
    answer = text_field("Markdown.", max_length=talk.LONGEST_ANSWER)
    to_all = serializers.BooleanField(default=False)
    frequent = bool_field("Whether to list it with the frequent ones, for all.", default=False)


class FrequentSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=talk.LONGEST_QUESTION)
    answer = text_field("Markdown.", max_length=talk.LONGEST_ANSWER)


class CopySerializer(serializers.Serializer[Any]):
    """All other times move along with the start."""

    name = serializers.CharField(max_length=60)
    starts = serializers.DateTimeField(default=None, allow_null=True)
    with_roles = serializers.BooleanField(default=False)
