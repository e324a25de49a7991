"""What our accounts add to allauth's: the rules of names, and that the house never logs in."""

# The base classes are untyped.
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.http import HttpRequest, HttpResponse

from accounts.models import NAME, User
from arbiter.redirects import local_address


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> Any:
        NAME(username)
        return super().clean_username(username, shallow)

    def is_safe_url(self, url: str) -> bool:
        """Whether a log-in may lead to ``url``."""
        return local_address(context.request, url) is not None

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Every way in passes here.  The house owns bots and has no person behind it."""
        if user.is_house:
            closed: HttpResponse = self.respond_user_inactive(request, user)
            return closed
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer
