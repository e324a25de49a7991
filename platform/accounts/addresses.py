"""E-mail addresses: which ones their owners have confirmed.

Mail goes to confirmed addresses only, so that nobody can have this site write to a stranger.  The
one exception is the mail that asks its reader to confirm the address.
"""

from __future__ import annotations

from collections.abc import Iterable

from allauth.account.models import EmailAddress

from accounts.models import User


def confirmed_addresses(people: Iterable[User]) -> dict[int, str]:
    """Primary key of a person → the confirmed address; people without one are left out."""
    rows = EmailAddress.objects.filter(user__in=list(people), verified=True).order_by("primary")
    return dict(rows.values_list("user_id", "email"))


def confirmed_address(person: User) -> str | None:
    return confirmed_addresses([person]).get(person.pk)


def confirmed_of(person: User) -> list[str]:
    """All confirmed addresses of a person: usually one."""
    rows = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary", "pk")
    return list(rows.values_list("email", flat=True))


def is_confirmed(address: str) -> bool:
    """Whether an account of this site has confirmed the address."""
    found: bool = EmailAddress.objects.filter(email__iexact=address, verified=True).exists()
    return found


def waiting_address(person: User, address: str) -> EmailAddress:
    """The record of an address that its owner has yet to confirm.

    Accounts that an administrator made have an address and no record of it.
    """
    record, _ = EmailAddress.objects.get_or_create(user=person, email=address.lower())
    return record
