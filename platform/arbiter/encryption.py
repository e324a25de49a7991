"""Encryption of what the database keeps and only the site may read."""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def cipher(purpose: str) -> MultiFernet:
    """Encrypts with a key of ``SECRET_KEY`` for this purpose; decrypts also with those of earlier
    ones."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (
        salted_hmac(purpose, "fernet", secret=secret, algorithm="sha256").digest()
        for secret in secrets
    )
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
