"""How an event is shown and talked about: ceremony, projectors, questions; and copies of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.serializers.events.events import EventSerializer
from api.serializers.events.showing import (
    AnswerSerializer,
    BeginSerializer,
    CopySerializer,
    FrequentSerializer,
    NewSponsorSerializer,
    QuestionSerializer,
    RoundsSerializer,
    SceneSerializer,
    ShownStageSerializer,
    SponsorSerializer,
    StepSerializer,
    TimeSerializer,
)
from api.serializers.maps import ReasonSerializer
from api.views.base import caller, fields_of
from api.views.events.event_desk import KEY, NUMBER, POST, SIGNED_IN, STAGE, EventDeskViewSet
from ladder.events import permissions
from ladder.events.models import EventAnnouncement, Projector, Question, Scene, Sponsor, Stage
from ladder.events.planning import copying
from ladder.events.reading import talk as event_talk
from ladder.events.roles import EventAct
from ladder.events.showing import ceremony, projecting, talk

PK = OpenApiParameter("pk", int, OpenApiParameter.PATH, description="Its id.")
UPLOAD: Any = {**POST, "parser_classes": [MultiPartParser]}
STEPS: Any = {"responses": ShownStageSerializer, "parameters": [KEY]}


class ShowingViewSet(EventDeskViewSet):
    """Lead the ceremony and the projectors, answer questions, and copy the event."""

    # Results --------------------------------------------------------------------------------------

    def _change(
        self,
        request: Request,
        key: str,
        act: Callable[..., object],
        body: type[Serializer[Any]] | None = None,
    ) -> Response:
        """Do it to a stage, as the one field of the body says, and show the stage."""
        self.event_for(request, EventAct.REVEAL)
        stage = self.stage(key)
        given = fields_of(body, request.data) if body is not None else {}
        act(stage, caller(request), *given.values())
        return Response(ShownStageSerializer(Stage.objects.get(pk=stage.pk)).data)

    @extend_schema(**STEPS)
    @action(**SIGNED_IN, url_path=f"{STAGE}/results", url_name="results")
    def results(self, request: Request, slug: str, key: str) -> Response:
        """How the results of a stage are open."""
        self.event_for(request, EventAct.REVEAL)
        return Response(ShownStageSerializer(self.stage(key)).data)

    @extend_schema(request=TimeSerializer, **STEPS)
    @action(**POST, url_path=f"{STAGE}/results/time", url_name="results-time")
    def set_time(self, request: Request, slug: str, key: str) -> Response:
        """Have the results open by themselves at a time."""
        return self._change(request, key, ceremony.set_time, TimeSerializer)

    @extend_schema(request=RoundsSerializer, **STEPS)
    @action(**POST, url_path=f"{STAGE}/results/rounds", url_name="results-rounds")
    def show_rounds(self, request: Request, slug: str, key: str) -> Response:
        """Show the first rounds, or games of a series, and keep back the others."""
        return self._change(request, key, ceremony.show_rounds, RoundsSerializer)

    @extend_schema(request=None, **STEPS)
    @action(**POST, url_path=f"{STAGE}/results/open", url_name="results-open")
    def open_now(self, request: Request, slug: str, key: str) -> Response:
        """Show all results of a stage, and of those that lead to it, to everybody."""
        return self._change(request, key, ceremony.open_now)

    @extend_schema(request=BeginSerializer, **STEPS)
    @action(**POST, url_path=f"{STAGE}/ceremony/begin", url_name="ceremony-begin")
    def begin(self, request: Request, slug: str, key: str) -> Response:
        """Begin to show the final table from the last place to the first."""
        return self._change(request, key, ceremony.begin, BeginSerializer)

    @extend_schema(request=StepSerializer, **STEPS)
    @action(**POST, url_path=f"{STAGE}/ceremony/next", url_name="ceremony-next")
    def next_place(self, request: Request, slug: str, key: str) -> Response:
        """Show the next place.  With place 1 all results are shown."""
        return self._change(request, key, ceremony.step, StepSerializer)

    @extend_schema(request=StepSerializer, **STEPS)
    @action(**POST, url_path=f"{STAGE}/ceremony/back", url_name="ceremony-back")
    def place_back(self, request: Request, slug: str, key: str) -> Response:
        """Hide the place that was shown last; before the first one, end the ceremony."""
        return self._change(request, key, ceremony.step_back, StepSerializer)

    # Projectors -----------------------------------------------------------------------------------

    @extend_schema(responses=SceneSerializer)
    @action(**SIGNED_IN)
    def projector(self, request: Request, slug: str) -> Response:
        """The scene that projectors of the event show."""
        event = self.event_for(request, EventAct.REVEAL)
        row = Projector.objects.select_related("stage").filter(event=event).first()
        key = row.stage.key if row is not None and row.stage is not None else ""
        return Response({"scene": row.scene if row is not None else "", "stage": key})

    @extend_schema(request=SceneSerializer, responses=SceneSerializer)
    @projector.mapping.post
    def show_scene(self, request: Request, slug: str) -> Response:
        """Have projectors show a scene."""
        event = self.event_for(request, EventAct.REVEAL)
        given = fields_of(SceneSerializer, request.data)
        stage = get_object_or_404(event.stages, key=given["stage"]) if given["stage"] else None
        projecting.show_scene(event, caller(request), Scene(given["scene"]), stage)
        return Response(given)

    @extend_schema(responses=SponsorSerializer(many=True))
    @action(**SIGNED_IN)
    def sponsors(self, request: Request, slug: str) -> Response:
        """The logos that projectors show."""
        event = self.event_for(request, EventAct.SEE)
        return Response(SponsorSerializer(event.sponsors.all(), many=True).data)

    @extend_schema(
        request={"multipart/form-data": NewSponsorSerializer}, responses={201: SponsorSerializer}
    )
    @action(**UPLOAD, url_path="sponsors/add", url_name="sponsor-add")
    def add_sponsor(self, request: Request, slug: str) -> Response:
        event = self.event_for(request, EventAct.PLAN)
        given = fields_of(NewSponsorSerializer, request.data)
        made = projecting.add_sponsor(event, caller(request), **given)
        return Response(SponsorSerializer(made).data, 201)

    @extend_schema(request=None, responses={204: None}, parameters=[PK])
    @action(**POST, url_path=f"sponsors/{NUMBER}/remove", url_name="sponsor-remove")
    def remove_sponsor(self, request: Request, slug: str, pk: str) -> Response:
        event = self.event_for(request, EventAct.PLAN)
        rows = Sponsor.objects.select_related("event")
        projecting.remove_sponsor(get_object_or_404(rows, event=event, pk=int(pk)), caller(request))
        return Response(status=204)

    # Talk -----------------------------------------------------------------------------------------

    @extend_schema(request=ReasonSerializer, responses={204: None}, parameters=[PK])
    @action(**POST, url_path=f"announcements/{NUMBER}/withdraw", url_name="announcement-withdraw")
    def withdraw_announcement(self, request: Request, slug: str, pk: str) -> Response:
        """Take an announcement from all pages."""
        event = self.event_for(request, EventAct.ANNOUNCE)
        rows = EventAnnouncement.objects.select_related("event")
        row = get_object_or_404(rows, event=event, pk=int(pk))
        talk.withdraw(row, caller(request), fields_of(ReasonSerializer, request.data)["reason"])
        return Response(status=204)

    @extend_schema(responses=QuestionSerializer(many=True))
    @action(**SIGNED_IN)
    def questions(self, request: Request, slug: str) -> Response:
        """All questions with their askers, those without an answer first."""
        event = self.event_for(request, EventAct.ANNOUNCE)
        rows = event_talk.at_the_desk(event, caller(request))
        questions = [*rows.open().order_by("asked"), *rows.exclude(answered_at=None)]
        return Response(QuestionSerializer(questions, many=True).data)

    @extend_schema(request=FrequentSerializer, responses={201: QuestionSerializer})
    @action(**POST, url_path="questions/frequent", url_name="question-frequent")
    def add_frequent(self, request: Request, slug: str) -> Response:
        """Add a frequent question that nobody has asked."""
        event = self.event_for(request, EventAct.ANNOUNCE)
        given = fields_of(FrequentSerializer, request.data)
        made = talk.add_frequent(event, caller(request), given["text"], given["answer"])
        return Response(QuestionSerializer(made).data, 201)

    def _question(self, request: Request, pk: str) -> Question:
        event = self.event_for(request, EventAct.ANNOUNCE)
        rows = Question.objects.select_related("event", "asker")
        return get_object_or_404(rows, event=event, pk=int(pk))

    @extend_schema(request=AnswerSerializer, responses=QuestionSerializer, parameters=[PK])
    @action(**POST, url_path=f"questions/{NUMBER}/answer", url_name="question-answer")
    def answer_question(self, request: Request, slug: str, pk: str) -> Response:
        """Answer a question, or change its answer."""
        row, given = self._question(request, pk), fields_of(AnswerSerializer, request.data)
        to = talk.Answer(given["answer"], given["to_all"], given["frequent"])
        talk.answer(row, caller(request), to)
        row.refresh_from_db()
        return Response(QuestionSerializer(row).data)

    @extend_schema(request=ReasonSerializer, responses={204: None}, parameters=[PK])
    @action(**POST, url_path=f"questions/{NUMBER}/delete", url_name="question-delete")
    def delete_question(self, request: Request, slug: str, pk: str) -> Response:
        """Delete a question with its answer."""
        row = self._question(request, pk)
        talk.remove(row, caller(request), fields_of(ReasonSerializer, request.data)["reason"])
        return Response(status=204)

    # Copies ---------------------------------------------------------------------------------------

    @extend_schema(request=CopySerializer, responses={201: EventSerializer})
    @action(**POST)
    def copy(self, request: Request, slug: str) -> Response:
        """A new draft with the rules and plan of the event, its times moved to another start."""
        event = self.event_for(request, EventAct.PLAN)
        by, given = (
            permissions.require_creator(request.user),
            fields_of(CopySerializer, request.data),
        )
        made = copying.copy(
            event, by, given["name"], given["starts"], with_roles=given["with_roles"]
        )
        return Response(EventSerializer(made).data, 201)
