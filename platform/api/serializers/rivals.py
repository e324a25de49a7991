"""Reports of rivals as the API shows them.  Bots are ids."""

from typing import Any

from rest_framework import serializers

from api.fields import float_field, int_field, time_field
from api.serializers.matches import SeatBotSerializer


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
