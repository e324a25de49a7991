"""One series with its standings and matches, and what organizers do to it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from arbiter.caching import everybody
from arbiter.downloads import csv_table
from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from ladder import series as verbs
from ladder.models import Series, SeriesGame
from ladder.series_report import Report, report, table_of
from pages.events.charts import course
from pages.events.series_forms import SeriesForm, offered
from pages.frame.forms import refuse
from pages.frame.paging import page_of
from pages.frame.permissions import organizers_only
from pages.frame.polling import STOP_POLLING
from pages.frame.queries import listed, playing_bots
from pages.frame.requests import PersonRequest
from pages.frame.zoned import zone_names
from rulesets.catalogue import find


def overview(request: HttpRequest, series: Series) -> HttpResponse:
    return render(request, "events/overview.html", context_of(series, "overview"))


def state(request: HttpRequest, series: Series) -> HttpResponse:
    """How it stands, the part of the overview that changes; nothing more once it is over."""
    status = STOP_POLLING if series.is_over else 200
    return render(request, "events/_now.html", context_of(series, "overview"), status=status)


def standings(request: HttpRequest, series: Series) -> HttpResponse:
    return render(request, "events/standings.html", context_of(series, "standings"))


def standings_file(request: HttpRequest, series: Series) -> HttpResponseBase:
    """Of a series that stands alone, which everybody may see."""
    return csv_table(request, series.slug, table_of(report(series)), everybody)


def matches(request: HttpRequest, series: Series) -> HttpResponse:
    games = SeriesGame.objects.filter(series=series).order_by("-number", "-pk")
    page = page_of(request, games)
    found = listed().in_bulk([game.match_id for game in page])
    rows = [(game, found[game.match_id]) for game in page]
    context = {**_frame(series, "matches"), "page": page, "rows": rows}
    return render(request, "events/matches.html", context)


@organizers_only
def new(request: PersonRequest) -> HttpResponse:
    pairs = list(offered())
    context: dict[str, Any] = {"offered": pairs, "zones": zone_names()}
    if not pairs:
        return render(request, "events/new.html", context)
    game, ruleset = _chosen(request, pairs)
    form = SeriesForm(request.POST or None, game=game, ruleset=ruleset)
    if request.method == "POST" and form.is_valid():
        try:
            made = _plan(request, form)
        except ValidationError as error:
            refuse(form, error)
        else:
            return redirect(made)
    context |= {
        "form": form,
        "game": game,
        "ruleset": ruleset,
        "bots": playing_bots(game.name),
    }
    return render(request, "events/new.html", context, status=422 if form.errors else 200)


def _plan(request: PersonRequest, form: SeriesForm) -> Series:
    """The new series, which waits where it was to start at once and could not."""
    made = verbs.create(request.user, form.plan())
    if form.at_once:
        _start(request, made)
    else:
        messages.success(request, f"{made} is planned.")
    return made


def _chosen(request: HttpRequest, pairs: list[tuple[Game, Ruleset]]) -> tuple[Game, Ruleset]:
    """The game and ruleset in the address (``game/ruleset``); the first where it has none."""
    wanted = request.GET.get("rules", "")
    named = {f"{game.name}/{ruleset.name}": (game, ruleset) for game, ruleset in pairs}
    return named.get(wanted, pairs[0])


@require_POST
@organizers_only
def start(request: PersonRequest, slug: str) -> HttpResponse:
    series = _find(slug)
    _start(request, series)
    return redirect(series)


def _start(request: PersonRequest, series: Series) -> None:
    try:
        verbs.start(series, request.user)
    except ValidationError as error:
        messages.error(request, f"{series} was not started. {' '.join(error.messages)}")
    else:
        messages.success(request, f"{series} has begun.")


def _find(slug: str) -> Series:
    """Series of stages are started by their event."""
    return get_object_or_404(Series, slug=slug, of_stage=None)


def _frame(series: Series, tab: str) -> dict[str, Any]:
    """The context of the head of each page of a series."""
    game = GAMES.get(series.game)
    try:
        rules = find(series.game, series.ruleset)
    except KeyError:
        rules = None
    return {"series": series, "tab": tab, "game": game, "ruleset": rules}


def context_of(series: Series, tab: str) -> dict[str, Any]:
    """Context of a series' standings; `event_stages` uses it for series of stages."""
    found: Report = report(series)
    return {**_frame(series, tab), "report": found, "plot": course(found.rows, len(found.games))}
