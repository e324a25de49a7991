"""Matches as the API shows and takes them."""

from __future__ import annotations

from typing import Any, cast

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import (
    BotField,
    RowSerializer,
    bool_field,
    int_field,
    made_field,
    text_field,
    time_field,
)
from arbiter.links import absolute
from bots.models import Bot
from maps.models import Map
from matches.models import Match, Seat, Verification
from matches.recorded import endings
from matches.recorded.downloads import exports_of


class SeatBotSerializer(RowSerializer[Bot]):
    owner = serializers.CharField(source="owner.username")

    class Meta:
        model = Bot
        fields = ["id", "owner", "name"]


class ExcessSerializer(serializers.Serializer[Any]):
    """A limit that a bot ran into; both figures in ``unit``."""

    what = serializers.CharField()
    limit = serializers.FloatField()
    used = serializers.FloatField()
    unit = serializers.CharField()


class FaultSerializer(serializers.Serializer[Any]):
    """One thing that a bot did wrong."""

    game = int_field("Which game of the match, from 0.")
    turn = serializers.IntegerField()
    kind = text_field("As `end` of the seat.")
    detail = serializers.CharField()
    excess = ExcessSerializer(allow_null=True)


class FiguresSerializer(serializers.Serializer[Any]):
    """Details of a seat for the bot's managers and organizers."""

    faults = FaultSerializer(many=True)
    stolen_ms = int_field("CPU time that it used outside its turns.", allow_null=True)
    stderr_bytes = int_field("Its standard error.", allow_null=True)
    stderr_cut = bool_field("Only the first part of that was kept.")


class DisturbedTurnSerializer(serializers.Serializer[Any]):
    """A turn in which other work of the machine kept a bot from its processor."""

    game = int_field("Which game of the match, from 0.")
    turn = serializers.IntegerField()
    seat = serializers.IntegerField()
    wall_ms = int_field("How long the turn took.")
    cpu_ms = int_field("The bot's usage.")
    waited_ms = int_field("How long it waited, at least.")


class SeatSerializer(RowSerializer[Seat]):
    bot = SeatBotSerializer(
        source="version.bot", allow_null=True, default=None, help_text="Null: a person plays."
    )
    version = serializers.IntegerField(source="version.number", allow_null=True, default=None)
    person = text_field(
        "Null: a bot plays.", source="person.username", allow_null=True, default=None
    )
    sparring = bool_field("A sparring partner: an old program, and the match changes no rating.")
    end = text_field("How its program ended: ok, or by which fault.")
    ending = made_field("How the match ended for this seat, in sentences.")
    figures = made_field("For those who manage the bot and for organizers; null for others.")

    class Meta:
        model = Seat
        fields = [
            "number",
            "team",
            "bot",
            "version",
            "person",
            "sparring",
            "rank",
            "score",
            "end",
            "reason",
            "ending",
            "cpu_ms",
            "peak_memory",
            "figures",
        ]

    def get_ending(self, seat: Seat) -> str:
        return endings.as_text(seat.match, seat.number)

    @extend_schema_field(FiguresSerializer(allow_null=True))
    def get_figures(self, seat: Seat) -> dict[str, object] | None:
        staff = self.context["request"].user.is_staff
        own = seat.version is not None and seat.version.bot_id in self._managed()
        if not staff and not own:
            return None
        return dict(FiguresSerializer(seat).data)

    def _managed(self) -> set[int]:
        """Bots whose private parts the caller may see; asked once for all seats of an answer."""
        context = cast("dict[str, Any]", self.context)
        if "managed" not in context:
            bots = Bot.objects.open_to(context["request"].user)
            context["managed"] = set(bots.values_list("pk", flat=True))
        managed: set[int] = context["managed"]
        return managed


class ReplaySerializer(serializers.Serializer[Any]):
    url = serializers.CharField()
    sha256 = serializers.CharField()
    bytes = serializers.IntegerField()
    frames = serializers.IntegerField()
    exports = serializers.DictField(
        child=serializers.CharField(),
        help_text="Name of a native format that this match has → its address.",
    )


class MatchSerializer(RowSerializer[Match]):
    requested_by = serializers.CharField(
        source="requested_by.username", allow_null=True, default=None
    )
    seats = SeatSerializer(many=True)
    seed = made_field("Null while people play who must not see everything.")
    map = int_field("The map that it is played on.", source="map_used_id", allow_null=True)
    map_revision = int_field(
        "The map's revision then; the match keeps that board.", allow_null=True
    )
    origin = int_field("The match that it plays on from.", source="origin_id", allow_null=True)
    origin_frame = int_field("The last frame of its origin that it repeats.", allow_null=True)
    options = serializers.DictField(
        help_text="Options that were chosen for this match; those that are off are left out."
    )
    season = int_field(
        "Where it is rated.", source="rated.season_id", allow_null=True, default=None
    )
    reason = made_field("How it ended, in sentences for everybody.")
    failure = made_field("Why it was aborted; to organizers also why it could not be played.")
    replay = serializers.SerializerMethodField()
    disturbed = DisturbedTurnSerializer(
        many=True, help_text="Turns of the last run in which the machine was too busy."
    )
    turn = int_field("The turn that it is in; of a finished match the last one, of its last game.")
    reruns = int_field("Runs that do not count: a rated match is played again once if disturbed.")

    voided = time_field(
        "Since then its result counts for nothing; null: it counts.",
        source="voided_at",
        allow_null=True,
    )
    voided_why = text_field("The reason; empty where it counts.")

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
            "map",
            "map_revision",
            "origin",
            "origin_frame",
            "options",
            "season",
            "created",
            "started",
            "finished",
            "turn",
            "reason",
            "failure",
            "fault_of",
            "disturbed",
            "reruns",
            "voided",
            "voided_why",
            "seats",
            "outcome",
            "replay",
        ]

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_seed(self, match: Match) -> int | None:
        return None if match.is_hidden else match.seed

    def get_reason(self, match: Match) -> str:
        return endings.as_text(match) or (match.reason if match.fault_of else "")

    def get_failure(self, match: Match) -> str:
        """A fault of the platform may name its insides, which are no business of the public."""
        if match.state == Match.State.ABORTED or self.context["request"].user.is_staff:
            return match.failure
        return match.reason if match.fault_of else ""

    @extend_schema_field(ReplaySerializer(allow_null=True))
    def get_replay(self, match: Match) -> dict[str, object] | None:
        if not match.replay:
            return None
        return {
            "url": absolute(reverse("api:match-replay", args=[match.pk])),
            "sha256": match.replay_sha256,
            "bytes": match.replay_bytes,
            "frames": match.frames,
            "exports": {
                export.name: absolute(reverse("api:match-exports", args=[match.pk, export.name]))
                for export in exports_of(match)
            },
        }


class LogRowSerializer(serializers.Serializer[Any]):
    game = int_field("Which game of the match, from 0.", required=False)
    turn = serializers.IntegerField(required=False)
    text = serializers.CharField(required=False)
    cut = bool_field("The log was longer than is kept.", required=False)


class VerificationSerializer(RowSerializer[Verification]):
    """The verdict on a replay: its match was played again from setup and replies."""

    match = serializers.IntegerField(source="match_id")
    finding = text_field(
        "same, differs, or impossible (not verifiable); empty until the state is done."
    )
    engine = text_field("The version of the engine that verified.")
    frame = int_field("The first frame that differs; null: none, or the result.", allow_null=True)

    class Meta:
        model = Verification
        fields = ["match", "state", "finding", "frame", "detail", "engine", "requested", "finished"]


class SeatRequestSerializer(serializers.Serializer[Any]):
    """The player of the seat: a bot, with its active version unless one is named."""

    bot = BotField(help_text="Its id, or owner/name.")
    version = int_field("Its number.", required=False, min_value=1)

    def validate(self, wanted: dict[str, Any]) -> dict[str, object]:
        bot: Bot = wanted["bot"]
        number = wanted.get("version")
        version = (
            bot.active_version if number is None else bot.versions.filter(number=number).first()
        )
        if version is None:
            missing = (
                f"{bot} has no version that plays."
                if number is None
                else f"{bot} has no version {number}."
            )
            raise serializers.ValidationError({"version": missing})
        return {"version": version}


class MatchRequestSerializer(serializers.Serializer[Any]):
    game = text_field("The game's name.")
    ruleset = text_field("The ruleset's name.")
    seats = SeatRequestSerializer(many=True, help_text="In the order of the seats.")
    seed = int_field(
        "Null: one that nobody can foresee.",
        allow_null=True,
        default=None,
        min_value=0,
        max_value=2**53 - 1,
    )
    map = serializers.PrimaryKeyRelatedField(
        queryset=Map.objects.all(),
        allow_null=True,
        default=None,
        help_text="A map to play on; null: the ruleset's own way.",
    )
    options = serializers.DictField(
        allow_null=True,
        default=None,
        help_text="Name of an option of the ruleset (see its game) → true, or a number.",
    )


class ForkSeatSerializer(SeatRequestSerializer):
    """The player of the seat: the recorded version, or a bot as in a requested match."""

    bot = BotField(allow_null=True, default=None, help_text="Null: the recorded version.")

    def validate(self, wanted: dict[str, Any]) -> dict[str, object]:
        return {"version": None} if wanted["bot"] is None else super().validate(wanted)


class ForkRequestSerializer(serializers.Serializer[Any]):
    frame = int_field("The last frame of the replay that is repeated.", min_value=0)
    seats = ForkSeatSerializer(
        many=True, required=False, help_text="In order; left out: the recorded versions."
    )
