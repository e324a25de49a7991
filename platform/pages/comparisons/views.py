"""Comparisons of versions: a bot's, a new one, and one with its course.

To whoever does not manage the bot, and is no organizer, none of them exists.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arbiter.downloads import csv_table
from bots.models import Bot
from games.registry import GAMES
from ladder.comparisons import services
from ladder.comparisons.models import Trial
from ladder.comparisons.planning import MOST_RUNNING
from ladder.comparisons.report import lines_of, table_of
from pages.comparisons.forms import TrialForm
from pages.comparisons.report import view_of
from pages.frame.finding import managed_bot
from pages.frame.forms import refuse
from pages.frame.paging import page_of
from pages.frame.polling import STOP_POLLING
from pages.frame.queries import playing_bots
from pages.frame.requests import PersonRequest


def _bot(request: PersonRequest, owner: str, name: str) -> Bot:
    """The bot, for those who manage it and for organizers."""
    return managed_bot(request, owner, name, or_organizer=True)


def _trial(request: PersonRequest, owner: str, name: str, pk: int) -> Trial:
    bot = _bot(request, owner, name)
    trial = get_object_or_404(Trial.objects.with_bots().of_bot(bot), pk=pk)
    trial.candidate.bot = bot
    return trial


@require_safe
@never_cache
@login_required
def index(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = _bot(request, owner, name)
    page = page_of(request, Trial.objects.with_bots().of_bot(bot))
    context = {"bot": bot, "page": page, "manages": bot.managed_by(request.user)}
    return render(request, "comparisons/index.html", context)


@login_required
def new(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    if bot.game not in GAMES:
        raise Http404("This site does not have the bot's game any more.")
    form = TrialForm(request.POST or None, bot=bot, user=request.user, initial=_asked(request, bot))
    if request.method == "POST" and form.is_valid():
        try:
            trial = services.create(request.user, form.plan())
        except ValidationError as error:
            refuse(form, error)
        else:
            return redirect(trial)
    context = {
        "bot": bot,
        "form": form,
        "bots": playing_bots(bot.game),
        "limit": MOST_RUNNING,
    }
    status = 422 if form.errors else 200
    return render(request, "comparisons/new.html", context, status=status)


def _asked(request: PersonRequest, bot: Bot) -> dict[str, Any]:
    """The versions of the address; without one the newest that is ready, and the one that plays."""
    ready = bot.versions.filter(state="ready").order_by("-number")
    number = request.GET.get("candidate", "")
    chosen = ready.filter(number=int(number)).first() if _is_number(number) else None
    candidate = chosen or ready.first()
    return {
        "candidate": candidate.pk if candidate else None,
        "baseline": bot.active_version_id,
        "ruleset": request.GET.get("ruleset", ""),
    }


def _is_number(words: str) -> bool:
    return words.isascii() and words.isdigit() and len(words) < 9


@require_safe
@never_cache
@login_required
def show(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponse:
    trial = _trial(request, owner, name, pk)
    return render(request, "comparisons/show.html", _context(request, trial))


@require_safe
@never_cache
@login_required
def state(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponse:
    """How it stands; nothing more once it is over."""
    trial = _trial(request, owner, name, pk)
    status = STOP_POLLING if trial.is_over else 200
    return render(request, "comparisons/_now.html", _context(request, trial), status=status)


def _context(request: PersonRequest, trial: Trial) -> dict[str, Any]:
    view = view_of(trial)
    return {
        "bot": trial.candidate.bot,
        "trial": trial,
        "view": view,
        "manages": trial.candidate.bot.managed_by(request.user),
        "page": page_of(request, lines_of(trial, view.course)),
    }


@require_safe
@login_required
def results_file(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponseBase:
    trial = _trial(request, owner, name, pk)
    rows = table_of(trial, lines_of(trial, view_of(trial).course))
    return csv_table(request, f"comparison-{trial.pk}", rows)


@require_POST
@login_required
def stop(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponse:
    trial = _trial(request, owner, name, pk)
    if services.stop(trial, request.user, "on its page"):
        messages.success(request, "The comparison is stopped.")
    else:
        messages.error(request, "The comparison was over already.")
    return redirect(trial)
