"""Matches as the API shows and takes them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bots.models import Bot, BotVersion
from games.registry import GAMES
from matches.models import Match, Seat


class SeatBotSerializer(serializers.ModelSerializer[Bot]):
    owner = serializers.CharField(source="owner.username")

    class Meta:
        model = Bot
        fields = ["id", "owner", "name"]
        read_only_fields = fields


class SeatSerializer(serializers.ModelSerializer[Seat]):
    bot = SeatBotSerializer(source="version.bot")
    version = serializers.IntegerField(source="version.number")
    end = serializers.CharField(help_text="How its program ended: ok, or by which fault.")

    class Meta:
        model = Seat
        fields = [
            "number",
            "bot",
            "version",
            "rank",
            "score",
            "end",
            "reason",
            "cpu_ms",
            "peak_memory",
        ]
        read_only_fields = fields


class ReplaySerializer(serializers.Serializer[Any]):
    url = serializers.CharField()
    sha256 = serializers.CharField()
    bytes = serializers.IntegerField()
    frames = serializers.IntegerField()
    exports = serializers.DictField(
        child=serializers.CharField(), help_text="Name of a native format → its address."
    )


class MatchSerializer(serializers.ModelSerializer[Match]):
    requested_by = serializers.CharField(
        source="requested_by.username", allow_null=True, default=None
    )
    seats = SeatSerializer(many=True)
    season = serializers.IntegerField(
        source="rated.season_id", allow_null=True, default=None, help_text="Where it is rated."
    )
    failure = serializers.SerializerMethodField(
        help_text="Why it was aborted; to organizers also why it could not be played."
    )
    replay = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = [
            "id",
            "game",
            "ruleset",
            "kind",
            "state",
            "seed",
            "requested_by",
            "season",
            "created",
            "started",
            "finished",
            "turn",
            "reason",
            "failure",
            "seats",
            "outcome",
            "replay",
        ]
        read_only_fields = fields

    def get_failure(self, match: Match) -> str:
        """A fault of the platform may name its insides, which are no business of the public."""
        shown = match.state == Match.State.ABORTED or self.context["request"].user.is_staff
        return match.failure if shown else ""

    @extend_schema_field(ReplaySerializer(allow_null=True))
    def get_replay(self, match: Match) -> dict[str, Any] | None:
        if not match.replay:
            return None
        build = self.context["request"].build_absolute_uri
        exports = GAMES[match.game].exports if match.game in GAMES else ()
        return {
            "url": build(reverse("api:match-replay", args=[match.pk])),
            "sha256": match.replay_sha256,
            "bytes": match.replay_bytes,
            "frames": match.frames,
            "exports": {
                export.name: build(reverse("api:match-exports", args=[match.pk, export.name]))
                for export in exports
            },
        }


class LogRowSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(required=False, help_text="Which game of the match, from 0.")
    turn = serializers.IntegerField(required=False)
    text = serializers.CharField(required=False)
    cut = serializers.BooleanField(required=False, help_text="The log was longer than is kept.")


class SeatRequestSerializer(serializers.Serializer[Any]):
    """Who shall sit there: a bot, with the version that plays unless one is named."""

    bot = serializers.PrimaryKeyRelatedField(queryset=Bot.objects.select_related("active_version"))
    version = serializers.IntegerField(required=False, min_value=1, help_text="Its number.")

    def validate(self, wanted: dict[str, Any]) -> dict[str, Any]:
        bot: Bot = wanted["bot"]
        number = wanted.get("version")
        found = bot.active_version if number is None else bot.versions.filter(number=number).first()
        if found is None:
            which = "version that plays" if number is None else f"version {number}"
            raise serializers.ValidationError({"version": f"{bot} has no {which}."})
        return {"version": found}


class MatchRequestSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(help_text="The game's name.")
    ruleset = serializers.CharField(help_text="The ruleset's name.")
    seats = SeatRequestSerializer(many=True, help_text="In the order of the seats.")
    seed = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=2**53 - 1,
        help_text="Null: one that nobody can foresee.",
    )

    def versions(self) -> list[BotVersion]:
        return [seat["version"] for seat in self.validated_data["seats"]]
