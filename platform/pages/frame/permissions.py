"""Decorators that restrict views."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponseBase

from pages.frame.requests import PersonRequest

View = Callable[..., HttpResponseBase]


def organizers_only(view: View) -> View:
    """404 for everyone but organizers. Anonymous visitors are asked to log in first."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_staff:
            raise Http404("There is no such page.")
        return view(request, *args, **kwargs)

    return login_required(guarded)
