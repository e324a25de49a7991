"""A bot's statistics, and how it did against one other; what it cost is for its managers alone."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.permissions import is_insider_or_organizer
from arbiter.csv_text import Row
from arbiter.serving.caching import made_for
from arbiter.serving.downloads import csv_table
from bots.models import Bot
from games.registry import GAMES
from ladder.models import Season
from ladder.seasons import current
from ladder.statistics import costs, tables
from ladder.statistics import sample as samples
from pages.frame.access.finding import find_bot
from pages.frame.paging import page_of
from pages.frame.queries import listed
from pages.statistics.forms import MatrixFilter, MeetingFilter, SampleFilter
from pages.statistics.meeting import Meeting, meeting
from pages.statistics.tables import (
    failures_rows,
    matrix_rows,
    public_tables,
    table_rows,
    time_use,
    times_rows,
)

OWN_TABLES = ("times", "failures")
"""Those of the bot's owner, team and organizers."""


@require_safe
@never_cache
def show(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    bot = find_bot(owner, name)
    chosen = SampleFilter(request.GET, bot=bot)
    which = MatrixFilter(request.GET)
    played = samples.sample(bot, chosen.wanted())
    own = is_insider_or_organizer(bot, request.user)
    context = {
        "bot": bot,
        "filter": chosen,
        "which": which,
        "found": played,
        "most": samples.MOST,
        "overall": tables.overall(played),
        "tables": public_tables(played, request.user),
        "matrix": _matrix(bot, played, chosen.wanted(), which),
        "matrix_most": tables.MATRIX_MATCHES,
        "of_ladder": which.of_ladder() > 0,
        "manages": own,
        "times": time_use(played) if own else [],
        "failures": costs.failures(played) if own else [],
    }
    return render(request, "statistics/show.html", context)


@require_safe
def table_file(request: HttpRequest, owner: str, name: str, table: str) -> HttpResponseBase:
    bot = find_bot(owner, name)
    if table in OWN_TABLES and not is_insider_or_organizer(bot, request.user):
        raise Http404("There is no such table.")
    chosen = SampleFilter(request.GET, bot=bot).wanted()
    played = samples.sample(bot, chosen)
    rows = _rows(request, table, played, chosen)
    return csv_table(request, f"{bot.name}-{table}", rows, made_for(request.user))


def _rows(
    request: HttpRequest, table: str, played: samples.Sample, wanted: samples.SampleQuery
) -> Iterable[Row]:
    match table:
        case "matrix":
            return matrix_rows(_matrix(played.bot, played, wanted, MatrixFilter(request.GET)))
        case "times":
            return times_rows(time_use(played))
        case "failures":
            return failures_rows(costs.failures(played))
    for each in public_tables(played, request.user):
        if each.name == table:
            return table_rows(each)
    raise Http404("There is no such table.")


def _matrix(
    bot: Bot, played: samples.Sample, wanted: samples.SampleQuery, which: MatrixFilter
) -> tables.Matrix:
    if not (top := which.of_ladder()):
        return tables.versions_matrix(played)
    season = _season(bot, wanted)
    return tables.Matrix((), (), 0) if season is None else tables.ladder_matrix(season, top)


def _season(bot: Bot, wanted: samples.SampleQuery) -> Season | None:
    """The one that was chosen; else the running one of the ruleset that was, or of the default."""
    if wanted.season is not None:
        return Season.objects.filter(pk=wanted.season, game=bot.game).first()
    if bot.game not in GAMES:
        return None
    return current.current_season(bot.game, wanted.ruleset or GAMES[bot.game].rulesets[0].name)


@require_safe
@never_cache
def against(
    request: HttpRequest, owner: str, name: str, other_owner: str, other_name: str
) -> HttpResponse:
    met, form = _meeting(request, owner, name, other_owner, other_name)
    page = page_of(request, met.played)
    matches = listed().in_bulk([one.match for one in page])
    context = {
        "bot": met.sample.bot,
        "other": met.other,
        "meeting": met,
        "filter": form,
        "page": page,
        "rows": [(one, matches[one.match]) for one in page if one.match in matches],
        "most": samples.MOST,
    }
    return render(request, "statistics/against.html", context)


@require_safe
def against_file(
    request: HttpRequest, owner: str, name: str, other_owner: str, other_name: str, table: str
) -> HttpResponseBase:
    met, _ = _meeting(request, owner, name, other_owner, other_name)
    stem = f"{met.sample.bot.name}-{met.other.name}-{table}"
    if table == "matches":
        return csv_table(request, stem, met.matches_rows(), made_for(request.user))
    for each in met.tables:
        if each.name == table:
            return csv_table(request, stem, table_rows(each), made_for(request.user))
    raise Http404("There is no such table.")


def _meeting(request: HttpRequest, *names: str) -> tuple[Meeting, MeetingFilter]:
    bot = find_bot(names[0], names[1])
    other = find_bot(names[2], names[3])
    if other.game != bot.game or other.pk == bot.pk:
        raise Http404("They play different games, or are the same bot.")
    every = meeting(samples.sample(bot), other, request.user)
    form = MeetingFilter(request.GET, choices=every.choices())
    return every.narrowed(form.chosen()), form
