"""Maps as the API shows and takes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import RowSerializer, bool_field, int_field, made_field, text_field, time_field
from api.serializers.bots import TeamField
from games.registry import GAMES
from maps.models import Map

MAX_SEED = 2**53 - 1


@extend_schema_field(OpenApiTypes.ANY)
class BoardField(serializers.JSONField):
    """A board as JSON, in the form that the game gives it."""


class FactSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    value = serializers.CharField()


class MapSerializer(RowSerializer[Map]):
    owner = text_field(
        "Null: it ships with the game.", source="owner.username", allow_null=True, default=None
    )
    team = serializers.CharField(source="team.name", allow_null=True, default=None)
    facts = FactSerializer(many=True)
    rulesets = made_field("Those that can be played on it.")
    archived = time_field("Null: it is in use.", allow_null=True)
    parent = serializers.IntegerField(  # type: ignore[assignment]  # a name of the base class
        source="parent_id", allow_null=True, help_text="The map that it began as a copy of."
    )

    class Meta:
        model = Map
        fields = [
            "id",
            "game",
            "owner",
            "team",
            "name",
            "title",
            "summary",
            "public",
            "archived",
            "revision",
            "digest",
            "facts",
            "rulesets",
            "parent",
            "created",
            "updated",
        ]

    def get_rulesets(self, the_map: Map) -> list[str]:
        return sorted(fit.ruleset for fit in the_map.fits.all())


class MapDetailSerializer(MapSerializer):
    board = BoardField(help_text="As matches are played on it.")
    text = made_field("In the game's format; null where the game is not here any more.")

    class Meta(MapSerializer.Meta):
        fields = [*MapSerializer.Meta.fields, "board", "text"]

    def get_text(self, the_map: Map) -> str | None:
        maps = GAMES[the_map.game].maps if the_map.game in GAMES else None
        return None if maps is None else maps.write(the_map.board)


class TextOrBoard(serializers.Serializer[Any]):
    """A map is told by its text or by its board, never by both."""

    text = text_field("In the game's format.", required=False, trim_whitespace=False)
    board = BoardField(required=False, help_text="Instead of the text.")

    def validate(self, wanted: dict[str, object]) -> dict[str, object]:
        if "text" in wanted and "board" in wanted:
            raise serializers.ValidationError({"board": "Send the text or the board, not both."})
        if not self.partial and "text" not in wanted and "board" not in wanted:
            raise serializers.ValidationError({"text": "Send the text or the board of the map."})
        return wanted


class MapWordsSerializer(TextOrBoard):
    title = serializers.CharField(max_length=60, required=False, allow_blank=True)
    summary = serializers.CharField(max_length=500, required=False, allow_blank=True)
    team = TeamField(required=False, allow_null=True, help_text="A team of yours, or null.")
    public = bool_field("Everybody may see and play it.", required=False)


class MapCreateSerializer(MapWordsSerializer):
    game = text_field("The game's name.")
    name = serializers.CharField(max_length=40)
    parent = serializers.PrimaryKeyRelatedField(  # type: ignore[assignment]  # a name of the base class
        queryset=Map.objects.all(),
        required=False,
        allow_null=True,
        help_text="The map that it copies.",
    )


class MapEditSerializer(MapWordsSerializer):
    name = serializers.CharField(max_length=40, required=False)
    revision = int_field(
        "The revision that you edited: refused if the board has changed since.",
        required=False,
        min_value=1,
    )


class ReasonSerializer(serializers.Serializer[Any]):
    reason = text_field("Of organizers.", max_length=300, allow_blank=True, default="")


class MapCheckSerializer(TextOrBoard):
    game = text_field("The game's name.")
    with_board = bool_field("Whether the answer includes the board.", default=False)


class MapProblemSerializer(serializers.Serializer[Any]):
    """An error of a map. Row and column are those of a cell, from 1."""

    reason = serializers.CharField()
    row = serializers.IntegerField(allow_null=True)
    column = serializers.IntegerField(allow_null=True)


class MapCheckedSerializer(serializers.Serializer[Any]):
    problems = MapProblemSerializer(many=True, help_text="Empty: it is a map.")
    facts = FactSerializer(many=True)
    objections = serializers.DictField(
        child=serializers.CharField(allow_blank=True),
        help_text="Ruleset → why it cannot be played on this map; empty where it can.",
    )
    board = BoardField(allow_null=True, help_text="Null unless it is a map and was asked for.")


class MapWishSerializer(serializers.Serializer[Any]):
    game = text_field("The game's name.")
    options = serializers.DictField(
        child=serializers.IntegerField(),
        default=dict,
        help_text="The parameters of the game's generator; `maps` of the game lists them.",
    )
    seed = int_field(
        "Null: a new one.", allow_null=True, default=None, min_value=0, max_value=MAX_SEED
    )


class MapMadeSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField()
    text = serializers.CharField()
    board = BoardField()
