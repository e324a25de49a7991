"""The short form by which organizers make an event of a single series."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.engine import Ruleset
from games.game import Game
from ladder.events.models import Event
from ladder.events.planning import acts, single_series
from pages.events.series.forms import SeriesForm, offered
from pages.frame.access.permissions import PersonRequest, organizers_only
from pages.frame.acts import form_page, refusing, reported
from pages.frame.fields.forms import sent
from pages.frame.fields.zoned import zone_names
from pages.frame.queries import playing_bots


@organizers_only
def new(request: PersonRequest) -> HttpResponse:
    pairs = list(offered())
    context: dict[str, object] = {"offered": pairs, "zones": zone_names()}
    if not pairs:
        return render(request, "events/new.html", context)
    game, ruleset = _chosen(request, pairs)
    form = SeriesForm(sent(request), game=game, ruleset=ruleset)
    if form.is_valid():
        with refusing(form):
            return redirect(_plan(request, form))
    context |= {
        "form": form,
        "game": game,
        "ruleset": ruleset,
        "bots": playing_bots(game.name),
    }
    return form_page(request, "events/new.html", context)


def _plan(request: PersonRequest, form: SeriesForm) -> Event:
    """The new event, which waits where it was to start at once and could not."""
    made = single_series.create(request.user, form.wanted())
    if not form.at_once:
        messages.success(request, f"{made} is planned.")
        return made
    with reported(request, f"{made} has begun.", f"{made} was not started. "):
        acts.start(made, request.user)
    return made


def _chosen(request: HttpRequest, pairs: list[tuple[Game, Ruleset]]) -> tuple[Game, Ruleset]:
    """The game and ruleset in the address (``game/ruleset``); the first where it has none."""
    wanted = request.GET.get("rules", "")
    named = {f"{game.name}/{ruleset.name}": (game, ruleset) for game, ruleset in pairs}
    return named.get(wanted, pairs[0])
