"""Standings."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.engine import Game, Ruleset
from ladder import services
from ladder.models import Season
from ladder.services import Standing
from pages import queries
from pages.paging import page_of
from pages.views.games import find_game
from rulesets import lookup

PER_PAGE = 50


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

    def matches(self, row: Standing) -> bool:
        return self.words.lower() in str(row.rating.bot).lower()


@require_safe
def default(request: HttpRequest, game: str) -> HttpResponse:
    return redirect("ladder", game, find_game(game).rulesets[0].name)


@require_safe
def standings(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    found = find_game(game)
    chosen = find_ruleset(found, ruleset)
    asked = Asked.of(request)
    seasons = queries.seasons(game, ruleset)
    ladders = lookup.rated(found)
    if not seasons and chosen not in ladders and chosen not in found.rulesets:
        return redirect("ruleset", game, ruleset)
    season = asked.choose(seasons)
    rows = services.standings(season) if season else []
    page = page_of(request, [row for row in rows if asked.matches(row)], PER_PAGE)
    context = {
        "game": found,
        "tab": "ladder",
        "ruleset": chosen,
        "rulesets": [*found.rulesets, *(each for each in ladders if each not in found.rulesets)],
        "is_scenario": chosen not in found.rulesets,
        "sides": services.side_count(game, ruleset),
        "seasons": seasons,
        "season": season,
        "words": asked.words,
        "total": len(rows),
        "scale": queries.rating_scale(rows),
        "page": page,
        "courses": queries.courses(page),
    }
    return render(request, "pages/ladder.html", context)


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
