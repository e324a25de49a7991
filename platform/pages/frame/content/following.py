"""The follow button of bots, people, events and games."""

from __future__ import annotations

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse

from bots.models import Bot
from following import services
from following.targets import Subject, key_of, kind_of, title_of
from games.game import Game


def page_address(subject: Subject) -> str:
    """The path of the page of a thing."""
    if isinstance(subject, Game):
        return reverse("game", args=[subject.name])
    return subject.get_absolute_url()


def button(request: HttpRequest, subject: Subject) -> dict[str, object]:
    """The context of ``components/follow.html``."""
    user = request.user
    htmx = getattr(request, "htmx", None)
    here = (htmx.current_url_abs_path if htmx else None) or request.get_full_path()
    count, is_following = services.count_and_mine(subject, user)
    return {
        "kind": kind_of(subject).value,
        "key": key_of(subject),
        "title": title_of(subject),
        "here": here.partition("#")[0],
        # All other things can be followed by those who see their pages.
        "is_offered": not isinstance(subject, Bot) or subject.owner.is_active,
        "is_own": user.is_authenticated and services.is_own(subject, user),
        "is_following": is_following,
        "count": count,
        "is_known": user.is_authenticated,
        # The cookie is for people who are logged in: pages for everybody are kept.
        "csrf_token": get_token(request) if user.is_authenticated else "",
    }
