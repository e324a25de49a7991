"""Games as the API shows them: what `games.game.Game` declares."""

from __future__ import annotations

from math import inf
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import bool_field, int_field, made_field, text_field
from games.engine import Ruleset
from games.game import Game
from games.package import HouseBot
from ladder.core import rating as scale
from ladder.ratings import standings
from rulesets.catalogue import offered
from rulesets.options import offered_options


class LimitsSerializer(serializers.Serializer[Any]):
    cpu_ms = int_field("CPU time of one turn.")
    wall_ms = int_field("Wall time of one turn, a backstop.")


class MatchOptionSerializer(serializers.Serializer[Any]):
    """A rule that may be chosen for a friendly match or in a room; it is off by default."""

    name = serializers.CharField()
    title = serializers.CharField()
    low = serializers.IntegerField()
    high = int_field(
        "The option is a number from low to high; null: true or false.", allow_null=True
    )
    help = serializers.CharField()


class RulesetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    seats = int_field("How many bots play.")
    teams = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The team of every seat, from 1; empty where everybody plays alone.",
    )
    params = serializers.DictField()
    limits = LimitsSerializer()
    turn_cpu_bound = bool_field(
        "Whether limits.cpu_ms holds; without it only wall time bounds a turn."
    )
    memory_mb = serializers.IntegerField()
    pool = serializers.ListField(
        child=serializers.CharField(),
        help_text="Maps of the game that rated matches are played on.",
    )
    generated = bool_field("Whether matches may also have no map: their board comes from the seed.")
    options = made_field("The options of one match; empty if the ruleset decides.")

    @extend_schema_field(MatchOptionSerializer(many=True))
    def get_options(self, rules: Ruleset) -> Any:
        options = offered_options(self.context["game"], rules)
        return MatchOptionSerializer(options, many=True).data


class MapOptionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    default = serializers.IntegerField()
    help = serializers.CharField()


class MapFormatSerializer(serializers.Serializer[Any]):
    grid = bool_field("Boards are width, height and cells, row by row.")
    most_bytes = int_field("Of the text, in UTF-8.")
    options = MapOptionSerializer(many=True, help_text="The parameters of its generator.")
    help = text_field("How the text is written, in Markdown.")


class ExportSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    suffix = serializers.CharField()
    content_type = serializers.CharField()


class KitSerializer(serializers.Serializer[Any]):
    language = serializers.CharField()
    title = serializers.CharField()


class HouseBotSerializer(serializers.Serializer[Any]):
    """A bot that ships with the game: an opponent to try one's own bot against."""

    name = text_field("In matches its name is `house/` and this name.")
    language = serializers.CharField()
    summary = text_field("How it plays.")
    first_opponent = bool_field(
        "Whether new versions meet it in their first match.", source="proving"
    )
    strength = made_field(
        "Its rating in the running season of the default ruleset; null: not rated yet."
    )
    uncertainty = made_field("Of the strength, one sigma.")

    def get_strength(self, bot: HouseBot) -> int | None:
        strength: scale.Display | None = self.context["strengths"].get(bot.name)
        return None if strength is None else strength.points

    def get_uncertainty(self, bot: HouseBot) -> int | None:
        strength: scale.Display | None = self.context["strengths"].get(bot.name)
        return None if strength is None else strength.uncertainty


class GameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    tagline = serializers.CharField()
    version = text_field("A change that alters any result raises it.")
    rulesets = made_field("The rulesets that can be played now; the first one is the default.")
    exports = ExportSerializer(many=True, help_text="Native formats of its replays.")
    kits = KitSerializer(many=True, help_text="Starter kits.")
    house_bots = made_field("The strongest first.")
    maps = MapFormatSerializer(allow_null=True, help_text="Null: it is played without maps.")

    @extend_schema_field(RulesetSerializer(many=True))
    def get_rulesets(self, game: Game) -> Any:
        return RulesetSerializer(offered(game), many=True, context={"game": game.name}).data

    @extend_schema_field(HouseBotSerializer(many=True))
    def get_house_bots(self, game: Game) -> Any:
        strengths = standings.house_strengths(game)

        def weakness(bot: HouseBot) -> float:
            return -strengths[bot.name].points if bot.name in strengths else inf

        bots = sorted(game.house, key=weakness)
        return HouseBotSerializer(bots, many=True, context={"strengths": strengths}).data
