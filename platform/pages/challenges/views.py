"""Challenge a bot to a friendly match."""

from __future__ import annotations

import secrets

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from matches import services
from pages.challenges.forms import ChallengeForm, LineupForm
from pages.frame.forms import refuse
from pages.frame.queries import playing_bots
from pages.frame.requests import PersonRequest
from rulesets.catalogue import offered


def _chosen(request: PersonRequest) -> tuple[Game, Ruleset]:
    """The game and ruleset in the address; the first ones where it names none."""
    name = request.GET.get("game") or next(iter(GAMES))
    if name not in GAMES:
        raise Http404(f"There is no game “{name}”.")
    game = GAMES[name]
    for ruleset in offered(game):
        if ruleset.name == request.GET.get("ruleset"):
            return game, ruleset
    return game, game.rulesets[0]


@login_required
def new(request: PersonRequest) -> HttpResponse:
    game, ruleset = _chosen(request)
    initial = {
        "opponent_1": request.GET.get("opponent", ""),
        "version": request.GET.get("version"),
        "map": request.GET.get("map"),
    }
    kind = ChallengeForm if ruleset.seats == 2 else LineupForm
    form = kind(
        request.POST or None, initial=initial, user=request.user, game=game, ruleset=ruleset
    )
    if request.method == "POST" and form.is_valid():
        versions = form.versions(secrets.SystemRandom())
        try:
            wanted = form.cleaned_data
            match = services.request_match(
                request.user,
                game.name,
                ruleset.name,
                versions,
                wanted["seed"],
                wanted.get("map"),
                form.options(),
            )
        except ValidationError as error:
            refuse(form, error)
        else:
            return redirect(match)
    context = {
        "form": form,
        "game": game,
        "ruleset": ruleset,
        "rulesets": offered(game),
        "bots": playing_bots(game.name),
        "limit": services.MAX_WAITING,
    }
    return render(request, "challenges/challenge.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
def opponents(request: PersonRequest) -> HttpResponse:
    """The options of the opponent's field that match the typed text."""
    game, _ = _chosen(request)
    fields = ("opponent_", "place_")
    typed = next((str(v) for k, v in request.GET.items() if k.startswith(fields)), "")
    bots = playing_bots(game.name, typed, count=20)
    return render(request, "challenges/_opponents.html", {"bots": bots})
