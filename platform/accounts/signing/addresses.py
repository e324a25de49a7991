"""E-mail addresses: which ones their owners have confirmed.

Mail goes to confirmed addresses only, so that nobody can have this site write to a stranger.  The
one exception is the mail that asks its reader to confirm the address.
"""

from __future__ import annotations

from collections.abc import Iterable

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from django.core import signing

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
    confirmed: bool = EmailAddress.objects.filter(email__iexact=address, verified=True).exists()
    return confirmed


def is_used_link(key: str) -> bool:
    """Whether a link that asks to confirm an address did so before: its address is confirmed."""
    try:
        pk = signing.loads(key, salt=app_settings.SALT)
    except signing.BadSignature:
        return False
    used: bool = EmailAddress.objects.filter(pk=pk, verified=True).exists()
    return used


def owner_of(address: str) -> User | None:
    """The person whose account has confirmed the address, if there is one."""
    rows = EmailAddress.objects.filter(email__iexact=address, verified=True)
    address_row = rows.select_related("user").first()
    return None if address_row is None else address_row.user


def waiting_address(person: User, address: str) -> EmailAddress:
    """The record of an address that its owner has yet to confirm.

    Accounts that an administrator made have an address and no record of it.
    """
    record, _ = EmailAddress.objects.get_or_create(user=person, email=address.lower())
    return record
