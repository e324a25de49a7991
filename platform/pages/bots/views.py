"""Bots: mine, a bot's public page, and what its managers do with it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import User
from bots import identity, pausing, services
from bots.models import Bot
from bots.versions import sparring
from bots.versions.freezing import why_frozen
from games.registry import GAMES
from ladder import failures
from ladder.climb import reading
from ladder.models import Rating
from ladder.ratings import counting, standings
from ladder.seasons import current
from ladder.sparring import reading as sparring_reading
from ladder.statistics import notable
from matches.derived.more import request_more
from matches.models import Match
from pages.bots import queries
from pages.bots.charts import place_counts, season_history
from pages.bots.forms import BotEditForm, BotNewForm
from pages.frame.access.finding import find_bot, managed_bot
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import form_page, redirect_with, refusing, reported
from pages.frame.fields.agents import AgentForm
from pages.frame.fields.forms import ReasonForm, sent
from pages.frame.paging import page_of
from storage import quota

SEASONS = 6
"""How many seasons, the newest, a bot's page shows."""


@require_safe
@login_required
def mine(request: PersonRequest) -> HttpResponse:
    game = request.GET.get("game", "")
    retired = request.GET.get("retired") == "1"
    agent = AgentForm(request.GET)
    keys = queries.my_bots(request.user, game=game, made_with=agent.value, retired=retired)
    page = page_of(request, keys)
    context = {
        "page": page,
        "rows": queries.rows_of(list(page.object_list), request.user),
        "usage": quota.usage(request.user),
        "offers": identity.offers_to(request.user),
        "chosen": GAMES.get(game),
        "retired": retired,
        "agent": agent,
    }
    return render(request, "bots/mine.html", context)


@login_required
def new(request: PersonRequest) -> HttpResponse:
    chosen = {"game": request.GET.get("game") or next(iter(GAMES))}
    form = BotNewForm(sent(request), initial=chosen, owner=request.user)
    if form.is_valid():
        with refusing(form):
            bot = services.create_bot(request.user, **form.cleaned_data)
            done = f"{bot.name} is created. Now upload its first version."
            return redirect_with(request, done, "bot-upload", bot.owner.username, bot.name)
    return form_page(request, "bots/new.html", {"form": form})


@require_safe
def show(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    bot, user = find_bot(owner, name), request.user
    manages = bot.managed_by(user)
    inside = manages or bot.open_to(user)
    may_meet = request.user.is_authenticated and bot.is_playing
    versions = list(bot.versions.defer("build_log"))
    for version in versions:
        version.bot = bot
    context = {
        "bot": bot,
        "manages": manages,
        "inside": inside,
        # Authors can look for the cause of failures in friendly matches.
        "may_challenge": bot.may_enter if manages else may_meet,
        "seasons": _seasons(bot),
        "opponents": queries.opponents(bot),
        "matches": queries.recent_matches(bot),
        "climb": reading.climb_of(bot),
        "sparring": sparring_reading.sparring_of(bot),
        "notable": notable.notable(bot) if inside else [],
        "enough": notable.ENOUGH,
        "failures": failures.recent(bot) if bot.paused_at else [],
        "versions": versions,
        "status": queries.status_of(bot, versions[0] if versions else None),
        "frozen": why_frozen(bot, user) if manages and isinstance(user, User) else "",
        "reason_form": ReasonForm() if request.user.is_staff else None,
    }
    return render(request, "bots/bot.html", context)


def _seasons(bot: Bot) -> list[dict[str, object]]:
    """The bot's strength in each season that it played, newest first."""
    ratings = bot.ratings.filter(games__gt=0).select_related(
        "season", "version", "bot__active_version"
    )
    return [
        {
            "season": rating.season,
            "rating": rating,
            "strength": standings.display(rating),
            "rank": standings.rank(rating),
            "plot": season_history(counting.history(rating), bot.name),
            **_record(rating),
        }
        for rating in ratings.order_by("-season__starts")[:SEASONS]
    ]


def _record(rating: Rating) -> dict[str, object]:
    """``sides`` of the ruleset, and of more than two how often the bot had each place."""
    count = current.side_count(rating.season.game, rating.season.ruleset) or len(rating.places)
    if count < 3:
        return {"sides": count}
    return {"sides": count, "places": place_counts(rating.places, count, rating.bot.name)}


@person_act
def more(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponse:
    """Play more friendly matches with the bots of a match, on new seeds."""
    bot = managed_bot(request, owner, name)
    match = get_object_or_404(Match.objects.visible_to(request.user), pk=number)
    with reported(request):
        played = request_more(request.user, bot, match)
        others = [f" {now} plays in place of {then}." for then, now in played.replaced]
        waiting = f"{played.count} matches like match {match.pk} wait to be played."
        messages.success(request, waiting + "".join(others))
    return redirect(f"{reverse('matches')}?bot={bot}&kind=friendly")


@login_required
def edit(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    owns = request.user.pk == bot.owner_id
    form = BotEditForm(
        sent(request),
        initial={name: getattr(bot, name) for name in ("about", "team", "made_with", "sparring")},
        owner=bot.owner,
        may_move=owns,
    )
    if form.is_valid():
        given = form.cleaned_data
        team = given["team"] if owns else bot.team
        with refusing(form):
            with transaction.atomic():
                services.edit_bot(bot, request.user, given["about"], team, given["made_with"])
                sparring.allow(bot, request.user, given["sparring"])
            return redirect_with(request, "Saved.", bot)
    return form_page(request, "bots/edit.html", {"bot": bot, "form": form})


@person_act
def retire(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    services.retire(bot, request.user)
    return redirect_with(
        request, f"{bot.name} is retired: it plays no matches. You can bring it back.", bot
    )


@person_act
def resume(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    """Have a paused bot paired again."""
    bot = managed_bot(request, owner, name)
    with reported(request, f"{bot.name} is paired again."):
        pausing.resume(bot, request.user)
    return redirect(bot)


@person_act
def unretire(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    with reported(request, f"{bot.name} is back."):
        services.unretire(bot, request.user)
    return redirect(bot)
