"""Kinds of requests, for views that say whom they serve."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


class PersonRequest(HttpRequest):
    """A request that `login_required` let through: somebody is logged in."""

    user: User
    rights: frozenset[str]
    """Set by `pages.frame.access.permissions.staff_of`."""
    may_create_events: bool
    """Set by `pages.frame.access.event_permissions.event_staff`."""
