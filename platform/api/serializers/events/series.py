"""Series as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import LeftField, RowSerializer, bool_field, float_field, int_field, made_field
from api.serializers.matches import SeatBotSerializer
from ladder.core import standings as places
from ladder.events.models import Event


class SeriesSerializer(RowSerializer[Event]):
    """An event of one stage, which is a series; `/api/v1/events/` has it under the same slug."""

    game = serializers.SerializerMethodField()
    ruleset = serializers.SerializerMethodField()
    winners = made_field("This many bots are to win.")
    most_games = made_field("The series ends after this many games. 0: calculated at the start.")
    patience = made_field("The series ends after this many games in a row without a winner.")

    class Meta:
        model = Event
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

    def get_game(self, event: Event) -> str:
        return event.planned.stages[0].game

    def get_ruleset(self, event: Event) -> str:
        return event.planned.stages[0].ruleset

    def get_winners(self, event: Event) -> int:
        return event.planned.stages[0].options.winners

    def get_most_games(self, event: Event) -> int:
        bound: int | None = vars(event)["bound"]  # of `with_bounds`
        return event.planned.stages[0].options.most_games if bound is None else bound

    def get_patience(self, event: Event) -> int:
        return event.planned.stages[0].options.patience


class SeriesPartSerializer(serializers.Serializer[Any]):
    """An entrant's part in one game."""

    place = int_field("Among the entrants; house bots do not count.")
    won = serializers.BooleanField()
    handicap = float_field("Its factor at the start.")


class SeriesRowSerializer(serializers.Serializer[Any]):
    """One line of the standings, best first."""

    place = serializers.IntegerField(source="standing.place")
    bot = SeatBotSerializer(source="entry.entry.bot")
    version = serializers.IntegerField(source="entry.version.number")
    disqualified = LeftField(places.Left.DISQUALIFIED, source="standing.left")
    withdrew = LeftField(places.Left.WITHDREW, source="standing.left")
    won = bool_field("Has won the series.", source="standing.won")
    counts = bool_field(
        "Whether its win counts towards the winners; false if the bot was in the next "
        "stage before.",
        source="standing.counts",
    )
    wins = serializers.IntegerField(source="standing.line.wins")
    handicap = serializers.FloatField(source="standing.line.handicap")
    left_after = int_field("The number of a game.", source="standing.line.left", allow_null=True)
    sum_of_places = serializers.IntegerField(source="standing.line.sum_of_places")
    games = serializers.ListField(
        source="parts",
        child=SeriesPartSerializer(allow_null=True),
        help_text="One for each finished game; null where it sat out or had left.",
    )


class SeriesGameSerializer(serializers.Serializer[Any]):
    number = int_field("From 1.")
    match = serializers.IntegerField(source="match_id")


class SeriesDetailSerializer(serializers.Serializer[Any]):
    """A series with its standings; those are empty before its start, and for callers who may not
    see its results."""

    series = SeriesSerializer()
    entrants = SeatBotSerializer(many=True, help_text="Before the start: the bots that entered.")
    standings = SeriesRowSerializer(many=True)
    games = SeriesGameSerializer(many=True, help_text="Those that have a result.")
    now = SeriesGameSerializer(allow_null=True, help_text="The game that waits or runs.")


class GroupSeriesSerializer(serializers.Serializer[Any]):
    """The series that a group of a stage plays."""

    winners = serializers.IntegerField(source="series.winners")
    most_games = serializers.IntegerField(source="series.most_games")
    standings = SeriesRowSerializer(source="rows", many=True)
    games = SeriesGameSerializer(many=True, help_text="Those that have a result.")
    now = SeriesGameSerializer(allow_null=True, help_text="The game that waits or runs.")
