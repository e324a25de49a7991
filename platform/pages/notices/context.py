"""The bell in the head of every page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

from accounts.models import User
from notices.services import unread_count

MOST = 99
"""Beyond that the bell says "99+"."""


def bell(request: HttpRequest) -> dict[str, Callable[[], str]]:
    """``unread_notices``: how many the person has not read, as the bell says it; "" for none.

    A page that shows no bell asks nothing.
    """

    def label() -> str:
        user = getattr(request, "user", None)
        if not isinstance(user, User):
            return ""
        count = unread_count(user, MOST + 1)
        return f"{MOST}+" if count > MOST else str(count or "")

    return {"unread_notices": label}
