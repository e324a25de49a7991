"""Seasons, standings and reports of rivals as the API shows them.  In reports bots are ids."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import RowSerializer, bool_field, float_field, int_field, time_field
from api.serializers.matches import SeatBotSerializer
from ladder.models import Season


class SeasonSerializer(RowSerializer[Season]):
    class Meta:
        model = Season
        fields = [
            *("id", "game", "ruleset", "name", "starts", "ends", "paused", "results"),
            *("scoring", "window", "hourly_floor"),
        ]


class PointsSerializer(serializers.Serializer[Any]):
    """A bot's points in a season that goes by them."""

    total = float_field("Over the newest rated matches.", source="points")
    counted = int_field("The number of matches; see its `window`.", source="matches")
    average = float_field("Points a match.", allow_null=True)


class StandingSerializer(serializers.Serializer[Any]):
    """One line of the standings, best first."""

    place = int_field("By mu − sigma or by points; equals share the better place.")
    bot = SeatBotSerializer(source="rating.bot")
    rating = int_field("1500 + 29.5·(mu − 25).", source="display.points")
    uncertainty = int_field("One sigma.", source="display.uncertainty")
    provisional = bool_field("Too few matches to say much.", source="display.provisional")
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
    average_place = float_field("1 is best.", source="rating.average_place", allow_null=True)
    win_rate = float_field("A draw is half a win.", allow_null=True)
    trend = int_field("Points gained in the last twenty matches.")
    last_played = serializers.DateTimeField(source="rating.last_played", allow_null=True)
    points = PointsSerializer(
        source="total", allow_null=True, help_text="Null where the season goes by ratings."
    )
    earned = float_field(
        "Points by the game's own rules over all rated matches; null without such.", allow_null=True
    )


class BotRatingSerializer(serializers.Serializer[Any]):
    """A bot's strength in a running season."""

    season = serializers.IntegerField(source="rating.season_id")
    ruleset = serializers.CharField(source="rating.season.ruleset")
    place = int_field("Null outside the standings.", source="rank.place", allow_null=True)
    of = int_field("Bots in the standings; null outside.", source="rank.of", allow_null=True)
    rating = serializers.IntegerField(source="display.points")
    uncertainty = int_field("One sigma.", source="display.uncertainty")
    provisional = bool_field("Too few matches to say much.", source="display.provisional")
    matches = serializers.IntegerField(source="rating.games")
    wins = serializers.IntegerField(source="rating.wins")
    draws = serializers.IntegerField(source="rating.draws")
    losses = serializers.IntegerField(source="rating.losses")


class OfficialSerializer(serializers.Serializer[Any]):
    """One line of the official ratings, best first."""

    place = int_field("Equals share the better place.")
    best_place = int_field(
        "The best place that it may truly have, with 95 %.", source="rating.best"
    )
    worst_place = serializers.IntegerField(source="rating.worst")
    bot = SeatBotSerializer(source="rating.bot")
    version = serializers.IntegerField(source="rating.version.number")
    rating = serializers.IntegerField(source="points")
    low = int_field("Bounds of the interval that holds it with 95 %.")
    high = serializers.IntegerField()
    strength = float_field(
        "The natural logarithm of odds; 0 is 1500 points.", source="rating.strength"
    )
    error = float_field("One sigma of the strength; 0 for an anchor.", source="rating.error")
    matches = int_field("Those of this version.", source="rating.games")


class StandingsDaySerializer(serializers.Serializer[Any]):
    """Where a bot stood at the end of a day, in UTC."""

    day = serializers.DateField()
    place = int_field("The first thousand places are kept.")
    bot = SeatBotSerializer()
    value = float_field("The live rating in points, or the points won.")
    matches = int_field("Rated matches by then.", source="games")
    final = bool_field("The season ended with it.")


class AskedDaysSerializer(serializers.Serializer[Any]):
    """Which days are asked for: one, or those of one bot."""

    day = serializers.DateField(required=False)
    bot = serializers.IntegerField(required=False, min_value=1)


class ComparedSerializer(serializers.Serializer[Any]):
    """Which bots are compared, by their ids."""

    first = serializers.IntegerField(min_value=1)
    second = serializers.IntegerField(min_value=1)


class ComparisonSerializer(serializers.Serializer[Any]):
    """How sure it is that one bot is better than another one."""

    first = OfficialSerializer()
    second = OfficialSerializer()
    probability = float_field("Of the first being truly stronger, 0 to 1.")
    lead = int_field("Points of the first less those of the second.")


class RivalSerializer(serializers.Serializer[Any]):
    """A bot of the report."""

    place = int_field("By official rating when the report was computed.")
    bot = SeatBotSerializer()
    rating = int_field("Its official rating then.")


class PairSerializer(serializers.Serializer[Any]):
    """All results of two bots, from the side of the first."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    matches = serializers.IntegerField()
    share = float_field("Won by the first, 0 to 1; a draw is half.")
    expected = float_field("The share that the ratings predict.")
    low = float_field("Bounds of the interval that holds it with 95 %.")
    high = serializers.FloatField()
    mark = int_field("1: more than the ratings predict; -1: less; 0: nothing that stands out.")


class EdgeSerializer(serializers.Serializer[Any]):
    """A proven win of a cycle."""

    winner = serializers.IntegerField(source="winner.pk")
    loser = serializers.IntegerField(source="loser.pk")
    matches = serializers.IntegerField(source="edge.matches")
    share = serializers.FloatField(source="edge.share")
    low = float_field("The lower bound of the share, corrected for all pairs.", source="edge.low")


class CounterSerializer(serializers.Serializer[Any]):
    """A bot that does better against another one than the ratings predict."""

    bot = serializers.IntegerField(source="bot.pk")
    matches = serializers.IntegerField(source="pair.matches")
    share = serializers.FloatField(source="pair.share")
    expected = serializers.FloatField(source="pair.expected")


class CountersSerializer(serializers.Serializer[Any]):
    """The proven counters of a bot."""

    bot = serializers.IntegerField(source="bot.pk")
    looked = int_field("Opponents that were compared.")
    best = CounterSerializer(allow_null=True, help_text="The furthest beyond the prediction.")
    nearest = CounterSerializer(allow_null=True, help_text="The nearest in rating.")


class CyclicitySerializer(serializers.Serializer[Any]):
    """How much of the results no rating can explain."""

    value = float_field("0: a rating explains everything; 1: nothing.")
    low = float_field("Bounds of the interval that holds it with 95 %.")
    high = serializers.FloatField()
    pairs = serializers.IntegerField()


class LinksSerializer(serializers.Serializer[Any]):
    """How the bots are linked by matches."""

    parts = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The bots of each connected part, the largest first.",
    )
    weakest = int_field("Matches that link the bots of `side` to all others.", allow_null=True)
    side = serializers.ListField(child=serializers.IntegerField())


class RivalsSerializer(serializers.Serializer[Any]):
    """The report of a season.  Diagnostics: it ranks nobody."""

    made = time_field("When a worker computed it.")
    matches = int_field("Rated matches that were read, the newest.")
    total = int_field("Bots in the official table then.")
    bots = RivalSerializer(many=True)
    cycles = serializers.ListField(
        child=EdgeSerializer(many=True),
        help_text="Proven cycles of three: the loser of each edge wins the next one.",
    )
    counters = CountersSerializer(many=True)
    cyclicity = CyclicitySerializer(allow_null=True, help_text="Null where too few bots have met.")
    links = LinksSerializer()


class AskedPairsSerializer(serializers.Serializer[Any]):
    """Which pairs are asked for: those of one bot, or all."""

    bot = serializers.IntegerField(required=False, min_value=1)
