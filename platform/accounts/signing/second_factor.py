"""Two-factor codes and passkeys: their secrets are encrypted, and organizers may need one."""

# The base class is untyped.
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter as accounts_adapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from fido2.utils import websafe_decode

from accounts.models import User, Viewer
from accounts.signing.addresses import confirmed_of
from arbiter.encryption import cipher
from arbiter.links import is_own_origin, site_url
from audit import services as audit

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""Recovery codes alone are no second factor: they come with one."""
PURPOSE = "accounts.second_factor"
"""With it the secrets in the database were encrypted: another one could not read them."""
UNREADABLE = (
    "This site can no longer read your two-factor secrets, because its secret key was changed. "
    "Ask the operator to remove them from your account, then set them up again."
)


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": "This code or passkey is not accepted. Check it and try again.",
        "too_many_codes": (
            "Too many wrong codes for this account. Wait 5 minutes, or use a recovery code."
        ),
        "too_many_recovery_codes": (
            "Too many wrong recovery codes for this account. Wait 5 minutes, "
            "or use the code of your app or a passkey."
        ),
        "too_many_passkeys": (
            "Too many wrong passkeys for this account. Wait 5 minutes, or use a code."
        ),
        "unverified_email": (
            "Confirm your e-mail address first: the mail with the link is sent again under "
            "Settings, E-mail."
        ),
    }

    def encrypt(self, text: str) -> str:
        return cipher(PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """ValidationError where no key of the site fits."""
        try:
            return cipher(PURPOSE).decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            raise ValidationError(UNREADABLE) from None

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Passkeys belong to the host of ``SITE_URL``."""
        return {"id": urlsplit(site_url()).hostname or "localhost", "name": "Arbiter"}

    def generate_authenticator_name(self, user: User, type: Any) -> str:  # noqa: A002
        count = Authenticator.objects.filter(user=user, type=type).count()
        return f"Passkey {count + 1}"


def require_own_origin(credential: Any) -> None:
    """ValidationError unless a page of this site asked for the passkey.  The library compares hosts
    alone: a page at another port would pass the answer of a visitor's passkey on."""
    request = context.request
    try:
        data = json.loads(websafe_decode(credential["response"]["clientDataJSON"]))
        own = is_own_origin(str(data["origin"]), request.get_host(), secure=request.is_secure())
    except (ValueError, TypeError, KeyError):
        own = False
    if not own:
        raise get_adapter().validation_error("incorrect_code")


def is_missing(user: Viewer) -> bool:
    """Whether an organizer needs a second factor here, and has none."""
    if not settings.ORGANIZERS_SECOND_FACTOR or not user.is_authenticated or not user.is_staff:
        return False
    return not Authenticator.objects.filter(user_id=user.pk, type__in=FACTORS).exists()


def limited(user: Viewer) -> Viewer:
    """The user, without an organizer's rights where the second factor for them is missing."""
    if user.is_authenticated and is_missing(user):
        return user.without_organizing()
    return user


@transaction.atomic
def reset(user: User) -> bool:
    """Remove all of a person's second factors, for somebody who has lost them; whether there were
    any."""
    if not Authenticator.objects.filter(user=user).delete()[0]:
        return False
    audit.record(user, user, "lost the second factors: the operator removed them")
    accounts_adapter().warn(user, "removed all second factors", confirmed_of(user))
    return True
