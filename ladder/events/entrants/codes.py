"""Secrets of invitations: codes that people type, and tokens of links.  Only digests are stored."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels: no code is a word."""
_GROUPS, _SIZE = 4, 5


def new_code() -> str:
    """A code of 20 letters, which has 86 bits, such as “BCDFG-HJKLM-NPQRS-TVWXZ”."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(_SIZE)) for _ in range(_GROUPS))
    return "-".join(groups)


def new_token() -> str:
    """The secret part of a link."""
    return secrets.token_urlsafe(24)


def digest_of_code(code: str) -> str:
    """Upper and lower case, spaces and hyphens make no difference."""
    letters = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(f"code:{letters}".encode()).hexdigest()


def digest_of_token(token: str) -> str:
    return hashlib.sha256(f"link:{token}".encode()).hexdigest()
