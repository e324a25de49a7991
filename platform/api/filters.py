"""The filters of lists."""

from __future__ import annotations

from datetime import datetime

import django_filters as filters
from django.db import models
from django.db.models import QuerySet

from arbiter.database import moments
from bots.models import Bot
from bots.versions import agents
from ladder.events.models import Event
from ladder.models import Season
from maps.models import Map, MapQuerySet
from matches.models import Match, MatchQuerySet
from notices.models import Kind


class ListFilter(filters.FilterSet):  # type: ignore[misc]  # it has no types
    """The base of these filters."""


def _id_filter(help_text: str, **more: str) -> filters.NumberFilter:
    bounds = {"min_value": 1, "max_value": models.BigIntegerField.MAX_BIGINT, "decimal_places": 0}
    return filters.NumberFilter(help_text=help_text, **bounds, **more)


class BotFilter(ListFilter):
    game = filters.CharFilter(help_text="The game's name.")
    owner = filters.CharFilter(field_name="owner__username", lookup_expr="iexact")
    team = filters.CharFilter(field_name="team__name", lookup_expr="iexact")
    made_with = filters.CharFilter(
        method="of_agent",
        help_text="The coding agent or model that wrote it; “by hand” for bots without one.",
    )
    active = filters.BooleanFilter(
        method="of_active", help_text="Whether the bot is paired with others now."
    )

    def of_agent(self, bots: QuerySet[Bot], name: str, value: str) -> QuerySet[Bot]:
        return bots.filter(agents.made_with(value))

    def of_active(self, bots: QuerySet[Bot], name: str, value: bool) -> QuerySet[Bot]:
        playing = Bot.objects.playing()
        return bots.filter(pk__in=playing) if value else bots.exclude(pk__in=playing)


class MatchFilter(ListFilter):
    game = filters.CharFilter(method="alike", help_text="The game's name.")
    ruleset = filters.CharFilter(method="alike", help_text="The ruleset's name.")
    bot = _id_filter("A bot that has a seat.", method="of_bot")
    owner = filters.CharFilter(method="of_owner", help_text="A person whose bot has a seat.")
    team = filters.CharFilter(method="of_team", help_text="A team whose bot has a seat.")
    made_with = filters.CharFilter(
        method="of_agent",
        help_text="The agent or model that wrote a bot that has a seat; “by hand” for none.",
    )
    state = filters.ChoiceFilter(choices=Match.State)
    kind = filters.ChoiceFilter(method="alike", choices=Match.Kind)
    map = _id_filter("The map that they are played on.", field_name="map_used")
    since = filters.IsoDateTimeFilter(method="made_since", help_text="Made then or later.")

    def alike(self, matches: MatchQuerySet, name: str, value: str) -> MatchQuerySet:
        return matches.alike(name, value)

    def of_bot(self, matches: MatchQuerySet, name: str, value: int) -> MatchQuerySet:
        return matches.of_bots(Bot.objects.filter(pk=int(value)))

    def of_owner(self, matches: MatchQuerySet, name: str, value: str) -> MatchQuerySet:
        return matches.of_bots(Bot.objects.of_person(value))

    def of_team(self, matches: MatchQuerySet, name: str, value: str) -> MatchQuerySet:
        return matches.of_bots(Bot.objects.filter(team__name__iexact=value.strip()))

    def of_agent(self, matches: MatchQuerySet, name: str, value: str) -> MatchQuerySet:
        return matches.made_with(value)

    def made_since(self, matches: QuerySet[Match], name: str, value: datetime) -> QuerySet[Match]:
        return moments.since(matches, "created", value)


class MapFilter(ListFilter):
    game = filters.CharFilter(help_text="The game's name.")
    owner = filters.CharFilter(field_name="owner__username", lookup_expr="iexact")
    ruleset = filters.CharFilter(method="of_ruleset", help_text="One that can be played on it.")
    archived = filters.BooleanFilter(
        field_name="archived",
        lookup_expr="isnull",
        exclude=True,
        help_text="In the archive or not.",
    )
    mine = filters.BooleanFilter(method="of_mine", help_text="Those that you may change.")

    def of_ruleset(self, maps: MapQuerySet, name: str, value: str) -> MapQuerySet:
        return maps.fitting(value)

    def of_mine(self, maps: MapQuerySet, name: str, value: bool) -> MapQuerySet:
        mine = Map.objects.managed_by(self.request.user).values("pk")
        return maps.filter(pk__in=mine) if value else maps.exclude(pk__in=mine)


class SeasonFilter(ListFilter):
    game = filters.CharFilter(help_text="The game's name.")
    ruleset = filters.CharFilter(help_text="The ruleset's name.")
    running = filters.BooleanFilter(method="of_running", help_text="Whether it runs now.")

    def of_running(self, seasons: QuerySet[Season], name: str, value: bool) -> QuerySet[Season]:
        running = Season.objects.running()
        return seasons.filter(pk__in=running) if value else seasons.exclude(pk__in=running)


class SeriesFilter(ListFilter):
    game = filters.CharFilter(field_name="plan__stages__0__game", help_text="The game's name.")
    state = filters.ChoiceFilter(choices=Event.State)


class NoticeFilter(ListFilter):
    kind = filters.ChoiceFilter(choices=Kind.choices)
    unread = filters.BooleanFilter(
        field_name="read_at", lookup_expr="isnull", help_text="Whether it has not been read."
    )
