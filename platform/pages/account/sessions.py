"""The page of the browsers in which a person is logged in."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache

from accounts.signing import sessions
from games.texts.sentences import plural
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import redirect_with


@never_cache
@login_required
def index(request: PersonRequest) -> HttpResponse:
    current = request.session.session_key
    rows = [
        (row, sessions.device(row.user_agent), row.session_key == current)
        for row in sessions.listed(request.user, current)
    ]
    return render(request, "account/sessions.html", {"rows": rows})


@person_act
def end(request: PersonRequest, pk: int) -> HttpResponse:
    """Sign out one of one's own sessions; the one of this browser is ended by a log-out."""
    mine = UserSession.objects.filter(user=request.user)
    row = get_object_or_404(mine.exclude(session_key=request.session.session_key), pk=pk)
    sessions.end(row)
    return redirect_with(
        request, f"{sessions.device(row.user_agent)} is signed out.", "settings-sessions"
    )


@person_act
def end_others(request: PersonRequest) -> HttpResponse:
    count = sessions.end_others(request.user, request.session.session_key)
    several = f"{count} other sessions are signed out."
    text = plural(count, "1 other session is signed out.", several)
    return redirect_with(request, text, "settings-sessions")
