"""The highest rung that a bot has beaten, as the API shows it."""

from typing import Any

from rest_framework import serializers


class HeightSerializer(serializers.Serializer[Any]):
    rung = serializers.CharField(source="passed.rung", help_text="The name of its house bot.")
    number = serializers.IntegerField(help_text="Its place among the rungs, from 1, the lowest.")
    of = serializers.IntegerField(help_text="The number of rungs.")
    version = serializers.IntegerField(
        source="passed.version.number", help_text="The first version that beat it."
    )
    when = serializers.DateTimeField(source="passed.created")
    ruleset = serializers.CharField(source="passed.ruleset")
