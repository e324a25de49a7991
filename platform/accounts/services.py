"""Create tokens and teams; invite people to teams."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction

from accounts.models import ApiToken, Membership, Scope, Team, User
from arbiter.texts import require_lines

MAX_TOKENS = 20
MAX_TEAMS = 20
MAX_MEMBERS = 10


def scopes_for(user: User) -> list[Scope]:
    """The scopes that a token of ``user`` can have."""
    return [scope for scope in Scope if scope is not Scope.ORGANIZE or user.is_staff]


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
        words = (
            f"“{unknown[0]}” is not a scope that you can give. Choose from {', '.join(allowed)}."
        )
        raise ValidationError({"scopes": words})
    ordered = [scope for scope in allowed if scope in wanted]
    token, secret = ApiToken.objects.create(user=user, name=name, expiry=lifetime, scopes=ordered)
    return token, secret


@transaction.atomic
def create_team(user: User, name: str) -> Team:
    if user.memberships.count() >= MAX_TEAMS:
        raise ValidationError(f"You are in {MAX_TEAMS} teams; leave one first.")
    team = Team(name=name.strip())
    team.full_clean()
    team.save()
    Membership.objects.create(team=team, user=user, is_founder=True, accepted=True)
    return team


@transaction.atomic
def invite(team: Team, by: User, username: str) -> Membership:
    if not team.has_member(by):
        raise PermissionDenied("Only members may change a team.")
    if team.memberships.count() >= MAX_MEMBERS:
        raise ValidationError(f"A team has at most {MAX_MEMBERS} members and invitations.")
    user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if user is None or user.is_house:
        raise ValidationError(f"There is nobody named “{username.strip()}” here.")
    membership, created = Membership.objects.get_or_create(team=team, user=user)
    if not created:
        state = "a member" if membership.accepted else "invited"
        raise ValidationError(f"{user.username} is already {state}.")
    return membership


def accept(team: Team, user: User) -> None:
    """Accept an invitation.  Membership.DoesNotExist where there is none."""
    membership = team.memberships.get(user=user)
    membership.accepted = True
    membership.save(update_fields=["accepted"])


@transaction.atomic
def leave(team: Team, user: User) -> None:
    """Leave a team or decline its invitation.  A team without members goes, its bots stay."""
    team.memberships.filter(user=user).delete()
    if not team.memberships.filter(accepted=True).exists():
        team.delete()
