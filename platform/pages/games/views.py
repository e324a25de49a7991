"""A game's pages: play, rules, matches, starter kit."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbiter.serving.caching import everybody
from arbiter.serving.downloads import Download, download
from arbiter.serving.kept import kept
from controls import languages
from games.game import Game
from games.package import HouseBot
from ladder.core import rating as scale
from ladder.ratings import standings
from ladder.seasons import current
from pages.frame.access.finding import find_game
from pages.frame.content import markdown
from pages.frame.content.rule_changes import rule_changes
from pages.frame.paging import page_of
from pages.frame.queries import featured, listed
from pages.games import kits
from rulesets import catalogue

TOP = 5


@dataclass(frozen=True, slots=True)
class HouseLine:
    """A house bot: the ``number``-th of ``of``, 1 is the weakest; None has no rating yet."""

    bot: HouseBot
    number: int
    of: int
    rating: scale.Display | None


def house_lines(game: Game) -> list[HouseLine]:
    """From the weakest to the strongest."""
    ratings, count = standings.house_strengths(game), len(game.house)
    return [
        HouseLine(bot, number, count, ratings.get(bot.name))
        for number, bot in enumerate(game.house, 1)
    ]


@kept
def play(request: HttpRequest, game: str) -> HttpResponse:
    the_game = find_game(game)
    season = current.current_season(the_game.name, the_game.rulesets[0].name)
    context = {
        "game": the_game,
        "tab": "play",
        "featured": featured(game),
        "rulesets": catalogue.offered(the_game),
        "coming": catalogue.announced(the_game),
        "house": house_lines(the_game),
        "top": standings.Standings(season)[:TOP] if season else [],
        "results": listed().alike("game", game).finished().order_by("-pk")[:TOP],
    }
    return render(request, "games/play.html", context)


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    the_game = find_game(game)
    text = markdown.rules(the_game)
    return render(request, "games/rules.html", {"game": the_game, "tab": "rules", "text": text})


@require_safe
def changes(request: HttpRequest, game: str) -> HttpResponse:
    """The changelog of the game's rules."""
    the_game = find_game(game)
    context = {"game": the_game, "tab": "rules", "changes": rule_changes(the_game)}
    return render(request, "games/changes.html", context)


@kept
def matches(request: HttpRequest, game: str) -> HttpResponse:
    the_game = find_game(game)
    page = page_of(request, listed().alike("game", game))
    context = {"game": the_game, "tab": "matches", "page": page}
    return render(request, "games/matches.html", context)


@require_safe
def kit(request: HttpRequest, game: str) -> HttpResponse:
    the_game = find_game(game)
    guides = [(kit, markdown.guide(kit)) for kit in the_game.kits]
    context = {
        "game": the_game,
        "tab": "kit",
        "guides": guides,
        "house": house_lines(the_game),
        "languages": {each.name for each in languages.available()},
    }
    return render(request, "games/kit.html", context)


@require_safe
def kit_download(request: HttpRequest, game: str, language: str) -> HttpResponseBase:
    the_game = find_game(game)
    kit = the_game.kit(language)
    if kit is None:
        raise Http404(f"{the_game.title} has no starter kit for “{language}”.")
    what = Download(f"{kits.name(the_game, kit)}.zip", "application/zip", everybody)
    return download(request, what, kits.pack(the_game, kit))
