"""The people who run an event write announcements and answer questions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from ladder.events.models import Event
from ladder.events.reading import talk as event_talk
from ladder.events.roles import EventAct
from ladder.events.showing import talk as services
from pages.frame.access.permissions import PersonRequest, event_act, event_staff
from pages.frame.acts import desk_page, given_reason, redirect_with, refusing, reported
from pages.frame.fields.forms import area_field, number_field, sent
from pages.frame.paging import page_of

PER_PAGE = 20
MARKDOWN = "Markdown; HTML comes out as text."


class AnnounceForm(forms.Form):
    title = forms.CharField(max_length=120)
    text = area_field(None, 5000, 5, MARKDOWN, required=False)
    projector = number_field(
        "Minutes on the projector", 0, services.MOST_MINUTES, "0: not on the projector.", initial=10
    )


class AnswerForm(forms.Form):
    answer = area_field(None, services.LONGEST_ANSWER, 4, MARKDOWN)
    to = forms.ChoiceField(
        label="For",
        choices=[
            ("one", "The asker"),
            ("all", "Everybody"),
            ("frequent", "Everybody, with the frequent questions"),
        ],
    )

    def given(self) -> services.Answer:
        to = self.cleaned_data["to"]
        return services.Answer(self.cleaned_data["answer"], to != "one", to == "frequent")


class FrequentForm(forms.Form):
    """Its page has the form of an announcement too, so its ids differ."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="frequent-%s")

    text = area_field("Question", services.LONGEST_QUESTION, 2)
    answer = area_field(None, services.LONGEST_ANSWER, 4, MARKDOWN)


@event_staff(EventAct.SEE)
def index(request: PersonRequest, event: Event) -> HttpResponse:
    """Questions that the role may read, and announcements; a post is an announcement."""
    form = AnnounceForm(sent(request))
    if form.is_valid():
        with refusing(form):
            services.announce(event, request.user, services.Message(**form.cleaned_data))
            return redirect_with(
                request, "The announcement is public.", "event-desk-talk", event.slug
            )
    return _page(request, event, {"form": form})


def _page(request: PersonRequest, event: Event, more: dict[str, object]) -> HttpResponse:
    rows = event_talk.at_the_desk(event, request.user)
    answered = rows.exclude(answered_at=None).order_by("-answered_at")
    context = {
        "form": AnnounceForm(),
        "frequent_form": FrequentForm(),
        "open": rows.open().order_by("asked"),
        "page": page_of(request, answered, PER_PAGE),
        "announcements": event.announcements.select_related("created_by"),
        "drafts": event.incidents.filter(announcement=None),
        **more,
    }
    return desk_page(request, event, "talk", "talk", context)


@event_act(EventAct.ANNOUNCE)
def withdraw(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    announcement = get_object_or_404(event.announcements, pk=pk)
    with reported(request, "The announcement is withdrawn.", "Nothing was done: "):
        services.withdraw(announcement, request.user, given_reason(request))
    return redirect("event-desk-talk", event.slug)


@event_act(EventAct.ANNOUNCE)
def frequent(request: PersonRequest, event: Event) -> HttpResponse:
    """Add a frequent question that nobody has asked."""
    form = FrequentForm(request.POST)
    if not form.is_valid():
        return _page(request, event, {"frequent_form": form})
    given = form.cleaned_data
    with reported(request, "The question is listed with the frequent ones.", "Not added: "):
        services.add_frequent(event, request.user, given["text"], given["answer"])
    return redirect("event-desk-talk", event.slug)


@event_staff(EventAct.ANNOUNCE)
def answer(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    """One question, and a form for its answer or another one."""
    question = get_object_or_404(event.questions.select_related("asker"), pk=pk)
    to = "frequent" if question.frequent else "all" if question.to_all else "one"
    form = AnswerForm(sent(request), initial={"answer": question.answer, "to": to})
    if form.is_valid():
        with refusing(form):
            services.answer(question, request.user, form.given())
            return redirect_with(request, "The answer is sent.", "event-desk-talk", event.slug)
    return desk_page(request, event, "talk", "answer", {"question": question, "form": form})


@event_act(EventAct.ANNOUNCE)
def delete(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    question = get_object_or_404(event.questions, pk=pk)
    with reported(request, "The question is deleted.", "Nothing was done: "):
        services.remove(question, request.user, given_reason(request))
    return redirect("event-desk-talk", event.slug)
