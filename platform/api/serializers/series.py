"""Series as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers.matches import SeatBotSerializer
from ladder.models import Series


class SeriesSerializer(serializers.ModelSerializer[Series]):
    class Meta:
        model = Series
        fields = [
            "slug",
            "name",
            "game",
            "ruleset",
            "state",
            "paused",
            "winners",
            "most_games",
            "patience",
            "top",
            "created",
            "starts",
            "started",
            "ended",
        ]
        read_only_fields = fields


class SeriesPartSerializer(serializers.Serializer[Any]):
    """An entrant's part in one game."""

    place = serializers.IntegerField(help_text="Among the entrants; house bots do not count.")
    won = serializers.BooleanField()
    handicap = serializers.FloatField(help_text="Its factor at the start.")


class SeriesRowSerializer(serializers.Serializer[Any]):
    """One line of the standings, best first."""

    place = serializers.IntegerField(source="standing.place")
    bot = SeatBotSerializer(source="entry.bot")
    version = serializers.IntegerField(source="entry.version.number")
    won = serializers.BooleanField(source="standing.won", help_text="Has won the series.")
    counts = serializers.BooleanField(
        source="standing.counts",
        help_text="Whether its win counts towards the winners; false if the bot was in the next "
        "stage before.",
    )
    wins = serializers.IntegerField(source="standing.line.wins")
    handicap = serializers.FloatField(source="standing.line.handicap")
    left_after = serializers.IntegerField(
        source="standing.line.left", allow_null=True, help_text="The number of a game."
    )
    sum_of_places = serializers.IntegerField(source="standing.line.sum_of_places")
    games = serializers.ListField(
        source="parts",
        child=SeriesPartSerializer(allow_null=True),
        help_text="One for each finished game; null where it sat out or had left.",
    )


class SeriesGameSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 1.")
    match = serializers.IntegerField(source="match_id")


class SeriesDetailSerializer(serializers.Serializer[Any]):
    """A series with its standings; those are empty before its start."""

    series = SeriesSerializer()
    entrants = SeatBotSerializer(
        source="bots", many=True, help_text="Before the start: as planned."
    )
    standings = SeriesRowSerializer(source="rows", many=True)
    games = SeriesGameSerializer(many=True, help_text="Those that have a result.")
    now = SeriesGameSerializer(allow_null=True, help_text="The game that waits or runs.")
