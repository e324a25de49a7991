"""Announcements of an event, questions about it and their answers."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from arbiter.serving.kept import kept
from ladder.events.models import EventAnnouncement, Question
from ladder.events.reading import incidents, talk
from ladder.events.showing import talk as services
from pages.events.parts import frame
from pages.frame.access.finding import find_event
from pages.frame.acts import form_page, redirect_with, refusing
from pages.frame.content.markdown import authored
from pages.frame.paging import page_of

PER_PAGE = 20


class QuestionForm(forms.Form):
    text = forms.CharField(
        label="Your question",
        max_length=services.LONGEST_QUESTION,
        widget=forms.Textarea({"rows": 4}),
        help_text="The people who run the event read your name. Others do not, "
        "even if the answer is for everybody.",
    )


@kept
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = find_event(request, slug)
    page = page_of(request, talk.announcements(viewer), PER_PAGE)
    shown = told(page)
    context = {**frame(viewer, "talk"), "page": page, "shown": shown}
    context["incidents"] = incidents.public(viewer)[:PER_PAGE]
    return render(request, "events/announcements.html", context)


def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """The answers that the reader may read, and a form for another question."""
    if request.method != "POST":
        return _readable(request, slug)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    viewer = find_event(request, slug)
    form = QuestionForm(request.POST)
    if form.is_valid():
        with refusing(form):
            made = services.ask(viewer.event, request.user, form.cleaned_data["text"])
            return redirect_with(
                request, "Your question is sent. The answer comes as a notice.", made
            )
    return form_page(request, "events/questions.html", _questions(request, slug, form))


@kept
def _readable(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "events/questions.html", _questions(request, slug, QuestionForm()))


def _questions(request: HttpRequest, slug: str, form: QuestionForm) -> dict[str, object]:
    viewer = find_event(request, slug)
    readable = talk.questions(viewer)
    page = page_of(request, readable.answered, PER_PAGE)
    return {
        **frame(viewer, "talk"),
        "frequent": shown(readable.frequent),
        "answered": shown(page),
        "own": shown(readable.own),
        "page": page,
        "form": form,
        "may_ask": viewer.event.state not in ("draft", "aborted"),
    }


def told(rows: Iterable[EventAnnouncement]) -> list[tuple[EventAnnouncement, SafeString]]:
    """Announcements with their texts rendered."""
    return [(row, authored(row.text, f"announcement-{row.pk}-")) for row in rows]


def shown(rows: Iterable[Question]) -> list[tuple[Question, SafeString]]:
    """Questions with their answers rendered."""
    return [(row, authored(row.answer, f"answer-{row.pk}-")) for row in rows]
