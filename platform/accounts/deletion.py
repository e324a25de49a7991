"""Deleting an account: the person goes, results stay under a neutral name.

The row stays, since results lead to it, with nothing that tells whose it was.  Apps above remove
what they keep by `accounts.signals.account_deleted`.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts import naming
from accounts.members import teams
from accounts.models import DeviceLogin, Team, User
from accounts.signals import account_deleted
from arbiter.database.locks import lock
from audit import services as audit

CLEARED = (
    *("first_name", "last_name", "email", "about", "affiliation", "link", "time_zone"),
    "closed_why",
)
"""Columns of a person that become empty."""


def require_deletable(person: User) -> None:
    """ValidationError where the account has to stay for now, with what to do first."""
    if person.is_house:
        raise ValidationError("The house's account cannot be deleted.")
    if person.is_superuser and not _other_superusers(person):
        raise ValidationError(
            "You are the only one who decides who organizes here. Make somebody else a superuser "
            "first: ask the operator for `python manage.py createsuperuser`."
        )


def _other_superusers(person: User) -> bool:
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=person.pk)
    return others.exists()


@transaction.atomic
def delete(person: User, *, rename: bool) -> User:
    """Delete the account for good; what is left of it.

    ``rename`` takes the names of the person's bots away, too.  ValidationError where it has to stay
    for now (`require_deletable`), or where the person is the last owner of a team with others.
    """
    row = lock(User.objects).get(pk=person.pk)
    require_deletable(row)
    own = lock(Team.objects, deletes=True).filter(pk__in=row.teams.values("pk"))
    own_teams = list(own.order_by("pk"))
    account_deleted.send(sender=User, person=row, rename=rename)
    for team in own_teams:
        teams.leave(team, row)
    for session in UserSession.objects.filter(user=row):
        session.end()
    for model in (EmailAddress, Authenticator, SocialAccount, DeviceLogin):
        model.objects.filter(user=row).delete()
    row.reports.all().delete()
    row.auth_token_set.all().delete()
    for name in CLEARED:
        setattr(row, name, "")
    naming.give_up(naming.Kind.PERSON, row.username, None, days=naming.DELETED_DAYS)
    row.username, row.last_login = neutral_name(row), None
    row.is_active = row.is_staff = row.is_superuser = False
    row.deleted_at = timezone.now()
    row.set_unusable_password()
    row.save()
    audit.record(row, row, "deleted the account")
    return row


def neutral_name(person: User, word: str = "deleted") -> str:
    """The name under which results of a deleted account stay: it says nothing, and is free."""
    others = User.objects.exclude(pk=person.pk)
    return naming.neutral(
        word, person.pk, lambda name: others.filter(username__iexact=name).exists()
    )
