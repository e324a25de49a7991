"""Standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.engine import Game, Ruleset
from ladder import official as verdicts
from ladder import services
from ladder.models import Season
from ladder.official import Line
from ladder.standings import Standings
from pages import queries
from pages.paging import page_of
from pages.views.games import find_game
from rulesets import lookup

PER_PAGE = 50
NAMES = 200
"""So many bots are offered where names are typed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for: a season's number and words to look for in names."""

    season: str
    words: str

    @classmethod
    def of(cls, request: HttpRequest) -> Asked:
        return cls(request.GET.get("season", ""), request.GET.get("q", "").strip())

    def choose(self, seasons: list[Season]) -> Season | None:
        """The asked season, else the newest; Http404 for one that this ladder does not have."""
        if not self.season:
            return next((s for s in seasons if s.ends is None), seasons[0] if seasons else None)
        for season in seasons:
            if str(season.pk) == self.season:
                return season
        raise Http404("This ladder has no such season.")

    def matches(self, row: Line) -> bool:
        return self.words.lower() in str(row.rating.bot).lower()


@require_safe
def default(request: HttpRequest, game: str) -> HttpResponse:
    return redirect("ladder", game, find_game(game).rulesets[0].name)


@require_safe
def standings(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    """By live ratings."""
    frame = _frame(request, game, ruleset)
    if isinstance(frame, HttpResponse):
        return frame
    season = frame["season"]
    if season is None:
        return render(request, "pages/ladder.html", frame)
    table = Standings(season, frame["words"])
    page = page_of(request, table, PER_PAGE)
    context = {
        **frame,
        "total": table.total,
        "scale": queries.rating_scale(table),
        "page": page,
        "courses": queries.courses(page),
    }
    return render(request, "pages/ladder.html", context)


@require_safe
def official(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    """By official ratings, with the question whether one bot is better than another."""
    frame = _frame(request, game, ruleset)
    if isinstance(frame, HttpResponse):
        return frame
    asked, season = frame["asked"], frame["season"]
    rows = verdicts.table(season) if season else []
    bounds = [point for row in rows for point in (row.low, row.high)]
    context = {
        **frame,
        "total": len(rows),
        "scale": queries.RatingScale(min(bounds), max(bounds)) if bounds else None,
        "page": page_of(request, [row for row in rows if asked.matches(row)], PER_PAGE),
        "refit": (refit := getattr(season, "refit", None)),
        "waiting": season.results - refit.results if season and refit else 0,
        "names": [str(row.rating.bot) for row in rows[:NAMES]],
        **_compared(request, season, rows),
    }
    return render(request, "pages/ladder_official.html", context)


def _compared(
    request: HttpRequest, season: Season | None, rows: Sequence[Line]
) -> dict[str, object]:
    """The answer to "is A better than B?", or why there is none."""
    first, second = (request.GET.get(name, "").strip() for name in ("a", "b"))
    told: dict[str, object] = {"a": first, "b": second}
    if season is None or not (first or second):
        return told
    known = {str(row.rating.bot).lower(): row for row in rows}
    for name, words in (("a", first), ("b", second)):
        if words.lower() not in known:
            which = f"“{words}” is not in this table. " if words else "Name two bots. "
            problem = f"{which}Write them as the table does: owner/bot."
            return {**told, "unknown": name, "problem": problem}
    one, two = known[first.lower()], known[second.lower()]
    found = verdicts.compare(season, one.rating.bot_id, two.rating.bot_id)
    return {**told, "compared": found, "certainty": _certainty(found.probability) if found else ""}


def _certainty(probability: float) -> str:
    if probability > 0.999:
        return "more than 99.9 %"
    return "less than 0.1 %" if probability < 0.001 else f"{probability * 100:.1f} %"


def _frame(request: HttpRequest, game: str, ruleset: str) -> dict[str, Any] | HttpResponse:
    """What both tables stand in, or where to go instead."""
    found = find_game(game)
    chosen = find_ruleset(found, ruleset)
    asked = Asked.of(request)
    seasons = queries.seasons(game, ruleset)
    ladders = lookup.rated(found)
    if not seasons and chosen not in ladders and chosen not in found.rulesets:
        return redirect("ruleset", game, ruleset)
    return {
        "asked": asked,
        "game": found,
        "tab": "ladder",
        "ruleset": chosen,
        "rulesets": [*found.rulesets, *(each for each in ladders if each not in found.rulesets)],
        "is_scenario": chosen not in found.rulesets,
        "sides": services.side_count(game, ruleset),
        "seasons": seasons,
        "season": asked.choose(seasons),
        "words": asked.words,
    }


def find_ruleset(game: Game, name: str) -> Ruleset:
    """A ruleset that everybody may know of, also one that is not played any more."""
    scenario = lookup.scenario_of(game.name, name)
    try:
        if scenario is None:
            return game.ruleset(name)
        if scenario.is_public:
            return scenario.ruleset()
    except KeyError:
        pass
    raise Http404(f"This game has no ruleset “{name}”.")
