"""Challenge a bot to a friendly match."""

from __future__ import annotations

import secrets

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from matches import services
from pages.challenges.forms import ChallengeForm, LineupForm
from pages.frame.access.finding import asked_rules
from pages.frame.access.permissions import PersonRequest
from pages.frame.acts import form_page, refusing
from pages.frame.fields.forms import sent
from pages.frame.queries import playing_bots
from rulesets.catalogue import offered


@login_required
def new(request: PersonRequest) -> HttpResponse:
    game, ruleset = asked_rules(request)
    initial = {
        "opponent_1": request.GET.get("opponent", ""),
        "version": request.GET.get("version"),
        "map": request.GET.get("map"),
    }
    kind = ChallengeForm if ruleset.seats == 2 else LineupForm
    form = kind(sent(request), initial=initial, user=request.user, game=game, ruleset=ruleset)
    if form.is_valid():
        versions, wanted = form.versions(secrets.SystemRandom()), form.cleaned_data
        with refusing(form):
            match = services.request_match(
                request.user,
                game.name,
                ruleset.name,
                versions,
                wanted["seed"],
                wanted.get("map"),
                form.options(),
            )
            return redirect(match)
    context = {
        "form": form,
        "game": game,
        "ruleset": ruleset,
        "rulesets": offered(game),
        "bots": playing_bots(game.name),
        "limit": services.MAX_WAITING,
    }
    return form_page(request, "challenges/challenge.html", context)


@require_safe
@login_required
def opponents(request: PersonRequest) -> HttpResponse:
    """The options of the opponent's field that match the typed text."""
    game, _ = asked_rules(request)
    fields = ("opponent_", "place_")
    typed = next((str(v) for k, v in request.GET.items() if k.startswith(fields)), "")
    bots = playing_bots(game.name, typed, count=20)
    return render(request, "challenges/_opponents.html", {"bots": bots})
