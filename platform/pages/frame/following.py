"""The follow button of bots, people, events and games."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse

from following import services
from following.targets import Subject, is_visible, key_of, kind_of, title_of
from games.game import Game


def page_address(subject: Subject) -> str:
    """The path of the page of a thing."""
    if isinstance(subject, Game):
        return reverse("game", args=[subject.name])
    return subject.get_absolute_url()


def button(request: HttpRequest, subject: Subject) -> dict[str, Any]:
    """The context of ``components/follow.html``."""
    user = request.user
    htmx = getattr(request, "htmx", None)
    here = (htmx.current_url_abs_path if htmx else None) or request.get_full_path()
    return {
        "kind": kind_of(subject).value,
        "key": key_of(subject),
        "title": title_of(subject),
        "here": here.partition("#")[0],
        "is_visible": is_visible(subject, user),
        "is_own": user.is_authenticated and services.is_own(subject, user),
        "is_following": services.is_following(user, subject),
        "count": services.follower_count(subject),
        "is_known": user.is_authenticated,
        # The cookie is for people who are logged in: pages for everybody are kept.
        "csrf_token": get_token(request) if user.is_authenticated else "",
    }
