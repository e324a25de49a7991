"""Events as the API shows them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import (
    BotField,
    LeftField,
    RowSerializer,
    bool_field,
    int_field,
    made_field,
    text_field,
    time_field,
)
from api.serializers.events.series import GroupSeriesSerializer
from api.serializers.matches import MatchSerializer, SeatBotSerializer
from ladder.core import standings as places
from ladder.core.contest import plan as plans
from ladder.events.models import Entry, Event, Stage
from ladder.events.reading import schedule
from ladder.events.reading.stages import rows as stage_rows


class EventSerializer(RowSerializer[Event]):
    takes_entries = bool_field("Whether bots can be entered now.")

    class Meta:
        model = Event
        fields = [
            "slug",
            "name",
            "about",
            "state",
            "paused",
            "takes_entries",
            "time_zone",
            "entries_open",
            "entries_close",
            "starts",
            "started",
            "ended",
            "per_person",
            "most_entries",
        ]


class FeedSerializer(serializers.Serializer[Any]):
    """Where entrants of a stage come from."""

    stage = text_field("Its key; null: those who have entered.", source="source", allow_null=True)
    count = int_field("How many; null: all.", allow_null=True)
    first = int_field("From this place on.")
    pass_on = bool_field("Whether places of who is in already go to the next ones.")
    exclude = bool_field("Whether these entries do not play the stage, instead of playing it.")
    each_group = bool_field("Whether places and count are those of each group of the stage.")


class StageSerializer(serializers.Serializer[Any]):
    """A stage of an event, as it is planned and, after the start, as it goes."""

    key = serializers.CharField(source="plan.key")
    name = serializers.CharField(source="plan.name")
    game = serializers.CharField(source="plan.game")
    ruleset = text_field(
        "Null: a scenario whose map is not public yet.", source="ruleset_name", allow_null=True
    )
    map_public = time_field("When the map of its scenario becomes public.", allow_null=True)
    kind = serializers.ChoiceField(source="plan.kind.value", choices=[k.value for k in plans.Kind])
    group_words = text_field("Its groups, planned or known; empty without groups.", source="groups")
    state = serializers.SerializerMethodField()
    begins = time_field("Null: when the stages before it are over.", allow_null=True)
    freezes = time_field("When versions are fixed.", allow_null=True)
    ends = serializers.DateTimeField(allow_null=True)
    results = made_field("The audience of the results.")
    results_open = time_field(
        "When the results open to everybody.",
        source="row.reveals_at",
        default=None,
        allow_null=True,
    )
    feeds = FeedSerializer(source="plan.feeds", many=True)

    @extend_schema_field(serializers.ChoiceField(choices=Stage.State.choices))
    def get_state(self, line: schedule.StageLine) -> str:
        return line.row.state if line.row is not None else Stage.State.WAITING

    @extend_schema_field(serializers.ChoiceField(choices=[r.value for r in plans.Reveal]))
    def get_results(self, line: schedule.StageLine) -> str:
        return line.row.reveal if line.row is not None else line.plan.reveal.value


class FinalRowSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    bot = SeatBotSerializer(source="entry.bot")
    disqualified = LeftField(places.Left.DISQUALIFIED)
    withdrew = LeftField(places.Left.WITHDREW, help_text="Withdrawn after the start.")
    reached = text_field("The name of the last stage it came to.")


class FinalSerializer(serializers.Serializer[Any]):
    """The table of all who could have come to a final stage, by the stages that are over.

    During a ceremony it has the places that are shown.
    """

    stage = serializers.CharField(source="stage.key")
    rows = FinalRowSerializer(source="lines", many=True)


class EventDetailSerializer(serializers.Serializer[Any]):
    event = EventSerializer()
    stages = StageSerializer(many=True)
    standings = FinalSerializer(many=True, help_text="One for each final stage.")


class StageRowSerializer(serializers.Serializer[Any]):
    """One line of a table; points and results are those of encounters, or of a season by points,
    and null for other stages."""

    place = serializers.IntegerField()
    bot = SeatBotSerializer(source="entry.entry.bot")
    version = serializers.IntegerField(source="entry.version.number")
    seed = serializers.IntegerField(source="entry.seed", allow_null=True)
    disqualified = LeftField(places.Left.DISQUALIFIED)
    withdrew = LeftField(places.Left.WITHDREW, help_text="Withdrawn before the stage was over.")
    goes_on_to = made_field("Names of stages, as it stands.")
    points = serializers.FloatField(source="standing.points", default=None, allow_null=True)
    played = serializers.IntegerField(source="standing.played", default=None, allow_null=True)
    won = serializers.IntegerField(source="standing.won", default=None, allow_null=True)
    drawn = serializers.IntegerField(source="standing.drawn", default=None, allow_null=True)
    lost = serializers.IntegerField(source="standing.lost", default=None, allow_null=True)
    tie_breaks = made_field("In the order of the stage's own.")
    tied = bool_field("The seed decided its place or whether it qualifies.", source="tie")

    def get_goes_on_to(self, line: stage_rows.TableRow) -> list[str]:
        return [mark.stage for mark in line.goes]

    def get_tie_breaks(self, line: stage_rows.TableRow) -> list[float]:
        return list(line.standing.breaks) if line.standing is not None else []


class PlaceSerializer(serializers.Serializer[Any]):
    bot = SeatBotSerializer(allow_null=True, help_text="Null: nobody, or not known yet.")
    bye = serializers.BooleanField()
    disqualified = LeftField(places.Left.DISQUALIFIED)
    withdrew = LeftField(places.Left.WITHDREW, help_text="Withdrawn before the stage was over.")


class SlotSerializer(serializers.Serializer[Any]):
    """A place in a bracket: an encounter that is known to come, if not yet who plays it."""

    key = serializers.CharField()
    round = serializers.IntegerField()
    name = serializers.CharField()
    bracket = serializers.ChoiceField(source="side", choices=["winners", "losers", "final"])
    entrants = PlaceSerializer(source="places", many=True)
    winner = SeatBotSerializer(allow_null=True)
    by_seed = bool_field("It stayed equal after all extra games, so that the better seed has won.")


class GroupSerializer(serializers.Serializer[Any]):
    name = text_field("Empty where the stage is played by all together.")
    rows = StageRowSerializer(many=True)
    ties = serializers.ListField(
        child=serializers.CharField(),
        help_text="Sentences that name the tied bots of which one is in these rows.",
    )
    slots = SlotSerializer(many=True, help_text="Of brackets.")
    series = GroupSeriesSerializer(allow_null=True, help_text="Null for stages of other kinds.")


class StageDetailSerializer(serializers.Serializer[Any]):
    """A stage with its tables; ``shown`` is false where they are kept back, or not there yet."""

    stage = StageSerializer()
    shown = serializers.BooleanField()
    up_to_round = int_field(
        "Later rounds, or games of a series, are kept back. Null: nothing is kept back.",
        allow_null=True,
    )
    tie_breaks = serializers.ListField(child=serializers.CharField())
    count = int_field("The rows of all groups; of a bracket its slots, where these are more.")
    next = serializers.URLField(allow_null=True, help_text="The next page of the groups.")
    previous = serializers.URLField(allow_null=True, help_text="The page before this one.")
    groups = GroupSerializer(many=True, help_text="The parts of the groups that are on this page.")


class EventMatchSerializer(serializers.Serializer[Any]):
    """A match and what it was played for."""

    stage = text_field("Its name.")
    words = text_field("Such as “Groups, group B, round 1, match 2, game 1”.", source="title")
    lost = bool_field("It has no result that counts for the event.")
    decided = text_field(
        "The reason, if its encounter was decided, so that it does not count; else empty."
    )
    match = MatchSerializer()


class EntrySerializer(RowSerializer[Entry]):
    bot = SeatBotSerializer()
    disqualified = LeftField(places.Left.DISQUALIFIED, source="left_as")
    withdrew = LeftField(
        places.Left.WITHDREW, source="left_as", help_text="Withdrawn after the start."
    )

    class Meta:
        model = Entry
        fields = ["bot", "entered", "disqualified", "withdrew"]


class EntryBotSerializer(serializers.Serializer[Any]):
    """A bot that the caller manages."""

    bot = BotField(help_text="Its id, or owner/name.")


class EnterSerializer(EntryBotSerializer):
    """The code word is for events whose rules of entry ask for one."""

    code_word = serializers.CharField(max_length=100, default="", allow_blank=True)


class WithdrawSerializer(EntryBotSerializer):
    """The reason is needed after the start; organizers and managers of the bot read it."""

    reason = serializers.CharField(max_length=300, default="", allow_blank=True)
