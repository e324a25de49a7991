"""Authentication of callers by token or session, and the permissions of tokens."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts.models import ApiToken, Scope, User
from accounts.signing import second_factor
from games.texts.sentences import listed, paragraph

NOTE_EVERY = timedelta(minutes=1)
"""A token's last use is written no more often: a busy program must not write with every read."""
KEYWORDS = (b"bearer", b"token")


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]  # knox has no types
    """``Authorization: Bearer arb_…``, or ``Token`` in the place of ``Bearer``.

    The user of a token without the scope ``organize`` has no organizer's rights, nor has an
    organizer who lacks a second factor that the site asks for.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() not in KEYWORDS:
            return None
        if len(parts) != 2:
            raise AuthenticationFailed(
                "The Authorization header does not hold one token. "
                "Send it as “Authorization: Bearer arb_…”."
            )
        return self.authenticate_credentials(parts[1])

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        try:
            user, auth_token = super().authenticate_credentials(token)
        except UnicodeDecodeError:
            raise AuthenticationFailed("Invalid token.") from None
        _note_use(auth_token)
        if Scope.ORGANIZE not in auth_token.scopes or second_factor.is_missing(user):
            user = user.without_organizing()
        return user, auth_token

    def _cleanup_token(self, auth_token: ApiToken) -> bool:
        """Knox deletes expired tokens here.  They stay, so that their owner sees why one fails."""
        return False

    def validate_user(self, auth_token: ApiToken) -> tuple[User, ApiToken]:
        if auth_token.is_expired:
            raise AuthenticationFailed(
                f"This token expired on {auth_token.expiry:%Y-%m-%d at %H:%M} UTC. "
                f"Make a new one at {reverse('settings-tokens')}."
            )
        user, token = super().validate_user(auth_token)
        return user, token


class ScopeMissing(PermissionDenied):
    """The caller's token lacks the scope that a request needs."""


def require_scope(request: Request, scope: Scope) -> None:
    """`ScopeMissing` where the caller's token lacks ``scope``; sessions need none."""
    token = request.auth
    if isinstance(token, ApiToken) and scope not in token.scopes:
        scopes = listed(f"“{each}”" for each in token.scopes)
        raise ScopeMissing(
            f"This request needs a token with the scope “{scope}”. The token “{token.name}” has "
            f"only {scopes}. Make a token with the scope “{scope}” at {reverse('settings-tokens')}."
            if scopes
            else f"This request needs a token with the scope “{scope}”. The token “{token.name}” "
            f"has no scope. Make a token with the scope “{scope}” at {reverse('settings-tokens')}."
        )


def organizing_hint(request: Request) -> str:
    """For an organizer whose token leaves the rights of organizers out: what to do about it."""
    token = request.auth
    if not isinstance(token, ApiToken) or not getattr(request.user, "organizing_withheld", False):
        return ""
    if Scope.ORGANIZE in token.scopes:
        return (
            "You are an organizer, but organizers of this site need a second factor. "
            f"Set it up at {reverse('mfa_index')}."
        )
    scopes = listed(f"“{each}”" for each in token.scopes)
    has = (
        f"You are an organizer, but the token “{token.name}” has only {scopes}."
        if scopes
        else f"You are an organizer, but the token “{token.name}” has no scope."
    )
    advice = (
        "If the request needs an organizer's rights, make a token with the scope "
        f"“{Scope.ORGANIZE}” at {reverse('settings-tokens')}."
    )
    return paragraph(has, advice)


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    stale = Q(last_used=None) | Q(last_used__lt=now - NOTE_EVERY)
    if token.last_used is None or token.last_used < now - NOTE_EVERY:
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used=now)
