"""The page on which a bot is handed to another person or team, and accepted."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from bots import identity
from bots.models import BotOffer
from pages.frame.access.finding import find_bot
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import redirect_with, refusing, reported
from pages.frame.fields.forms import code_field, sent


class OfferForm(forms.Form):
    person = code_field("To the person", 30, "The person's name on this site.", required=False)
    team = code_field(
        "Or to the team",
        30,
        "Its name. The member who accepts owns the bot, and shares it with the team.",
        required=False,
    )


@login_required
def show(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    """For the owner the form, or the offer that waits; for those who may accept it, the offer."""
    bot = find_bot(owner, name)
    made = BotOffer.objects.select_related("person", "team", "by").filter(bot=bot).first()
    owns = bot.owner_id == request.user.pk and not bot.is_house
    may_accept = made is not None and identity.offers_to(request.user).filter(pk=made.pk).exists()
    if not owns and not may_accept:
        raise Http404(f"No such page for {request.user}.")
    form = OfferForm(sent(request))
    if owns and form.is_valid():
        with refusing(form):
            made = identity.offer(bot, request.user, **form.cleaned_data)
            return redirect_with(request, f"{bot.name} is offered to {made.receiver}.", made)
    context = {"bot": bot, "offer": made, "may_accept": may_accept, "form": form}
    return render(request, "bots/offer.html", context, status=422 if form.errors else 200)


def _offer(owner: str, name: str) -> BotOffer | None:
    rows = BotOffer.objects.select_related("bot__owner", "person", "team", "by")
    return rows.filter(bot=find_bot(owner, name)).first()


def _after(request: PersonRequest, made: BotOffer | None) -> HttpResponse:
    """To the offer, or to the person's bots where it is gone."""
    if made is None:
        messages.error(request, identity.GONE)
    elif BotOffer.objects.filter(pk=made.pk).exists():
        return redirect(made)
    return redirect("bots")


@person_act
def accept(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    if made := _offer(owner, name):
        with reported(request, f"{made.bot.name} is yours now."):
            return redirect(identity.accept(made, request.user))
    return _after(request, made)


@person_act
def decline(request: PersonRequest, owner: str, name: str) -> HttpResponse:
    """Decline an offer; its owner takes it back."""
    if made := _offer(owner, name):
        with reported(request, f"{made.bot} stays with {made.bot.owner}."):
            identity.decline(made, request.user)
            return redirect("bots")
    return _after(request, made)
