"""Bodies and answers of the API for people who run events."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import RowSerializer, bool_field, float_field, int_field, text_field
from api.serializers.maps import ReasonSerializer
from ladder.core.contest import plan as plans
from ladder.events.models import EventMember, Promise
from ladder.events.planning import promises
from ladder.events.roles import EventRole


class AudienceSerializer(serializers.Serializer[Any]):
    results = serializers.ChoiceField(choices=[level.value for level in plans.Reveal])


class EntryActSerializer(ReasonSerializer):
    bot = int_field("The id of a bot that has entered.")


class ReinstateSerializer(EntryActSerializer):
    agreed = bool_field("Also where the event has gone on without the bot.", default=False)


class MatchActSerializer(ReasonSerializer):
    match = int_field("The number of a match of the event.")


class PlanProblemSerializer(serializers.Serializer[Any]):
    """An error of a plan."""

    stage = text_field("The key of the stage; empty: the whole plan.")
    field = serializers.CharField()
    text = serializers.CharField()


class ProblemsSerializer(serializers.Serializer[Any]):
    problems = PlanProblemSerializer(many=True)


class AppliedSerializer(ProblemsSerializer):
    """The outcome of a file; with ``?check=1`` what it would be."""

    slug = serializers.CharField()
    created = bool_field("Whether the event is new.")
    changes = serializers.ListField(child=serializers.CharField(), help_text="In words.")


class FavouriteSerializer(serializers.Serializer[Any]):
    bot = text_field("Owner and name.")
    probability = serializers.FloatField()


class ForecastSerializer(serializers.Serializer[Any]):
    """A stage of a dry run.  Durations are in seconds, at the pace of the newest matches."""

    key = serializers.CharField(source="stage.key")
    matches = float_field("The mean of all runs.", source="stage.matches")
    most_matches = float_field("95 of 100 runs have at most as many.", source="stage.most")
    seconds = serializers.FloatField(source="took")
    longest_seconds = float_field("95 of 100 runs take at most as long.", source="stage.longest")
    pace_is_measured = serializers.BooleanField(source="stage.known")
    repeats = text_field(
        "A sentence where two bots have more games than there are different starts.",
        source="stage.repeats",
    )
    favourites = serializers.SerializerMethodField()

    @extend_schema_field(FavouriteSerializer(many=True))
    def get_favourites(self, line: promises.DryRunLine) -> list[dict[str, object]]:
        return [{"bot": str(bot), "probability": share} for bot, share in line.favourites]


class DryRunSerializer(serializers.Serializer[Any]):
    """A dry run of a whole event, which a worker plays; ``stages`` is empty until it is done."""

    state = serializers.ChoiceField(source="row.state", choices=Promise.State.choices)
    done = float_field("The share of the work that is done, from 0 to 1.", source="row.done")
    current = bool_field("Whether the plan and the entrants are still the same.")
    runs = int_field("The number of simulations that all this rests on.", source="row.runs")
    matches = float_field("The mean of all runs.", source="row.matches")
    seconds = float_field("The duration of the whole event.", source="row.took")
    workers = int_field("Workers that played lately, and at least one.", source="row.workers")
    supposed = bool_field("Bots of the ladder replaced the entrants.", source="row.supposed")
    stages = ForecastSerializer(many=True, source="lines")


class MemberSerializer(RowSerializer[EventMember]):
    name = serializers.CharField(source="person.username")

    class Meta:
        model = EventMember
        fields = ["name", "role", "since"]


class RoleSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=EventRole.choices)


class NameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=150)


class AnnouncementSerializer(serializers.Serializer[Any]):
    """An announcement of an event."""

    id = serializers.IntegerField(read_only=True)
    title = serializers.CharField(max_length=120)
    text = serializers.CharField(max_length=5000, allow_blank=True, default="")
    projector = int_field("Minutes on the projector.", write_only=True, default=0)
    created = serializers.DateTimeField(read_only=True)
