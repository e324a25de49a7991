"""Foreign games at the desk: what is installed, the form for archives, and one on its way."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from controls import languages
from games.foreign.fields import ManifestError
from games.registry import GAMES
from installs import services
from installs.models import GameInstall
from pages.frame.access.permissions import (
    PersonRequest,
    organizer_act,
    organizer_page,
    organizers_only,
)
from pages.frame.acts import form_page, given_reason, refusing, reported
from pages.frame.fields.forms import sent
from pages.frame.fields.progress import created, progress
from pages.installs import queries
from sandbox.errors import UploadError
from sandbox.foreign.install.trials import TRIAL_FRAMES
from sandbox.limits import GAME_ARCHIVE


class ArchiveForm(forms.Form):
    """A game's folder, packed."""

    archive = forms.FileField(
        label="Archive",
        help_text="The game's folder with its game.json, as a zip, .tar.gz or .tar.xz.",
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@organizers_only
def index(request: PersonRequest) -> HttpResponse:
    form = ArchiveForm(sent(request), request.FILES or None)
    if form.is_valid():
        archive = form.cleaned_data["archive"]
        try:
            with refusing(form):
                return created(
                    request, services.request_install(request.user, archive.name, archive)
                )
        except (UploadError, ManifestError) as error:
            form.add_error("archive", _sentence(str(error)))
    context = {
        "form": form,
        "installed": queries.installed(),
        "left_out": list(GAMES.skipped),
        "history": queries.history(),
        "limits": GAME_ARCHIVE,
        "frames": TRIAL_FRAMES,
        "languages": languages.available(),
    }
    return form_page(request, "installs/index.html", context)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


@never_cache
@organizer_page
def show(request: PersonRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(GameInstall.objects.select_related("by"), pk=pk)
    context = {"row": row, "here": queries.now_of(row), "failures": queries.failures(row.name)}
    return render(request, "installs/show.html", context)


@never_cache
@organizer_page
def state(request: PersonRequest, pk: int) -> HttpResponse:
    """Where an installation is, for the script of its page."""
    row = get_object_or_404(GameInstall, pk=pk)
    return progress(row, row.log)


@organizer_act
def again(request: PersonRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(GameInstall, pk=pk)
    with reported(request):
        services.again(row, request.user)
    return redirect(row)


@organizer_act
def remove(request: PersonRequest, name: str) -> HttpResponse:
    with reported(request, refused="Nothing was removed: "):
        title = services.remove(name, request.user, given_reason(request))
        messages.success(request, f"{title} is removed. Its bots and matches stay.")
    return redirect("desk-games")
