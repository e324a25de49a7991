"""Rulesets as everybody may read them: those that ship with a game, and published scenarios."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arbiter.serving.downloads import Download, download
from games.engine import Ruleset
from games.game import Game
from ladder.seasons import current
from ladder.seasons import totals as season_totals
from maps import pools
from pages.frame.access.finding import find_game
from pages.frame.queries import used_map
from pages.scenarios import queries
from rulesets import services
from rulesets.catalogue import rated, scenario_of
from rulesets.models import Scenario


@require_safe
def show(request: HttpRequest, game: str, name: str) -> HttpResponse:
    the_game = find_game(game)
    shipped = next((each for each in the_game.rulesets if each.name == name), None)
    if shipped is not None:
        return _shipped(request, the_game, shipped)
    scenario = _find(request, game, name)
    rules = scenario.ruleset()
    context = {
        "game": the_game,
        "tab": "play",
        "scenario": scenario,
        "ruleset": rules,
        "words": services.findings(scenario).lines,
        "map": used_map(scenario.map_id, request.user),
        "has_ladder": rules in rated(the_game),
        "playable": scenario.state.value == "published",
        "picture": queries.picture(scenario),
        "past": season_totals.seasons(game, name),
    }
    return render(request, "scenarios/ruleset.html", context)


def _shipped(request: HttpRequest, game: Game, rules: Ruleset) -> HttpResponse:
    context = {
        "game": game,
        "tab": "play",
        "ruleset": rules,
        "sides": current.side_count(game.name, rules.name),
        "options": _options(rules),
        "pool": pools.pool(game.name, rules.name),
        "generates": pools.generates(game.name, rules.name),
        "has_ladder": rules in rated(game),
        "past": season_totals.seasons(game.name, rules.name),
    }
    return render(request, "scenarios/ladder.html", context)


def _options(rules: Ruleset) -> list[tuple[str, object]]:
    """Its parameters, those with one value each: what is longer is the rules' to tell."""
    simple = (str, int, float, bool)
    return [
        (name.replace("_", " ").capitalize(), value)
        for name, value in rules.params.items()
        if isinstance(value, simple)
    ]


@require_safe
@gzip_page
def board(request: HttpRequest, game: str, name: str) -> HttpResponseBase:
    """The board that the scenario is played on, as JSON."""
    scenario = _find(request, game, name)
    what = Download(f"{scenario.name}.json", "application/json", scenario.visible_to, inline=True)
    return download(request, what, json.dumps(scenario.board))


def _find(request: HttpRequest, game: str, name: str) -> Scenario:
    find_game(game)
    scenario = scenario_of(game, name)
    if scenario is None or not scenario.visible_to(request.user):
        raise Http404("There is no such ruleset.")
    return scenario
