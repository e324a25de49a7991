"""A scenario as everybody may read it, once it is published."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from pages import scenario_queries as queries
from pages.map_queries import used_map_of
from pages.views.games import find_game
from rulesets import services
from rulesets.lookup import rated, scenario_of
from rulesets.models import Scenario


@require_safe
def show(request: HttpRequest, game: str, name: str) -> HttpResponse:
    found = find_game(game)
    scenario = _find(request, game, name)
    rules = scenario.ruleset()
    context = {
        "game": found,
        "tab": "play",
        "scenario": scenario,
        "ruleset": rules,
        "words": services.findings(scenario).words,
        "map": used_map_of(scenario.map_id, request.user),
        "has_ladder": rules in rated(found),
        "playable": scenario.state.value == "published",
        "picture": queries.picture(scenario),
        "is_grid": found.maps is not None and found.maps.grid,
    }
    return render(request, "pages/ruleset.html", context)


@require_safe
@gzip_page
def board(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """The board that the scenario is played on, as JSON."""
    return JsonResponse(_find(request, game, name).board, safe=False)


def _find(request: HttpRequest, game: str, name: str) -> Scenario:
    find_game(game)
    found = scenario_of(game, name)
    staff = request.user.is_authenticated and request.user.is_staff
    if found is None or not (found.is_public or staff):
        raise Http404("There is no such ruleset.")
    return found
