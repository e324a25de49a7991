"""The rungs of a game, and the button with which a bot climbs them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ladder.climb import reading, results, services
from pages.frame.access.finding import find_game, managed_bot
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import reported
from rulesets.catalogue import find


@require_safe
def index(request: HttpRequest, game: str) -> HttpResponse:
    the_game = find_game(game)
    context = {
        "game": the_game,
        "tab": "climb",
        "rows": reading.rung_rows(the_game)[::-1],
        "ruleset": find(the_game.name, the_game.rungs.ruleset) if the_game.rungs else None,
        "matches": results.MATCHES,
        "wins": results.WINS,
        "most": reading.MOST,
    }
    return render(request, "climb/index.html", context)


@person_act
def start(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    with reported(request, f"{bot.name} climbs. Its matches wait to be played."):
        services.start(bot, request.user)
    return redirect(bot)
