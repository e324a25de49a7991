"""Games as the API shows them: what `games.engine.Game` declares."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class LimitsSerializer(serializers.Serializer[Any]):
    cpu_ms = serializers.IntegerField(help_text="CPU time of one turn.")
    wall_ms = serializers.IntegerField(help_text="Wall time of one turn, a backstop.")


class RulesetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    seats = serializers.IntegerField(help_text="How many bots play.")
    params = serializers.DictField()
    limits = LimitsSerializer()
    memory_mb = serializers.IntegerField()


class ExportSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    suffix = serializers.CharField()
    content_type = serializers.CharField()


class KitSerializer(serializers.Serializer[Any]):
    language = serializers.CharField()
    title = serializers.CharField()


class GameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    tagline = serializers.CharField()
    version = serializers.CharField(help_text="A change that alters any result raises it.")
    rulesets = RulesetSerializer(many=True, help_text="The first one is the default.")
    exports = ExportSerializer(many=True, help_text="Native formats of its replays.")
    kits = KitSerializer(many=True, help_text="Starter kits.")
