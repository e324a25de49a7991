"""Who calls: a program with a token, or a browser with its session."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import ApiToken

if TYPE_CHECKING:
    from accounts.models import User

NOTE_EVERY = timedelta(minutes=1)
"""A token's last use is written no more often: a busy program shall not write with every read."""


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]
    """``Authorization: Token arb_…``"""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        try:
            user, found = super().authenticate_credentials(token)
        except UnicodeDecodeError:
            raise AuthenticationFailed("Invalid token.") from None
        _note_use(found)
        return user, found


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    stale = Q(last_used=None) | Q(last_used__lt=now - NOTE_EVERY)
    if token.last_used is None or token.last_used < now - NOTE_EVERY:
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used=now)
