"""Standings of past days and of all seasons, and every table of a ladder as a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from arbiter.csv_text import Row
from arbiter.serving.caching import everybody
from arbiter.serving.downloads import csv_table
from bots.models import Bot
from games.engine import Ruleset
from games.game import Game
from ladder.models import Season
from ladder.seasons import history
from ladder.seasons import sheets as season_sheets
from ladder.seasons import totals as season_totals
from pages.frame.access.finding import find_game
from pages.frame.paging import page_of
from pages.ladder.course_chart import Chart, Track, drawn
from pages.ladder.views import NAMES, PER_PAGE, asked_day, chosen_season, find_ruleset, frame

MOST_BOTS = 10
"""Lines of one chart."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The bots that the address names; ``unknown`` are names that no bot of the game has."""

    typed: str
    bots: Sequence[Bot]
    unknown: Sequence[str]

    @classmethod
    def of(cls, request: HttpRequest, game: str) -> Chosen:
        typed = request.GET.get("bots", "").strip()
        names = list(dict.fromkeys(name.lower() for name in re.split(r"[,\s]+", typed) if name))
        bot_of = {name: _bot(game, name) for name in names[:MOST_BOTS]}
        bots = [bot for bot in bot_of.values() if bot is not None]
        return cls(typed, bots, [name for name, bot in bot_of.items() if bot is None])


def _bot(game: str, name: str) -> Bot | None:
    owner, _, own = name.partition("/")
    bots = Bot.objects.of_person(owner).filter(game=game, name__iexact=own)
    return bots.select_related("owner").first()


def _by_day(courses: Sequence[history.Course], days: Sequence[date], by_value: bool) -> SafeString:
    """Places, or else ratings or points, over the days that are kept (given newest first)."""
    ordered = sorted(days)
    tracks = []
    for each in courses:
        known = {row.day: row.value if by_value else float(row.place) for row in each.rows}
        tracks.append(Track(str(each.bot), [known.get(day) for day in ordered]))
    return drawn(
        Chart(
            title="Course over the days" if by_value else "Places over the days",
            labels=[f"{day:%d %b}" for day in ordered],
            at=[day.toordinal() for day in ordered],
            tracks=tracks,
            places=not by_value,
        )
    )


def _by_season(courses: Sequence[history.Course], seasons: Sequence[Season]) -> SafeString:
    """Final places over seasons that are over (given newest first)."""
    ordered = sorted(seasons, key=lambda season: season.starts)
    tracks = []
    for each in courses:
        known = {row.season_id: float(row.place) for row in each.rows}
        tracks.append(Track(str(each.bot), [known.get(season.pk) for season in ordered]))
    return drawn(
        Chart(
            title="Places over the seasons",
            labels=[season.name for season in ordered],
            at=range(len(ordered)),
            tracks=tracks,
            places=True,
        )
    )


@require_safe
def course(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    """A season by days: a chart and a table of some bots, the first ones where none are named."""
    shown = frame(request, game, ruleset)
    if isinstance(shown, HttpResponse):
        return shown
    season, context = shown.season, shown.context
    asked = Chosen.of(request, game)
    bots = asked.bots or (history.leaders(season, MOST_BOTS) if season else [])
    courses = history.courses(season, bots) if season else []
    by_value = request.GET.get("show") == "value"
    days = history.days(season) if season else []
    context |= {
        "chosen": asked,
        "bots": bots,
        "by_value": by_value,
        "days": days,
        "plot": _by_day(courses, days, by_value),
        "page": page_of(request, days, PER_PAGE),
        "cells": _cells(courses),
        "names": [str(bot) for bot in history.leaders(season, NAMES)] if season else [],
    }
    return render(request, "ladder/history.html", context)


def _cells(courses: Sequence[history.Course]) -> dict[date, list[object]]:
    """By day: the line of each bot, None where it had none."""
    known = [{row.day: row for row in course.rows} for course in courses]
    days = {day for rows in known for day in rows}
    return {day: [rows.get(day) for rows in known] for day in days}


@require_safe
def overall(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    """All seasons of a ruleset: who won them, and everybody's record."""
    shown = frame(request, game, ruleset)
    if isinstance(shown, HttpResponse):
        return shown
    records = season_totals.records(game, ruleset)
    page = page_of(request, records, PER_PAGE)
    first = season_totals.bots_of(records[:MOST_BOTS])
    bots = [first[record.bot] for record in records[:MOST_BOTS]]
    courses = season_totals.courses(game, ruleset, bots)
    past = season_totals.seasons(game, ruleset)
    context = shown.context | {
        "past": past,
        "total": len(records),
        "page": page,
        "bots_of": season_totals.bots_of(list(page.object_list)),
        "plot": _by_season(courses, [each.season for each in past if each.champions]),
        "bots": bots,
    }
    return render(request, "ladder/all.html", context)


# Files --------------------------------------------------------------------------------------------


@require_safe
def standings_file(request: HttpRequest, game: str, ruleset: str) -> HttpResponseBase:
    """As they are now, or as they were at the end of a day."""
    season = _season(request, game, ruleset)
    if (day := asked_day(request, season)) is not None:
        rows = season_sheets.of_day(season, day)
        return _season_table(request, season, rows, day.isoformat())
    return _season_table(request, season, season_sheets.standings(season), "standings")


@require_safe
def official_file(request: HttpRequest, game: str, ruleset: str) -> HttpResponseBase:
    season = _season(request, game, ruleset)
    return _season_table(request, season, season_sheets.official_ratings(season), "official")


@require_safe
def course_file(request: HttpRequest, game: str, ruleset: str) -> HttpResponseBase:
    """Every day that is kept; of some bots alone where the address names them."""
    season = _season(request, game, ruleset)
    asked = Chosen.of(request, game)
    if asked.unknown:
        raise Http404(f"No bot of this game is called {', '.join(asked.unknown)}.")
    return _season_table(request, season, season_sheets.of_days(season, asked.bots), "history")


@require_safe
def overall_file(request: HttpRequest, game: str, ruleset: str) -> HttpResponseBase:
    _ladder(game, ruleset)
    rows = season_sheets.records(game, ruleset)
    return csv_table(request, f"{game}-{ruleset}-all", rows, everybody)


@require_safe
def by_season_file(request: HttpRequest, game: str, ruleset: str) -> HttpResponseBase:
    _ladder(game, ruleset)
    rows = season_sheets.by_season(game, ruleset)
    return csv_table(request, f"{game}-{ruleset}-by-season", rows, everybody)


def _season_table(
    request: HttpRequest, season: Season, rows: Iterable[Row], name: str
) -> HttpResponseBase:
    stem = f"{season.game}-{season.ruleset}-season{season.pk}-{name}"
    return csv_table(request, stem, rows, everybody)


def _ladder(game: str, ruleset: str) -> tuple[Game, Ruleset]:
    the_game = find_game(game)
    return the_game, find_ruleset(the_game, ruleset)


def _season(request: HttpRequest, game: str, ruleset: str) -> Season:
    _ladder(game, ruleset)
    season = chosen_season(request, game, ruleset)
    if season is None:
        raise Http404("This ladder has no season yet.")
    return season
