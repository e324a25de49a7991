"""Versions: upload one, follow it to its first match, let it play."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from arbiter.serving.downloads import Download, download
from bots import services
from bots.models import BotVersion
from bots.versions import artifacts
from bots.versions.freezing import why_frozen
from controls import services as controls
from controls.models import Share
from games.registry import GAMES
from ladder.regressions import reading
from matches.models import Seat
from matches.services import may_see_log, seat_log
from pages.frame.access.finding import managed_bot, open_bot
from pages.frame.access.permissions import PersonRequest, person_act, private_page
from pages.frame.acts import form_page, reported
from pages.frame.fields.forms import refuse, sent
from pages.frame.fields.progress import created, progress
from pages.versions import queries
from pages.versions.forms import UploadForm
from sandbox.errors import UploadError
from sandbox.languages import LANGUAGES
from sandbox.limits import UPLOAD

LOG_LINES = 200
"""Lines of a bot's standard error that the version's page shows; the rest is a link away."""


@login_required
def upload(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    form = UploadForm(sent(request), request.FILES or None)
    if form.is_valid():
        file_name, data = form.source()
        chosen = form.cleaned_data
        try:
            version = services.upload_version(
                bot,
                request.user,
                file_name,
                data,
                language=chosen["language"],
                note=chosen["note"],
                program=chosen["program"],
            )
        except UploadError as error:
            form.add_error("file" if chosen["file"] else "text", str(error))
        except ValidationError as error:
            refuse(form, error)
        else:
            return created(request, version)
    context = {
        "bot": bot,
        "form": form,
        "limits": UPLOAD,
        "languages": [(each, form.problems[each.name]) for each in LANGUAGES.values()],
        "game": GAMES.get(bot.game),
        "frozen": why_frozen(bot, request.user),
    }
    return form_page(request, "versions/upload.html", context)


def _version(request: PersonRequest, owner: str, name: str, number: int) -> BotVersion:
    """A version, for the bot's owner and team, and organizers, who look after builds."""
    bot = open_bot(request, owner, name, or_organizer=True)
    version = get_object_or_404(bot.versions.select_related("uploaded_by"), number=number)
    version.bot = bot
    return version


@private_page
def show(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponse:
    version = _version(request, owner, name, number)
    manages = version.bot.managed_by(request.user)
    seat = queries.proving_seat(version)
    inside = version.bot.open_to(request.user)
    runs = reading.runs_of(version) if inside else []
    context = {
        "runs": runs,
        "runs_summary": reading.summary(runs),
        "bot": version.bot,
        "version": version,
        "manages": manages,
        "inside": inside,
        "steps": list(queries.steps(version)),
        "waiting": queries.waiting_words(version) if not version.is_settled else "",
        "language": getattr(LANGUAGES.get(version.language), "title", version.language),
        "seat": seat,
        "sparring_matches": queries.sparring_matches(version),
        "first_paused": Share.FIRST in controls.shares_held(),
        "log": _log_text(seat) if seat and may_see_log(seat, request.user) else "",
    }
    return render(request, "versions/version.html", context)


def _log_text(seat: Seat) -> str:
    lines: list[str] = []
    for row in seat_log(seat):
        lines += [f"turn {row['turn']}  {line}" for line in str(row["text"]).splitlines()]
        if len(lines) >= LOG_LINES:
            return "\n".join([*lines[:LOG_LINES], "… more on the match's page"])
    return "\n".join(lines)


@private_page
def state(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponse:
    """Where a version is, for pages that cannot hold a socket open."""
    version = _version(request, owner, name, number)
    return progress(version, version.build_log)


@require_safe
@login_required
def source(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponseBase:
    bot = open_bot(request, owner, name)
    version = get_object_or_404(bot.versions.exclude(source=""), number=number)
    source = services.read_source(version, request.user)
    name = f"{bot.name}-v{version.number}.zip"
    return download(request, Download(name, "application/zip", etag=version.source_sha256), source)


@person_act
def activate(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    version = get_object_or_404(bot.versions, number=number)
    with reported(request, f"Version {version.number} of {bot.name} plays from now on."):
        services.activate(version, request.user)
    if request.POST.get("page") == "bot":
        return redirect(f"{bot.get_absolute_url()}#versions")
    return redirect(version)


@person_act
def rebuild(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    version = get_object_or_404(bot.versions, number=number)
    with reported(request, f"Version {version.number} is being built again."):
        services.rebuild(version, request.user, program=request.POST.get("program", ""))
    return redirect(version)


@person_act
def delete_files(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    version = get_object_or_404(bot.versions, number=number)
    version.bot = bot
    with reported(request, f"The files of version {version.number} are deleted."):
        artifacts.delete_files(version, request.user)
    return redirect(version)
