"""Bots and versions as the API shows and takes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import Team
from api.fields import (
    BinaryField,
    LanguageField,
    RowSerializer,
    bool_field,
    int_field,
    made_field,
    text_field,
)
from bots.models import Bot, BotVersion
from bots.versions import building
from ladder.climb import reading


class HeightSerializer(serializers.Serializer[Any]):
    rung = text_field("The name of its house bot.", source="passed.rung")
    number = int_field("Its place among the rungs, from 1, the lowest.")
    of = int_field("The number of rungs.")
    version = int_field("The first version that beat it.", source="passed.version.number")
    when = serializers.DateTimeField(source="passed.created")
    ruleset = serializers.CharField(source="passed.ruleset")


class BotSerializer(RowSerializer[Bot]):
    owner = serializers.CharField(source="owner.username")
    team = serializers.CharField(source="team.name", allow_null=True, default=None)
    active_version = int_field(
        "The number of the version that plays.",
        source="active_version.number",
        allow_null=True,
        default=None,
    )
    is_playing = bool_field("Whether it is paired with others now.")
    deactivated_why = made_field(
        "An organizer's reason; null for others than its owner and team, and in lists."
    )

    climb = made_field("The highest rung of its game's climb that it has beaten; null: none yet.")

    class Meta:
        model = Bot
        fields = [
            "id",
            "owner",
            "name",
            "game",
            "about",
            "made_with",
            "sparring",
            "team",
            "created",
            "is_house",
            "active_version",
            "is_playing",
            "retired_at",
            "deactivated_at",
            "deactivated_why",
            "climb",
        ]

    @extend_schema_field(HeightSerializer(allow_null=True))
    def get_climb(self, bot: Bot) -> Any:
        climbed = reading.height(bot)
        return None if climbed is None else HeightSerializer(climbed).data

    def get_deactivated_why(self, bot: Bot) -> str | None:
        return bot.deactivated_why if self.context.get("open") else None


class TeamField(serializers.SlugRelatedField[Team]):
    """A team by its name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(slug_field="name", queryset=Team.objects.all(), **options)


class BotCreateSerializer(serializers.Serializer[Any]):
    game = text_field("The game's name.")
    name = serializers.CharField(max_length=30)
    about = serializers.CharField(max_length=500, allow_blank=True, default="")
    made_with = text_field(
        "The coding agent or model that wrote it; empty: people.",
        max_length=60,
        allow_blank=True,
        default="",
    )
    team = TeamField(allow_null=True, default=None, help_text="A team of yours.")


class BotEditSerializer(serializers.Serializer[Any]):
    about = serializers.CharField(max_length=500, required=False, allow_blank=True)
    made_with = serializers.CharField(max_length=60, required=False, allow_blank=True)
    team = TeamField(required=False, allow_null=True, help_text="A team of yours, or null.")
    sparring = bool_field(
        "Whether its older versions, and it when it is retired, may be sparring partners "
        "in unrated matches. The value false withdraws those that wait.",
        required=False,
    )


class VersionSerializer(RowSerializer[BotVersion]):
    bot = serializers.IntegerField(source="bot_id")
    uploaded_by = serializers.CharField(source="uploaded_by.username")
    language = LanguageField()
    is_active = bool_field("Whether this version plays.")
    program = made_field(
        "The program that its author named; empty: detected. Null for others than "
        "the bot's owner and team."
    )
    note = made_field("The author's note; null for others than the bot's owner and team.")
    failure = made_field("Why it failed; null for others than the bot's owner and team.")
    programs = made_field(
        "Where the build failed since it made several programs: their names. Choose one "
        "by `rebuild`. Null for others than the bot's owner and team."
    )
    source_sha256 = made_field(
        "Of the uploaded files; null for others than its owner, team and organizers."
    )
    build_place = made_field(
        "Its place among the versions that wait for their build, from 1; null in lists, "
        "and while it does not wait."
    )
    build_wait_s = made_field(
        "The estimated seconds until its build begins; null also where they are unknown."
    )
    build_log = made_field(
        "The output of the build; null in lists and for others than the owner and team."
    )

    class Meta:
        model = BotVersion
        fields = [
            "bot",
            "number",
            "language",
            "program",
            "note",
            "uploaded_by",
            "created",
            "state",
            "is_active",
            "failed_step",
            "failure",
            "programs",
            "source_sha256",
            "source_bytes",
            "source_files",
            "build_started",
            "build_finished",
            "build_place",
            "build_wait_s",
            "ready_at",
            "build_log",
        ]

    def get_note(self, version: BotVersion) -> str | None:
        return version.note if self.context.get("open") else None

    def get_program(self, version: BotVersion) -> str | None:
        return version.program if self.context.get("open") else None

    def get_programs(self, version: BotVersion) -> list[str] | None:
        return version.programs if self.context.get("open") else None

    def get_failure(self, version: BotVersion) -> str | None:
        return version.failure if self.context.get("open") else None

    def get_source_sha256(self, version: BotVersion) -> str | None:
        # A hash reveals whether two bots are the same program, so only its owner and team see it.
        shown = self.context.get("open") or self.context["request"].user.is_staff
        return version.source_sha256 if shown else None

    def get_build_place(self, version: BotVersion) -> int | None:
        alone = "build_log" not in version.get_deferred_fields()
        return (
            building.queue(version).place_of(version) if alone and not version.is_settled else None
        )

    def get_build_wait_s(self, version: BotVersion) -> int | None:
        place = self.get_build_place(version)
        wait = None if place is None else building.queue(version).wait(place)
        return None if wait is None else round(wait.total_seconds())

    def get_build_log(self, version: BotVersion) -> str | None:
        shown = self.context.get("open") and "build_log" not in version.get_deferred_fields()
        return version.build_log if shown else None


class VersionUploadSerializer(serializers.Serializer[Any]):
    file = BinaryField(help_text="One source file, or an archive of several.")
    language = LanguageField(
        allow_blank=True, default="", help_text="Empty: it is detected from the files."
    )
    note = serializers.CharField(max_length=200, allow_blank=True, default="")
    program = text_field(
        "Of a project that builds several programs, the name of the one that plays. "
        "Empty: it is detected.",
        max_length=200,
        allow_blank=True,
        default="",
    )


class RebuildSerializer(serializers.Serializer[Any]):
    program = text_field(
        "One of the version's `programs`. Empty: as before.",
        max_length=200,
        allow_blank=True,
        default="",
    )
