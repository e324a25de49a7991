"""Acts of the people who run an event, for programs.

Each needs a token with the scope ``organize``, and a role in the event that includes the act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, TypeVar

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope, User
from api.serializers.events.events import EntrySerializer, EventSerializer
from api.serializers.events.organizing import (
    AnnouncementSerializer,
    AppliedSerializer,
    AudienceSerializer,
    DryRunSerializer,
    EntryActSerializer,
    MatchActSerializer,
    MemberSerializer,
    NameSerializer,
    ProblemsSerializer,
    ReinstateSerializer,
    RoleSerializer,
)
from api.serializers.maps import ReasonSerializer
from api.views.base import caller, fields_of
from api.views.events.event_desk import POST, SIGNED_IN, STAGE, EventDeskViewSet
from ladder.core.contest import plan as plans
from ladder.events import people
from ladder.events.mending import results, rulings
from ladder.events.models import Entry, Event, Stage
from ladder.events.planning import acts, checking, contest_files, promises
from ladder.events.reading import talk as event_talk
from ladder.events.reading.viewer import EventViewer
from ladder.events.roles import EventAct
from ladder.events.running import pausing
from ladder.events.showing import talk
from matches.models import Match

Row = TypeVar("Row", Event, Stage)
FILE = {"application/json": {"type": "object", "additionalProperties": True}}
CHECK = OpenApiParameter("check", bool, description="Answer as if it were done, and keep nothing.")


class OrganizingViewSet(EventDeskViewSet):
    """Plan, start, pause, reveal, correct and announce: what the pages of organizers do."""

    throttle_scopes: ClassVar[dict[str, str]] = {"dry_run": "match"}

    @classmethod
    def scope_of(cls, act: str, method: str) -> Scope:
        """Every act needs ``organize``; announcements are public."""
        reads = act == "announcements" and method.upper() == "GET"
        return Scope.READ if reads else Scope.ORGANIZE

    # Files ----------------------------------------------------------------------------------------

    @extend_schema(
        responses={(200, "application/json"): {"type": "object", "additionalProperties": True}}
    )
    @action(**SIGNED_IN)
    def file(self, request: Request, slug: str) -> Response:
        """The event as a file: its frame, plan and people."""
        return Response(contest_files.document_of(self.event_for(request, EventAct.SEE)))

    @extend_schema(request=FILE, responses=AppliedSerializer, parameters=[CHECK])
    @file.mapping.put
    def apply(self, request: Request, slug: str) -> Response:
        """Make the event what the file says.  A new address makes a new event."""
        document = request.data
        if isinstance(document, dict) and document.setdefault("slug", slug) != slug:
            raise ValidationError({"slug": f"The file is of “{document['slug']}”, not “{slug}”."})
        check = request.query_params.get("check", "") not in ("", "0", "false")
        applied = contest_files.apply(contest_files.read(document), caller(request), check=check)
        status = 201 if applied.created and not check else 200
        return Response(AppliedSerializer(applied).data, status)

    @extend_schema(request=None, responses=ProblemsSerializer)
    @action(**POST)
    def validate(self, request: Request, slug: str) -> Response:
        """The errors of the plan, as at its publication."""
        event = self.event_for(request, EventAct.SEE)
        problems = checking.at_publication(event.planned, event.most_entries, event.starts)
        return Response(ProblemsSerializer({"problems": problems}).data)

    @extend_schema(request=None, responses={202: DryRunSerializer})
    @action(**POST, url_path="dry-run")
    def dry_run(self, request: Request, slug: str) -> Response:
        """Have a worker simulate the whole event many times.  GET gives the result."""
        event = self.event_for(request, EventAct.PLAN)
        if wrong := checking.findings(event.planned, event.most_entries):
            raise acts.PlanError(wrong)
        return Response(DryRunSerializer(promises.preview(event)).data, status=202)

    @extend_schema(responses=DryRunSerializer)
    @dry_run.mapping.get
    def last_dry_run(self, request: Request, slug: str) -> Response:
        """The newest dry run, waiting or done.  404 where none was requested."""
        found = promises.last_preview(self.event_for(request, EventAct.PLAN))
        if found is None:
            raise NotFound("No dry run of this event was requested.")
        return Response(DryRunSerializer(found).data)

    # The event ------------------------------------------------------------------------------------

    @extend_schema(request=None, responses=EventSerializer)
    @action(**POST)
    def publish(self, request: Request, slug: str) -> Response:
        """Make a draft public."""
        event = self.get_object()
        acts.publish(event, caller(request))
        return self.answer(event)

    @extend_schema(request=None, responses={204: None})
    @action(**POST)
    def discard(self, request: Request, slug: str) -> Response:
        """Delete a draft."""
        acts.discard(self.get_object(), caller(request))
        return Response(status=204)

    @extend_schema(request=None, responses=EventSerializer)
    @action(**POST)
    def start(self, request: Request, slug: str) -> Response:
        """Start an open event now.  A check-in that is open ends: other bots are withdrawn."""
        event = self.get_object()
        acts.start(event, caller(request))
        return self.answer(event)

    def _with_reason(
        self, request: Request, verb: Callable[[Row, User, str], None], row: Row
    ) -> Response:
        verb(row, caller(request), fields_of(ReasonSerializer, request.data)["reason"])
        return self.answer(row.event if isinstance(row, Stage) else row)

    @extend_schema(request=ReasonSerializer, responses=EventSerializer)
    @action(**POST)
    def pause(self, request: Request, slug: str) -> Response:
        """No new games until the event is resumed."""
        return self._with_reason(request, pausing.pause, self.get_object())

    @extend_schema(request=ReasonSerializer, responses=EventSerializer)
    @action(**POST)
    def resume(self, request: Request, slug: str) -> Response:
        return self._with_reason(request, pausing.resume, self.get_object())

    @extend_schema(request=ReasonSerializer, responses=EventSerializer)
    @action(**POST)
    def abort(self, request: Request, slug: str) -> Response:
        """End the event without a result."""
        return self._with_reason(request, acts.abort, self.get_object())

    # Stages ---------------------------------------------------------------------------------------

    @extend_schema(request=ReasonSerializer, responses=EventSerializer)
    @action(**POST, url_path=f"{STAGE}/pause", url_name="stage-pause")
    def pause_stage(self, request: Request, slug: str, key: str) -> Response:
        return self._with_reason(request, pausing.pause_stage, self.stage(key))

    @extend_schema(request=ReasonSerializer, responses=EventSerializer)
    @action(**POST, url_path=f"{STAGE}/resume", url_name="stage-resume")
    def resume_stage(self, request: Request, slug: str, key: str) -> Response:
        return self._with_reason(request, pausing.resume_stage, self.stage(key))

    @extend_schema(request=AudienceSerializer, responses=EventSerializer)
    @action(**POST, url_path=f"{STAGE}/reveal", url_name="stage-reveal")
    def reveal(self, request: Request, slug: str, key: str) -> Response:
        """Set the audience of a stage's results."""
        stage = self.stage(key)
        level = fields_of(AudienceSerializer, request.data)["results"]
        acts.reveal(stage, caller(request), plans.Reveal(level))
        return self.answer(stage.event)

    # Corrections ----------------------------------------------------------------------------------

    def _entry(self, bot: int) -> Entry:
        """Of the event; 404 where the bot has not entered."""
        rows = self.get_object().entries.select_related("bot__owner", "event")
        return get_object_or_404(rows, bot=bot)

    def _rule_on(
        self, request: Request, ruling: rulings.Disqualify, given: Mapping[str, object]
    ) -> Response:
        self.rule(request, ruling, given)
        ruling.entry.refresh_from_db()
        return Response(EntrySerializer(ruling.entry).data)

    @extend_schema(request=EntryActSerializer, responses=EntrySerializer)
    @action(**POST)
    def disqualify(self, request: Request, slug: str) -> Response:
        """Take a bot out; its opponents win its remaining games."""
        given = fields_of(EntryActSerializer, request.data)
        return self._rule_on(request, rulings.Disqualify(self._entry(given["bot"])), given)

    @extend_schema(request=ReinstateSerializer, responses=EntrySerializer)
    @action(**POST)
    def reinstate(self, request: Request, slug: str) -> Response:
        """Undo a disqualification or a withdrawal.

        Where the event has gone on without the bot, the answer is 400 with what that means, unless
        you have ``agreed``.
        """
        given = fields_of(ReinstateSerializer, request.data)
        ruling = rulings.Reinstate(self._entry(given["bot"]), given["agreed"])
        ruling.require(caller(request))
        if not ruling.agreed and (since := ruling.preview().since):
            raise ValidationError({"agreed": [rulings.ASKS, *since]})
        return self._rule_on(request, ruling, given)

    def _correct(self, request: Request, ruling: type[rulings.Void]) -> Response:
        event = self.get_object()
        given = fields_of(MatchActSerializer, request.data)
        match = get_object_or_404(Match.objects.visible_to(request.user), pk=given["match"])
        stage = results.stage_of(match)
        if stage is None or stage.event_id != event.pk:
            raise ValidationError({"match": f"Match {match.pk} is not part of {event}."})
        self.rule(request, ruling(match), given)
        return self.answer(event)

    @extend_schema(request=MatchActSerializer, responses=EventSerializer)
    @action(**POST)
    def void(self, request: Request, slug: str) -> Response:
        """Void the result of a match; another game is played."""
        return self._correct(request, rulings.Void)

    @extend_schema(request=MatchActSerializer, responses=EventSerializer)
    @action(**POST, url_path="undo-void")
    def undo_void(self, request: Request, slug: str) -> Response:
        return self._correct(request, rulings.UndoVoid)

    # People and talk ------------------------------------------------------------------------------

    @extend_schema(responses=MemberSerializer(many=True))
    @action(**SIGNED_IN)
    def people(self, request: Request, slug: str) -> Response:
        """The people who run the event, and their roles."""
        members = people.members_of(self.event_for(request, EventAct.SEE))
        return Response(MemberSerializer(members, many=True).data)

    @extend_schema(request=RoleSerializer, responses=MemberSerializer)
    @people.mapping.post
    def give_role(self, request: Request, slug: str) -> Response:
        given = fields_of(RoleSerializer, request.data)
        made = people.give(self.get_object(), caller(request), given["name"], given["role"])
        return Response(MemberSerializer(made).data, 201)

    @extend_schema(request=NameSerializer, responses={204: None})
    @action(**POST, url_path="people/remove")
    def take_role(self, request: Request, slug: str) -> Response:
        event = self.event_for(request, EventAct.SEE)
        name = fields_of(NameSerializer, request.data)["name"]
        person = get_object_or_404(User, username__iexact=name, event_roles__event=event)
        people.take(event, caller(request), person)
        return Response(status=204)

    @extend_schema(responses=AnnouncementSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def announcements(self, request: Request, slug: str) -> Response:
        """The announcements of the event, newest first."""
        viewer = EventViewer(self.get_object(), request.user)
        rows = event_talk.announcements(viewer)
        return Response(AnnouncementSerializer(rows, many=True).data)

    @extend_schema(request=AnnouncementSerializer, responses={201: AnnouncementSerializer})
    @announcements.mapping.post
    def announce(self, request: Request, slug: str) -> Response:
        event, given = self.get_object(), fields_of(AnnouncementSerializer, request.data)
        made = talk.announce(event, caller(request), talk.Message(**given))
        return Response(AnnouncementSerializer(made).data, 201)
