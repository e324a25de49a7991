"""Importing entrants from CSV, and the file with their codes."""

from __future__ import annotations

import json

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from arbiter.serving.downloads import csv_table
from ladder.events.entrants import importing
from ladder.events.models import Event
from ladder.events.roles import EventAct
from pages.frame.access.permissions import PersonRequest, event_act, event_staff
from pages.frame.acts import refusing
from pages.organize.entries.entrants import shown_codes
from pages.organize.entries.entrants_forms import ListForm


@never_cache
@event_staff(EventAct.ENTRANTS)
def import_list(request: PersonRequest, event: Event) -> HttpResponse:
    """The list, then its preview, then, with `confirm`, the codes.  Nothing is kept between."""
    if request.method != "POST":
        return _page(request, event, ListForm())
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, form)
    text = form.cleaned_data["text"]
    preview = importing.preview(event, text, form.notes)
    if preview.ready and request.POST.get("act") == "confirm":
        with refusing(form):
            return shown_codes(request, event, importing.confirm(event, request.user, text))
    # The text of a file becomes that of the field, where its lines can be corrected.
    shown = form if form.errors else ListForm(initial={"text": preview.text or text})
    return _page(request, event, shown, preview)


def _page(
    request: PersonRequest, event: Event, form: ListForm, preview: importing.Preview | None = None
) -> HttpResponse:
    context = {"event": event, "tab": "entrants", "form": form, "preview": preview}
    wrong = bool(form.errors) or (preview is not None and not preview.ready)
    return render(request, "organize/entrants_import.html", context, status=422 if wrong else 200)


@event_act(EventAct.ENTRANTS)
def codes_file(request: PersonRequest, event: Event) -> HttpResponseBase:
    """The codes that the page has just shown, as CSV; the page sends them, as only it has them."""
    made = _posted(request.POST.get("rows", ""))
    if not importing.own_codes(event, made):
        raise Http404("These are no codes of this event.")
    rows = [["name", "note", "code"], *([row.label, row.note, row.code] for row in made)]
    return csv_table(request, f"{event.slug}-codes", rows)


def _posted(text: str) -> list[importing.Made]:
    """The rows in one field, as a form may have no more than a thousand; empty if they are none."""
    try:
        return [importing.Made(*map(str, each)) for each in json.loads(text)]
    except (ValueError, TypeError, RecursionError):
        return []
