"""Play a finished match on from one of its turns."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache

from matches.derived.forks import place_of
from matches.models import Match
from matches.recorded.recordings import objection
from matches.services import MAX_WAITING
from pages.forks.forms import ForkForm
from pages.frame.access.permissions import PersonRequest
from pages.frame.acts import form_page, refusing
from pages.frame.fields.forms import sent
from pages.frame.queries import playing_bots
from rooms.forks import play_on


@never_cache
@login_required
def new(request: PersonRequest, number: int) -> HttpResponse:
    match = get_object_or_404(Match.objects.visible_to(request.user), pk=number)
    if why := objection(match, request.user):
        raise Http404(why)
    asked = request.POST.get("frame") or request.GET.get("frame") or "0"
    frame = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 9 else 0
    form = ForkForm(sent(request), match=match, user=request.user, initial={"frame": frame})
    if form.is_valid():
        with refusing(form):
            fork = play_on(request.user, match, form.cleaned_data["frame"], form.players())
            own = fork.seats.filter(person=request.user).first()
            return redirect(fork) if own is None else redirect("play", fork.pk, own.number)
    context = {
        "match": match,
        "form": form,
        "place": place_of(match, frame),
        "bots": playing_bots(match.game),
        "whole": match.played_game.wire.whole,
        "limit": MAX_WAITING,
    }
    return form_page(request, "forks/new.html", context)
