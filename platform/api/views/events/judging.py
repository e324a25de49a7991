"""Acts of judges and organizers on what is played, for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import StandingsPagination
from api.serializers.events.judging import (
    DecideSerializer,
    FairnessSerializer,
    HandPairsSerializer,
    JudgedEncounterSerializer,
    JudgeSourcesSerializer,
    NewScheduleSerializer,
    PairingSerializer,
    PairOfSourcesSerializer,
    ScheduleSerializer,
    SourcesSerializer,
)
from api.serializers.maps import ReasonSerializer
from api.views.base import caller, fields_of
from api.views.events.event_desk import KEY, NUMBER, POST, SIGNED_IN, STAGE, EventDeskViewSet
from bots.models import Bot
from ladder.events.mending import decisions
from ladder.events.models import Encounter, SimilarPair, Stage
from ladder.events.planning import rescheduling
from ladder.events.roles import EventAct
from ladder.events.running import hand_pairing
from ladder.events.sources import fairness

ENCOUNTER = f"encounters/{NUMBER}"
PAIR = f"fairness/pairs/{NUMBER}"
OF_ENCOUNTER = OpenApiParameter("pk", int, OpenApiParameter.PATH, description="Its id.")
OF_PAIR = OpenApiParameter("pk", int, OpenApiParameter.PATH, description="The id of the pair.")
GROUP = OpenApiParameter("group", int, description="The number of the group, from 1.")
OF_STAGE = OpenApiParameter("stage", str, description="Only those of the stage with this key.")


class JudgingViewSet(EventDeskViewSet):
    """Decide encounters, pair rounds, move stages, and compare sources."""

    queries = {"encounters": ("stage",), "pairing": ("group",)}

    # Decisions ------------------------------------------------------------------------------------

    @extend_schema(responses=JudgedEncounterSerializer(many=True), parameters=[OF_STAGE])
    @action(**SIGNED_IN, pagination_class=StandingsPagination)
    def encounters(self, request: Request, slug: str) -> Response:
        """The encounters of the event that count, with their ids, by stage, group and round."""
        event = self.event_for(request, EventAct.JUDGE)
        rows = Encounter.objects.filter(stage__event=event, obsolete=False)
        if key := request.query_params.get("stage", ""):
            rows = rows.filter(stage__key=key)
        rows = rows.select_related("stage__event")
        ordered: Any = rows.order_by("stage__number", "group", "round", "pk")
        page: list[Any] = self.paginate_queryset(ordered) or []
        return self.get_paginated_response(JudgedEncounterSerializer(_judged(page), many=True).data)

    def _encounter(self, request: Request, pk: str) -> Encounter:
        event = self.event_for(request, EventAct.JUDGE)
        rows = Encounter.objects.select_related("stage__event")
        return get_object_or_404(rows, stage__event=event, pk=int(pk))

    @extend_schema(
        request=DecideSerializer, responses=JudgedEncounterSerializer, parameters=[OF_ENCOUNTER]
    )
    @action(**POST, url_path=f"{ENCOUNTER}/decide", url_name="decide")
    def decide(self, request: Request, slug: str, pk: str) -> Response:
        """Decide an encounter by its winner or by the ranks of its bots.  Everybody reads the
        reason."""
        row, given = self._encounter(request, pk), fields_of(DecideSerializer, request.data)
        self.rule(request, decisions.Decide(row, _ranks(row, given)), given)
        row.refresh_from_db()
        return Response(JudgedEncounterSerializer(_judged([row])[0]).data)

    @extend_schema(
        request=ReasonSerializer, responses=JudgedEncounterSerializer, parameters=[OF_ENCOUNTER]
    )
    @action(**POST, url_path=f"{ENCOUNTER}/undo", url_name="decide-undo")
    def undo_decision(self, request: Request, slug: str, pk: str) -> Response:
        """The result follows from the games again."""
        row = self._encounter(request, pk)
        given = fields_of(ReasonSerializer, request.data)
        self.rule(request, decisions.UndoDecision(row), given)
        row.refresh_from_db()
        return Response(JudgedEncounterSerializer(_judged([row])[0]).data)

    # Pairing and schedules ------------------------------------------------------------------------

    @extend_schema(responses=PairingSerializer, parameters=[KEY, GROUP])
    @action(**SIGNED_IN, url_path=f"{STAGE}/pairing", url_name="pairing")
    def pairing(self, request: Request, slug: str, key: str) -> Response:
        """The round of a group that can be paired by hand now."""
        self.event_for(request, EventAct.JUDGE)
        group = _group(request)
        return _paired(hand_pairing.open_round(self.stage(key), group - 1))

    @extend_schema(request=HandPairsSerializer, responses=PairingSerializer, parameters=[KEY])
    @pairing.mapping.post
    def pair(self, request: Request, slug: str, key: str) -> Response:
        """Replace the pairs of a round in which no game has begun."""
        self.event_for(request, EventAct.JUDGE)
        stage, given = self.stage(key), fields_of(HandPairsSerializer, request.data)
        group = given["group"] - 1
        numbers = {
            row.entry.bot_id: number
            for number, row in hand_pairing.open_round(stage, group).entries.items()
        }
        pairs = [(_of(numbers, one), _of(numbers, two)) for one, two in given["pairs"]]
        by, round_ = caller(request), given["round"]
        hand_pairing.pair(stage, group, round_, pairs, by, given["reason"])
        return _paired(hand_pairing.open_round(stage, group))

    @extend_schema(request=NewScheduleSerializer, responses=ScheduleSerializer, parameters=[KEY])
    @action(**POST, url_path=f"{STAGE}/schedule", url_name="schedule")
    def schedule(self, request: Request, slug: str, key: str) -> Response:
        """Change the times and rules of a stage that has not begun, while the event runs."""
        self.event_for(request, EventAct.RUN)
        stage, given = self.stage(key), fields_of(NewScheduleSerializer, request.data)
        rescheduling.reschedule(
            stage, caller(request), replace(rescheduling.schedule_of(stage), **given)
        )
        return Response(ScheduleSerializer(Stage.objects.get(pk=stage.pk)).data)

    # Similar sources ------------------------------------------------------------------------------

    @extend_schema(responses=FairnessSerializer)
    @action(**SIGNED_IN)
    def fairness(self, request: Request, slug: str) -> Response:
        """Similar sources, and accounts that share an address.  The history keeps the look at
        accounts.
        """
        event = self.event_for(request, EventAct.FAIRNESS)
        newest = event.source_comparisons.first()
        shared = fairness.sharing_an_address(event, caller(request))
        answer = {
            "state": newest.state if newest else "",
            "pairs": event.similar_pairs.select_related(*_OF_PAIRS),
            "shared_addresses": [[person.username for person in group] for group in shared],
        }
        return Response(FairnessSerializer(answer).data)

    @extend_schema(request=None, responses={204: None})
    @fairness.mapping.post
    def compare_sources(self, request: Request, slug: str) -> Response:
        """Have a worker compare the sources of all entered bots."""
        fairness.ask(self.event_for(request, EventAct.FAIRNESS), caller(request))
        return Response(status=204)

    def _pair(self, request: Request, pk: str) -> SimilarPair:
        event = self.event_for(request, EventAct.FAIRNESS)
        rows = SimilarPair.objects.select_related("event", *_OF_PAIRS)
        return get_object_or_404(rows, event=event, pk=int(pk))

    @extend_schema(responses=SourcesSerializer, parameters=[OF_PAIR])
    @action(**SIGNED_IN, url_path=PAIR, url_name="sources")
    def sources(self, request: Request, slug: str, pk: str) -> Response:
        """The similar parts of two bots, with two lines before and after each.  The history keeps
        each look.
        """
        pair = self._pair(request, pk)
        answer = {"pair": pair, "parts": fairness.look(pair, caller(request))}
        return Response(SourcesSerializer(answer).data)

    @extend_schema(
        request=JudgeSourcesSerializer, responses=PairOfSourcesSerializer, parameters=[OF_PAIR]
    )
    @sources.mapping.post
    def decide_sources(self, request: Request, slug: str, pk: str) -> Response:
        """Keep a decision about two similar bots.  It changes no result."""
        pair = self._pair(request, pk)
        given = fields_of(JudgeSourcesSerializer, request.data)
        fairness.decide(pair, caller(request), given["decision"], given["reason"])
        return Response(PairOfSourcesSerializer(pair).data)


_OF_PAIRS = (
    *("left__bot__owner", "right__bot__owner", "decided_by"),
    *("left_version", "right_version"),
)


def _ranks(row: Encounter, given: Mapping[str, Any]) -> dict[int, int] | int:
    if ("winner" in given) == ("ranks" in given):
        raise ValidationError({"winner": "Give either the winner or the ranks of all bots."})
    if "ranks" in given:
        if len(given["ranks"]) != len(row.entrants):
            raise ValidationError({"ranks": f"Give {len(row.entrants)} ranks, one for each bot."})
        return dict(zip(row.entrants, given["ranks"], strict=True))
    numbers = {each.entry.bot_id: each.number for each in decisions.candidates(row)}
    number = numbers.get(given["winner"].pk)
    if number is None:
        raise ValidationError({"winner": "Choose one of the bots of this encounter."})
    return number


def _judged(rows: Sequence[Encounter]) -> list[dict[str, object]]:
    entries = decisions.candidates_of(rows)
    of_stage = {row.stage_id: row for row in rows if not row.obsolete}
    objections = {pk: decisions.objection(row) for pk, row in of_stage.items()}
    return [
        {
            "row": row,
            "bots": [each.entry.bot for each in entries[row.pk]],
            "decided_for": next(
                (each.entry.bot for each in entries[row.pk] if each.number == row.awarded), None
            ),
            "objection": decisions.OBSOLETE if row.obsolete else objections[row.stage_id],
        }
        for row in rows
    ]


def _group(request: Request) -> int:
    group = request.query_params.get("group", "1")
    if not (group.isascii() and group.isdigit() and len(group) < 4 and int(group)):
        raise ValidationError({"group": "Enter the number of a group, from 1."})
    return int(group)


def _of(numbers: dict[int, int], bot: Bot) -> int:
    if bot.pk not in numbers:
        raise ValidationError({"pairs": f"{bot} does not play this round."})
    return numbers[bot.pk]


def _paired(opened: hand_pairing.OpenRound) -> Response:
    bots = {number: row.entry.bot for number, row in opened.entries.items()}
    answer = {
        "group": opened.group + 1,
        "round": opened.number,
        "bots": list(bots.values()),
        "pairs": [[bots[one] for one in two if one in bots] for two in opened.pairs],
    }
    return Response(PairingSerializer(answer).data)
