"""Create tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.core.exceptions import ValidationError

from accounts.models import ApiToken, Scope, User
from arbiter.texts import require_lines

MAX_TOKENS = 20


_organizing: list[Callable[[User], bool]] = []


def also_organizes(check: Callable[[User], bool]) -> Callable[[User], bool]:
    """Let people of whom ``check`` is true have tokens with the scope ``organize``.  Apps above
    this one say by it who organizes a part of the site."""
    if check not in _organizing:
        _organizing.append(check)
    return check


def scopes_for(user: User) -> list[Scope]:
    """The scopes that a token of ``user`` can have."""
    organizes = user.is_staff or any(check(user) for check in _organizing)
    return [scope for scope in Scope if scope is not Scope.ORGANIZE or organizes]


def create_token(
    user: User, name: str, scopes: Iterable[str], lifetime: timedelta | None = None
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is shown once and never stored.

    ``scopes`` are some of `scopes_for`; without ``lifetime`` the token never expires.
    ValidationError where a value is refused.
    """
    name = name.strip()
    if not name:
        raise ValidationError("Name the token after the program that will use it.")
    require_lines(name=name)
    if len(name) > 60:
        raise ValidationError("A token's name has at most 60 characters.")
    if ApiToken.objects.filter(user=user).count() >= MAX_TOKENS:
        raise ValidationError(f"You have {MAX_TOKENS} tokens; revoke one first.")
    wanted = set(scopes)
    if not wanted:
        raise ValidationError({"scopes": "Choose at least one scope."})
    allowed = [scope.value for scope in scopes_for(user)]
    if unknown := sorted(wanted - set(allowed)):
        refusal = (
            f"“{unknown[0]}” is not a scope that you can give. Choose from {', '.join(allowed)}."
        )
        raise ValidationError({"scopes": refusal})
    ordered = [scope for scope in allowed if scope in wanted]
    token, secret = ApiToken.objects.create(user=user, name=name, expiry=lifetime, scopes=ordered)
    return token, secret
