"""Secrets that are shown once: codes that people type, and parts of links.  Only digests are
stored."""

import hashlib
import secrets

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels: no code is a word."""


def new_code(groups: int = 4, size: int = 5) -> str:
    """A code of groups of letters, such as “BCDFG-HJKLM-NPQRS-TVWXZ”, which has 86 bits."""
    made = ("".join(secrets.choice(LETTERS) for _ in range(size)) for _ in range(groups))
    return "-".join(made)


def new_token(size: int = 24) -> str:
    """The secret part of a link, of this number of random bytes."""
    return secrets.token_urlsafe(size)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def digest_of_code(code: str) -> str:
    """Upper and lower case, spaces and hyphens make no difference."""
    return digest_of("code:" + "".join(letter for letter in code.upper() if letter.isalnum()))


def digest_of_token(token: str) -> str:
    return digest_of(f"link:{token}")
