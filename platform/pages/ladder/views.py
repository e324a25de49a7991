"""Standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet, Value
from django.db.models.functions import Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from arbiter.serving.kept import kept
from bots.versions import agents
from controls import services as controls
from games.engine import Ruleset
from games.game import Game
from games.texts.sentences import paragraph
from ladder.core import rating as scale
from ladder.models import Season, StandingsDay
from ladder.ratings import official as verdicts
from ladder.ratings import standings as rated
from ladder.seasons import current, history
from pages.frame.access.finding import find_game
from pages.frame.fields.agents import AgentForm
from pages.frame.paging import page_of
from rulesets import catalogue

PER_PAGE = 50
NAMES = 200
"""The number of bots that are offered while a name is typed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The query of the address: a season's number, words to look for in names, and an agent."""

    season: str
    typed: str
    made_with: str

    @classmethod
    def of(cls, request: HttpRequest) -> Asked:
        typed = request.GET.get("q", "").strip()
        return cls(request.GET.get("season", ""), typed, AgentForm(request.GET).value)

    def choose(self, seasons: list[Season]) -> Season | None:
        """The asked season, else the one that runs or ran last; Http404 for one that this ladder
        does not have.  ``seasons`` are given newest first."""
        if not self.season:
            begun = [season for season in seasons if season.has_begun]
            return next(iter(begun or seasons), None)
        for season in seasons:
            if str(season.pk) == self.season:
                return season
        raise Http404("This ladder has no such season.")

    def matches(self, row: verdicts.OfficialRow) -> bool:
        bot = row.rating.bot
        named = self.typed.lower() in f"{bot} {bot.made_with}".lower()
        return named and (not self.made_with or agents.is_made_with(bot, self.made_with))


def _scale(bounds: Sequence[float]) -> dict[str, float]:
    """The common scale of the intervals in one table, in displayed ratings."""
    return {"low": min(bounds), "high": max(bounds)}


def _seasons(game: str, ruleset: str) -> list[Season]:
    return list(Season.objects.filter(game=game, ruleset=ruleset).order_by("-starts"))


@kept
def default(request: HttpRequest, game: str) -> HttpResponse:
    return redirect("ladder", game, find_game(game).rulesets[0].name)


@kept
def standings(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    """By live ratings or by points, as they are now or as they were at the end of a day."""
    shown = frame(request, game, ruleset)
    if isinstance(shown, HttpResponse):
        return shown
    season, asked, context = shown.season, shown.asked, shown.context
    if season is None:
        return render(request, "ladder/standings.html", context)
    if (day := asked_day(request, season)) is not None:
        return render(request, "ladder/day.html", context | _day(request, asked, season, day))
    table = rated.Standings(season, asked.typed, asked.made_with)
    page = page_of(request, table, PER_PAGE)
    context |= {
        "total": table.total,
        "scale": None if season.by_points else _scale(table.bounds() or (0, 1)),
        "page": page,
        # By rating: its points before its last rated matches and after each, oldest first.
        "courses": {row.rating.pk: list(map(scale.points, row.rating.recent)) for row in page},
    }
    return render(request, "ladder/standings.html", context)


def _day(request: HttpRequest, asked: Asked, season: Season, day: date) -> dict[str, object]:
    rows, days = history.of_day(season, day), history.days(season)
    at = days.index(day) if day in days else 0
    return {
        "day": day,
        "earlier": next(iter(days[at + 1 :]), None),
        "later": days[at - 1] if at else None,
        "page": page_of(request, _named(rows, asked), PER_PAGE),
        "total": rows.count(),
    }


def _named(rows: QuerySet[StandingsDay], asked: Asked) -> QuerySet[StandingsDay]:
    """Those whose "owner/bot" or coding agent holds what was typed, and of the asked agent."""
    typed = asked.typed
    if asked.made_with:
        rows = rows.filter(agents.made_with(asked.made_with, "bot__"))
    name = Concat("bot__owner__username", Value("/"), "bot__name", Value(" "), "bot__made_with")
    return rows.annotate(name=name).filter(name__icontains=typed) if typed else rows


@kept
def official(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    """By official ratings, with the question whether one bot is better than another."""
    shown = frame(request, game, ruleset)
    if isinstance(shown, HttpResponse):
        return shown
    season, asked, context = shown.season, shown.asked, shown.context
    rows = verdicts.table(season) if season else []
    bounds = [point for row in rows for point in (row.low, row.high)]
    context |= {
        "total": len(rows),
        "scale": _scale(bounds) if bounds else None,
        "page": page_of(request, [row for row in rows if asked.matches(row)], PER_PAGE),
        "refit": (refit := getattr(season, "refit", None)),
        "waiting": season.revision - refit.revision if season and refit else 0,
        "names": [str(row.rating.bot) for row in rows[:NAMES]],
        **_compared(request, season, rows),
    }
    return render(request, "ladder/official.html", context)


def _compared(
    request: HttpRequest, season: Season | None, rows: Sequence[verdicts.OfficialRow]
) -> dict[str, object]:
    """The answer to "is A better than B?", or why there is none."""
    first, second = (request.GET.get(name, "").strip() for name in ("a", "b"))
    context: dict[str, object] = {"a": first, "b": second}
    if season is None or not (first or second):
        return context
    known = {str(row.rating.bot).lower(): row for row in rows}
    for name, typed in (("a", first), ("b", second)):
        if typed.lower() not in known:
            missing = f"“{typed}” is not in this table." if typed else "Name two bots."
            problem = paragraph(missing, "Write them as the table does: owner/bot.")
            return {**context, "unknown": name, "problem": problem}
    one, two = known[first.lower()], known[second.lower()]
    comparison = verdicts.compare(season, one.rating.bot_id, two.rating.bot_id)
    return {
        **context,
        "compared": comparison,
        "certainty": _certainty(comparison.probability) if comparison else "",
    }


def _certainty(probability: float) -> str:
    if probability > 0.999:
        return "more than 99.9 %"
    return "less than 0.1 %" if probability < 0.001 else f"{probability * 100:.1f} %"


@dataclass(frozen=True, slots=True)
class Shown:
    """The query and season of a ladder's table, and the context that all tables have."""

    asked: Asked
    season: Season | None
    context: dict[str, object]


def frame(request: HttpRequest, game: str, ruleset: str) -> Shown | HttpResponse:
    """The frame of all tables of a ladder, or a redirect."""
    the_game = find_game(game)
    chosen = find_ruleset(the_game, ruleset)
    asked = Asked.of(request)
    seasons = _seasons(game, ruleset)
    ladders = catalogue.rated(the_game)
    if not seasons and chosen not in ladders and chosen not in the_game.rulesets:
        return redirect("ruleset", game, ruleset)
    season = asked.choose(seasons)
    context: dict[str, object] = {
        "asked": asked,
        "game": the_game,
        "tab": "ladder",
        "ruleset": chosen,
        "rulesets": [
            *the_game.rulesets,
            *(each for each in ladders if each not in the_game.rulesets),
        ],
        "is_scenario": chosen not in the_game.rulesets,
        "sides": current.side_count(game, ruleset),
        "seasons": seasons,
        "season": season,
        "paused": season is not None and (season.paused or controls.seasons_hold() is not None),
        "coming": next((each for each in reversed(seasons) if not each.has_begun), None),
        "words": asked.typed,
        "agent": AgentForm(request.GET),
    }
    return Shown(asked, season, context)


def chosen_season(request: HttpRequest, game: str, ruleset: str) -> Season | None:
    """The season that the address asks for, as `frame` finds it."""
    return Asked.of(request).choose(_seasons(game, ruleset))


def asked_day(request: HttpRequest, season: Season) -> date | None:
    """The day in the address, None where it has none; Http404 for one that is not kept."""
    typed = request.GET.get("day", "")
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        day = None
    if day is None or not history.of_day(season, day).exists():
        raise Http404("The standings of that day are not kept.")
    return day


def find_ruleset(game: Game, name: str) -> Ruleset:
    """A ruleset that everybody may know of, also one that is not played any more."""
    scenario = catalogue.scenario_of(game.name, name)
    try:
        if scenario is None:
            return game.ruleset(name)
        if scenario.is_public:
            return scenario.ruleset()
    except KeyError:
        pass
    raise Http404(f"This game has no ruleset “{name}”.")
