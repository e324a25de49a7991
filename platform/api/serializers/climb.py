"""The highest rung that a bot has beaten, as the API shows it."""

from typing import Any

from rest_framework import serializers

from api.fields import int_field, text_field


class HeightSerializer(serializers.Serializer[Any]):
    rung = text_field("The name of its house bot.", source="passed.rung")
    number = int_field("Its place among the rungs, from 1, the lowest.")
    of = int_field("The number of rungs.")
    version = int_field("The first version that beat it.", source="passed.version.number")
    when = serializers.DateTimeField(source="passed.created")
    ruleset = serializers.CharField(source="passed.ruleset")
