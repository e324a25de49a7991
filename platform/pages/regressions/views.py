"""A bot's regression tests; 404 for everyone but its owner and team."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from ladder.regressions import reading, services
from ladder.regressions.models import RegressionTest
from matches.models import Match
from pages.frame.access.finding import managed_bot, open_bot
from pages.frame.access.permissions import PersonRequest, person_act, private_page
from pages.frame.acts import redirect_with, reported


@private_page
def index(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = open_bot(request, owner, name)
    policy = getattr(bot, "regression_policy", None)
    context = {
        "bot": bot,
        "manages": bot.managed_by(request.user),
        "rows": reading.rows_of(bot),
        "holds": bool(policy and policy.holds),
        "most": services.MOST,
        "minutes": services.LONGEST.seconds // 60,
    }
    return render(request, "regressions/index.html", context)


@person_act
def keep(request: PersonRequest, owner: str, name: str, number: int, seat: int) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    match = get_object_or_404(Match.objects.visible_to(request.user), pk=number)
    as_then = request.POST.get("goal") == "as-then"
    with reported(request) as kept:
        services.keep(bot, request.user, match, seat, as_then=as_then)
        messages.success(request, f"Match {match.pk} is a test of {bot.name} now.")
    return redirect("tests", bot.owner.username, bot.name) if kept.done else redirect(match)


@person_act
def remove(request: PersonRequest, owner: str, name: str, pk: int) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    test = get_object_or_404(RegressionTest, bot=bot, pk=pk)
    services.remove(test, request.user)
    done = f"Match {test.origin_id} is no test of {bot.name} any more."
    return redirect_with(request, done, "tests", bot.owner.username, bot.name)


@person_act
def policy(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    bot = managed_bot(request, owner, name)
    services.set_policy(bot, request.user, holds=request.POST.get("holds") == "on")
    return redirect_with(request, "Saved.", "tests", bot.owner.username, bot.name)
