"""Seasons and standings as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers.matches import SeatBotSerializer
from ladder.models import Season


class SeasonSerializer(serializers.ModelSerializer[Season]):
    class Meta:
        model = Season
        fields = ["id", "game", "ruleset", "name", "starts", "ends", "paused", "results"]
        read_only_fields = fields


class StandingSerializer(serializers.Serializer[Any]):
    """One line of the standings, the best first."""

    place = serializers.IntegerField(help_text="By mu − sigma; equals share the better place.")
    bot = SeatBotSerializer(source="rating.bot")
    rating = serializers.IntegerField(source="display.points", help_text="1500 + 29.5·(mu − 25).")
    uncertainty = serializers.IntegerField(source="display.uncertainty", help_text="One sigma.")
    provisional = serializers.BooleanField(
        source="display.provisional", help_text="Too few matches to say much."
    )
    mu = serializers.FloatField(source="rating.mu")
    sigma = serializers.FloatField(source="rating.sigma")
    matches = serializers.IntegerField(source="rating.games")
    wins = serializers.IntegerField(source="rating.wins")
    draws = serializers.IntegerField(source="rating.draws")
    losses = serializers.IntegerField(source="rating.losses")
    places = serializers.ListField(
        source="rating.places",
        child=serializers.IntegerField(),
        help_text="How often it came first, second and so on, among the sides of a match.",
    )
    average_place = serializers.FloatField(
        source="rating.average_place", allow_null=True, help_text="1 is best."
    )
    win_rate = serializers.FloatField(allow_null=True, help_text="A draw is half a win.")
    trend = serializers.IntegerField(help_text="Points gained in the last twenty matches.")
    last_played = serializers.DateTimeField(source="rating.last_played", allow_null=True)
