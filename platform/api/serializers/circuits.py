"""Circuits as the API shows them: the fields of `ladder.events.reading.circuits.as_json`."""

from typing import Any

from rest_framework import serializers

from api.fields import RowSerializer, bool_field, int_field, text_field
from ladder.events.models import Circuit
from ladder.events.reading import circuits


class CircuitSerializer(RowSerializer[Circuit]):
    points = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of places 1, 2 …; later places have none."
    )

    class Meta:
        model = Circuit
        fields = ["slug", "name", "about", "state", "game", "rows", "points", "best"]


class CircuitHeadSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    slug = serializers.CharField()
    url = serializers.URLField()
    state = text_field("As in the list.")
    game = text_field("Null: events of any game.", allow_null=True)
    rows = text_field("As in the list.")
    points = serializers.ListField(child=serializers.IntegerField())
    best = int_field("The number of results that count; null: all.", allow_null=True)


class CircuitEventSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    url = serializers.URLField()
    state = serializers.ChoiceField(choices=[each.value for each in circuits.LegState])
    factor = int_field("Multiplies its points.")
    ended = serializers.CharField(allow_null=True)


class CircuitResultSerializer(serializers.Serializer[Any]):
    event = text_field("The slug of the event.")
    place = serializers.IntegerField()
    points = serializers.IntegerField()
    disqualified = serializers.BooleanField()
    counts = bool_field("If false, better results count instead.")


class CircuitLineSerializer(serializers.Serializer[Any]):
    """A line for a person, a team, or a bot with its owner."""

    place = serializers.IntegerField()
    person = serializers.CharField(required=False)
    team = serializers.CharField(required=False)
    owner = serializers.CharField(required=False)
    bot = serializers.CharField(required=False)
    points = serializers.IntegerField()
    results = CircuitResultSerializer(many=True)


class CircuitTableSerializer(serializers.Serializer[Any]):
    """A circuit with its events, and the table over those that count already."""

    format = serializers.IntegerField()
    circuit = CircuitHeadSerializer()
    events = CircuitEventSerializer(many=True)
    lines = CircuitLineSerializer(many=True)
