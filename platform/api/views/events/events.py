"""Events: their stages, tables, brackets and matches; entering and withdrawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from api.pagination import StandingsPagination
from api.serializers.events.events import (
    EnterSerializer,
    EntrySerializer,
    EventDetailSerializer,
    EventMatchSerializer,
    EventSerializer,
    StageDetailSerializer,
    WithdrawSerializer,
)
from api.views.base import ApiView, caller, fields_of
from ladder.events.entrants import dropping, entering
from ladder.events.kinds import games
from ladder.events.models import Event, Stage
from ladder.events.reading import matches as event_matches
from ladder.events.reading import schedule
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import rows as stage_rows
from ladder.events.reading.stages import standings
from ladder.events.reading.viewer import EventViewer, visible_events
from matches.models import Match

AFTER = OpenApiParameter(
    "after", int, description="The table after this round, or after this game of a series."
)
PAGE = OpenApiParameter("page", int, description="A page number within the paginated result set.")
PAGE_SIZE = OpenApiParameter("page_size", int, description="Number of results to return per page.")
KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of a stage.")


class EventViewSet(mixins.ListModelMixin, GenericViewSet[Event], ApiView):
    """Events, newest first. Results that are hidden from the caller are left out."""

    queryset = Event.objects.all()
    serializer_class = EventSerializer
    filterset_fields = ("state",)
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"
    throttle_scopes = {"enter": "match", "withdraw": "match"}
    queries = {"stages": ("after",)}

    def get_queryset(self) -> QuerySet[Event]:
        return visible_events(self.request.user)

    def viewer(self) -> EventViewer:
        return EventViewer(self.get_object(), self.request.user)

    @extend_schema(responses=EventDetailSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        """One event with its stages, and its standings by those that are over."""
        viewer = self.viewer()
        found = {
            "event": viewer.event,
            "stages": schedule.schedule(viewer),
            "standings": standings.final_tables(viewer),
        }
        return Response(EventDetailSerializer(found).data)

    @extend_schema(
        parameters=[KEY, AFTER, PAGE, PAGE_SIZE], responses=StageDetailSerializer, filters=False
    )
    @action(
        detail=True,
        url_path="stages/(?P<key>[-a-zA-Z0-9_]+)",
        filter_backends=[],
        pagination_class=StandingsPagination,
    )
    def stages(self, request: Request, slug: str, key: str) -> Response:
        """One stage of an event that has begun, with its tables and, of a bracket, its places.

        Its groups follow one another on pages of 100 lines. A group has those of its rows and
        slots that are on the page, and groups without any are left out.
        """
        viewer = self.viewer()
        stage = _stage(viewer, key)
        shown = stage_results.results(viewer, stage, _whole(request.query_params.get("after", "")))
        found = {
            "stage": schedule.line_of(viewer, stage),
            "shown": not isinstance(shown, stage_results.Hidden),
            "up_to_round": viewer.rounds(stage),
            "tie_breaks": [each.value for each in viewer.plans[key].breaks],
            **self._page_of(_groups(shown)),
        }
        return Response(StageDetailSerializer(found).data)

    def _page_of(self, groups: Sequence[dict[str, Any]]) -> dict[str, object]:
        """The parts of the groups that are on a page, with the links to the pages beside it."""
        assert isinstance(self.paginator, StandingsPagination)
        spots = [
            (number, at)
            for number, group in enumerate(groups)
            for at in range(max(len(group["rows"]), len(group["slots"])))
        ]
        page: Any = self.paginate_queryset(spots) or []
        parts = {
            number: [at for _, at in own] for number, own in groupby(page, lambda spot: spot[0])
        }
        return {
            "count": len(spots),
            "next": self.paginator.get_next_link(),
            "previous": self.paginator.get_previous_link(),
            "groups": [
                _cut(groups[number], slice(at[0], at[-1] + 1)) for number, at in parts.items()
            ],
        }

    @extend_schema(responses=EventMatchSerializer(many=True), filters=False)
    @action(detail=True, filter_backends=[])
    def matches(self, request: Request, slug: str) -> Response:
        """The matches of encounters and series that the caller may see, newest first."""
        viewer = self.viewer()
        rows = Match.objects.visible_to(request.user).select_related("requested_by", "rated")
        found: Any = rows.with_seats().filter(games.within(viewer.opened))
        page: list[Any] = self.paginate_queryset(found) or []
        context = self.get_serializer_context()
        told = EventMatchSerializer(event_matches.played(viewer, page), many=True, context=context)
        return self.get_paginated_response(told.data)

    @extend_schema(responses=EntrySerializer(many=True), filters=False)
    @action(detail=True, filter_backends=[])
    def entries(self, request: Request, slug: str) -> Response:
        """The bots that have entered, newest first."""
        event = self.get_object()
        rows: Any = event.entries.filter(withdrawn_at=None).select_related("bot__owner")
        page: list[Any] = self.paginate_queryset(rows) or []
        return self.get_paginated_response(EntrySerializer(page, many=True).data)

    @extend_schema(request=EnterSerializer, responses={201: EntrySerializer})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def enter(self, request: Request, slug: str) -> Response:
        """Enter a bot that you manage."""
        given = fields_of(EnterSerializer, request.data)
        by = caller(request)
        entry = entering.enter(self.get_object(), given["bot"], by, given["code_word"])
        return Response(EntrySerializer(entry).data, status=201)

    @extend_schema(request=WithdrawSerializer, responses={204: None})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def withdraw(self, request: Request, slug: str) -> Response:
        """Withdraw a bot that you manage. After the start its opponents win the games that it has
        not played.
        """
        event, given = self.get_object(), fields_of(WithdrawSerializer, request.data)
        entry = event.entries.filter(bot=given["bot"], withdrawn_at=None).first()
        if entry is None:
            raise NotFound("This bot has not entered.")
        dropping.leave(entry, caller(request), given["reason"])
        return Response(status=204)


def _stage(viewer: EventViewer, key: str) -> Stage:
    try:
        return viewer.stage(key)
    except Stage.DoesNotExist:
        raise NotFound("There is no such stage.") from None


def _whole(words: str) -> int | None:
    """A number from 1 on; None for anything else."""
    plain = words.isascii() and words.isdigit() and len(words) < 6
    return int(words) or None if plain else None


def _groups(found: stage_results.Results) -> list[dict[str, Any]]:
    match found:
        case stage_results.Hidden():
            return []
        case stage_results.Groups(tables):
            return [
                {
                    **_group(each.name, each.lines, each.ties_among),
                    "slots": each.bracket.boxes if each.bracket else (),
                }
                for each in tables
            ]
        case stage_results.Series(reports, lines):
            return [
                {
                    **_group(each.name, [x for x in lines if x.entry.group == each.series.group]),
                    "series": each,
                }
                for each in reports
            ]
    return [_group("", found.lines)]


def _group(
    name: str,
    rows: Sequence[stage_rows.TableRow],
    ties: Callable[[Sequence[stage_rows.TableRow]], Sequence[str]] = stage_rows.ties_of,
) -> dict[str, Any]:
    return {"name": name, "rows": rows, "ties": ties, "slots": (), "series": None}


def _cut(group: dict[str, Any], part: slice) -> dict[str, Any]:
    """The part of a group that is on a page."""
    rows = group["rows"][part]
    return {**group, "rows": rows, "ties": group["ties"](rows), "slots": group["slots"][part]}
