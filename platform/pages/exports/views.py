"""The desk's page of exports, with its form."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from arbiter.serving import downloads
from audit import services as audit
from exports import services
from exports.models import KEPT, Export
from exports.options import Options
from ladder.models import Season
from pages.frame.access.permissions import (
    PersonRequest,
    organizer_act,
    organizer_page,
    organizers_only,
)
from pages.frame.acts import redirect_with, refusing, reported
from pages.frame.fields.forms import DaysInOrder, day_input, sent, tick_field

SHOWN = 20


class ExportForm(DaysInOrder):
    season = forms.ModelChoiceField(
        Season.objects.all(),
        required=False,
        empty_label="all",
        help_text="Narrows down matches and ratings.",
    )
    since = forms.DateField(required=False, label="Matches from", widget=day_input())
    until = forms.DateField(required=False, widget=day_input())
    emails = tick_field("Mail addresses of people")
    sources = tick_field("Sources of all versions")
    replays = tick_field("Replays")

    def options(self) -> Options:
        values = dict(self.cleaned_data)
        season = values.pop("season")
        return Options(season=season.pk if season else None, **values)


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_only
def index(request: PersonRequest) -> HttpResponse:
    form = ExportForm(sent(request))
    if form.is_valid():
        with refusing(form):
            services.ask(request.user, form.options())
            return redirect_with(request, "The export is being made.", "desk-export")
    context = {"form": form, "exports": _newest(), "kept": KEPT}
    return render(request, "exports/index.html", context)


@organizer_page
def state(request: PersonRequest) -> HttpResponse:
    """The list alone, for the page to renew itself."""
    return render(request, "exports/_list.html", {"exports": _newest()})


def _newest() -> list[Export]:
    return list(Export.objects.of_everything().select_related("by")[:SHOWN])


@organizer_act
def cancel(request: PersonRequest, pk: int) -> HttpResponse:
    export = get_object_or_404(Export.objects.of_everything(), pk=pk)
    with reported(request, f"{export} is cancelled.", "Nothing was done: "):
        services.cancel(export, request.user)
    return redirect("desk-export")


@organizer_page
def download(request: PersonRequest, pk: int) -> HttpResponseBase:
    """The archive. Each download is recorded, because it contains personal data."""
    export = get_object_or_404(Export.objects.of_everything(), pk=pk, state=Export.State.DONE)
    name = f"arbiter-export-{pk}.zip"
    what = downloads.Download(name, "application/zip", etag=export.sha256)
    response = downloads.download(request, what, export.file)
    if request.method == "GET" and response.status_code in (200, 206):
        audit.record(request.user, export, "downloaded")
    return response
