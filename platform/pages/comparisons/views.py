"""Comparisons of versions: a bot's, a new one, and one with its course.

404 for everyone but the bot's owner, team and organizers.
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe
from django_htmx.http import HTMX_STOP_POLLING

from arbiter.serving.downloads import csv_table
from bots.models import Bot
from games.registry import GAMES
from ladder.comparisons import planning, report, services
from ladder.comparisons.models import Comparison
from pages.comparisons.forms import ComparisonForm
from pages.comparisons.report import view_of
from pages.frame.access.finding import managed_bot, open_bot
from pages.frame.access.permissions import PersonRequest, person_act, private_page
from pages.frame.acts import form_page, refusing
from pages.frame.fields.forms import sent
from pages.frame.paging import page_of
from pages.frame.queries import playing_bots


def _bot(request: PersonRequest, owner: str, name: str) -> Bot:
    """The bot, for its owner and team and for organizers."""
    return open_bot(request, owner, name, or_organizer=True)


def _comparison(request: PersonRequest, owner: str, name: str, pk: int) -> Comparison:
    bot = _bot(request, owner, name)
    comparison = get_object_or_404(Comparison.objects.with_bots().of_bot(bot), pk=pk)
    comparison.candidate.bot = bot
    return comparison


@private_page
def index(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = _bot(request, owner, name)
    page = page_of(request, Comparison.objects.with_bots().of_bot(bot))
    context = {"bot": bot, "page": page, "manages": bot.managed_by(request.user)}
    return render(request, "comparisons/index.html", context)


@login_required
def new(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    if bot.game not in GAMES:
        raise Http404("This site does not have the bot's game any more.")
    form = ComparisonForm(sent(request), bot=bot, user=request.user, initial=_asked(request, bot))
    if form.is_valid():
        with refusing(form):
            return redirect(services.create(request.user, form.plan()))
    context = {
        "bot": bot,
        "form": form,
        "bots": playing_bots(bot.game),
        "limit": planning.MOST_RUNNING,
    }
    return form_page(request, "comparisons/new.html", context)


def _asked(request: PersonRequest, bot: Bot) -> dict[str, object]:
    """The version of the address, else the newest that is ready; beside it the one that plays, or
    the one before where they are the same."""
    ready = bot.versions.filter(state="ready").order_by("-number")
    number = request.GET.get("candidate", "")
    chosen = ready.filter(number=int(number)).first() if _is_number(number) else None
    candidate = chosen or ready.first()
    baseline = bot.active_version_id
    if candidate is not None and candidate.pk == baseline:
        before = ready.filter(number__lt=candidate.number).first()
        baseline = before.pk if before else None
    return {
        "candidate": candidate.pk if candidate else None,
        "baseline": baseline,
        "ruleset": request.GET.get("ruleset", ""),
    }


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9


@private_page
def show(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponse:
    comparison = _comparison(request, owner, name, pk)
    return render(request, "comparisons/show.html", _context(request, comparison))


@private_page
def state(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponse:
    """The changing part of its page; once it is over, the page stops polling."""
    comparison = _comparison(request, owner, name, pk)
    status = HTMX_STOP_POLLING if comparison.is_over else 200
    return render(request, "comparisons/_now.html", _context(request, comparison), status=status)


def _context(request: PersonRequest, comparison: Comparison) -> dict[str, object]:
    view = view_of(comparison)
    manages = comparison.candidate.bot.managed_by(request.user)
    return {
        "bot": comparison.candidate.bot,
        "comparison": comparison,
        "view": view,
        "manages": manages,
        "may_stop": manages or request.user.is_staff,
        "page": page_of(request, report.lines_of(comparison, view.course)),
    }


@require_safe
@login_required
def results_file(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponseBase:
    comparison = _comparison(request, owner, name, pk)
    rows = report.table_of(comparison, report.lines_of(comparison, view_of(comparison).course))
    return csv_table(request, f"comparison-{comparison.pk}", rows)


@person_act
def stop(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponse:
    comparison = _comparison(request, owner, name, pk)
    if services.stop(comparison, request.user, "on its page"):
        messages.success(request, "The comparison is stopped.")
    else:
        messages.error(request, "The comparison was over already.")
    return redirect(comparison)
