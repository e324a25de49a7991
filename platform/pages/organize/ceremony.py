"""The page from which an announcer leads: what projectors show, and how results open."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from games.texts.sentences import paragraph
from ladder.core.contest import plan as plans
from ladder.events.kinds import registry
from ladder.events.models import Entry, Event, Projector, Scene, Stage, StageEntry
from ladder.events.roles import EventAct
from ladder.events.showing import ceremony, projecting
from pages.frame.access.permissions import PersonRequest, event_act, event_page
from pages.frame.acts import desk_page, given_number, redirect_with, refusing, reported
from pages.frame.fields.zoned import read_optional_time, read_zone, typed_time

PAGE = "event-ceremony"


class SponsorForm(forms.Form):
    name = forms.CharField(label="Name of the sponsor", max_length=60)
    logo = forms.FileField(
        label="Logo",
        help_text="PNG, JPEG or WebP, at most 2 MB. It is shown on white.",
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )


@event_page(EventAct.REVEAL)
def lead(request: PersonRequest, event: Event) -> HttpResponse:
    return _page(request, event, SponsorForm())


def _page(request: PersonRequest, event: Event, form: SponsorForm) -> HttpResponse:
    stages = list(event.stages.all())
    finals = {each.key for each in event.planned.finals}
    context = {
        "projector": Projector.objects.filter(event=event).first() or Projector(event=event),
        "scenes": list(Scene),
        "stages": stages,
        "results": [_results(stage) for stage in stages],
        "ceremonies": [_ceremony(each) for each in stages if each.key in finals and each.is_over],
        "sponsors": list(event.sponsors.all()),
        "may_plan": EventAct.PLAN in request.rights,
        "form": form,
    }
    return desk_page(request, event, "ceremony", "ceremony", context)


def _results(stage: Stage) -> dict[str, object]:
    """How the results of a stage stand, for its card."""
    zone = read_zone(stage.event.time_zone)
    return {
        "stage": stage,
        "is_shown": stage.reveal == plans.Reveal.PUBLIC,
        "has_rounds": bool(registry.kind_of(stage).part),
        "when": typed_time(stage.reveals_at, zone),
        "word": registry.kind_of(stage).part,
    }


def _ceremony(stage: Stage) -> dict[str, object]:
    """The ceremony of a final stage: the places to come, the next one with its bots."""
    table = ceremony.final_places_of(stage)
    seen = stage.places_shown
    coming = sorted({row.place for row in table if seen is None or row.place < seen})
    place = coming[-1] if coming else 0
    rows = [row.entry for row in table if row.place == place]
    last, hidden = max((row.place for row in table), default=0), _kept_back(stage)
    return {
        "stage": stage,
        "is_shown": stage.reveal == plans.Reveal.PUBLIC,
        "last": last,
        "first": max((row.place for row in table if row.entry in hidden), default=last),
        "place": place,
        "entries": Entry.objects.filter(pk__in=rows).select_related("bot__owner"),
        "left": len(coming),
    }


def _kept_back(stage: Stage) -> set[int]:
    """Entries that play a stage whose results not everybody sees: places of all others are known,
    so the ceremony need not show them."""
    rows = StageEntry.objects.filter(stage__event=stage.event).exclude(number=None)
    return set(rows.exclude(stage__reveal=plans.Reveal.PUBLIC).values_list("entry", flat=True))


# Projectors ---------------------------------------------------------------------------------------


@event_act(EventAct.REVEAL)
def scene(request: PersonRequest, event: Event) -> HttpResponse:
    """Have projectors show a scene, of the stage that the form names, if it names one."""
    name, key = request.POST.get("scene", ""), request.POST.get("stage", "")
    if name not in list(Scene):
        raise Http404("There is no such scene.")
    stage = get_object_or_404(event.stages, key=key) if key else None
    projecting.show_scene(event, request.user, Scene(name), stage)
    return _answer(request, event)


@event_act(EventAct.REVEAL)
def step(request: PersonRequest, event: Event) -> HttpResponse:
    """Show the next place of a ceremony, or take the last one back."""
    stage = get_object_or_404(event.stages, key=request.POST.get("stage", ""))
    shown, name = request.POST.get("seen", ""), request.POST.get("act", "")
    acts = {"next": ceremony.step, "back": ceremony.step_back}
    if name not in acts or not (shown.isascii() and shown.isdigit() and len(shown) < 6):
        raise Http404("There is no such step.")
    try:
        acts[name](stage, request.user, int(shown))
    except ValidationError as error:
        if _wants_text(request):
            return HttpResponse(paragraph(*error.messages), "text/plain", 409)
        messages.error(request, paragraph(*error.messages))
    return _answer(request, event)


def _wants_text(request: HttpRequest) -> bool:
    """Whether the script of a projector asks."""
    return request.headers.get("Accept") == "text/plain"


def _answer(request: HttpRequest, event: Event) -> HttpResponse:
    return HttpResponse(status=204) if _wants_text(request) else redirect(PAGE, event.slug)


# Results ------------------------------------------------------------------------------------------


def _set_time(stage: Stage, request: PersonRequest) -> None:
    when = read_optional_time(request.POST.get("when", ""), read_zone(stage.event.time_zone))
    ceremony.set_time(stage, request.user, when)


def _show_rounds(stage: Stage, request: PersonRequest) -> None:
    ceremony.show_rounds(stage, request.user, given_number(request, "rounds"))


def _begin(stage: Stage, request: PersonRequest) -> None:
    ceremony.begin(stage, request.user, given_number(request, "first"))


def _open_now(stage: Stage, request: PersonRequest) -> None:
    ceremony.open_now(stage, request.user)


ACTS: dict[str, tuple[Callable[[Stage, PersonRequest], None], str]] = {
    "time": (_set_time, "The time of the results is set."),
    "rounds": (_show_rounds, "The rounds are shown."),
    "begin": (_begin, "The ceremony has begun."),
    "open": (_open_now, "All results are shown."),
}


@event_act(EventAct.REVEAL)
def act(request: PersonRequest, event: Event, key: str, name: str) -> HttpResponse:
    stage = get_object_or_404(event.stages, key=key)
    if name not in ACTS:
        raise Http404("There is no such act.")
    verb, done = ACTS[name]
    with reported(request, f"{stage.name}: {done}", "Nothing was done: "):
        verb(stage, request)
    return redirect(PAGE, event.slug)


# Sponsors -----------------------------------------------------------------------------------------


@event_act(EventAct.PLAN)
def add_sponsor(request: PersonRequest, event: Event) -> HttpResponse:
    form = SponsorForm(request.POST, request.FILES)
    if form.is_valid():
        with refusing(form):
            sponsor = projecting.add_sponsor(event, request.user, **form.cleaned_data)
            return redirect_with(request, f"The logo of {sponsor.name} is added.", PAGE, event.slug)
    return _page(request, event, form)


@event_act(EventAct.PLAN)
def remove_sponsor(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    sponsor = get_object_or_404(event.sponsors, pk=pk)
    with reported(request, f"The logo of {sponsor.name} is removed."):
        projecting.remove_sponsor(sponsor, request.user)
    return redirect(PAGE, event.slug)
