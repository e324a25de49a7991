"""How much of the disk the uploads of one person take, and the most that they may.

Apps that keep files of people say how much: `measured` takes a function from a person to a
`StoredShare`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import User

MB = 1 << 20


@dataclass(frozen=True, slots=True)
class StoredShare:
    """``what`` is a plural, for people."""

    what: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Usage:
    """``limit`` is None for the house, whose bots ship with the games."""

    parts: tuple[StoredShare, ...]
    limit: int | None

    @property
    def used(self) -> int:
        return sum(part.bytes for part in self.parts)

    @property
    def is_full(self) -> bool:
        return self.limit is not None and self.used >= self.limit


Measure = Callable[[User], StoredShare]

_measures: list[Measure] = []


class OverQuota(ValidationError):
    """An upload would take more than its owner may; nothing was stored."""


def measured(measure: Measure) -> Measure:
    """Have ``measure`` counted in the usage of each person."""
    if measure not in _measures:
        _measures.append(measure)
    return measure


def usage(owner: User) -> Usage:
    """The bytes that this person's uploads take now."""
    limit = None if owner.is_house else settings.QUOTA_MB * MB
    return Usage(tuple(measure(owner) for measure in _measures), limit)


def require(owner: User, more: int) -> None:
    """`OverQuota` where ``more`` bytes are too many; call it with the owner's row locked."""
    now = usage(owner)
    if now.limit is None or now.used + more <= now.limit:
        return
    parts = ", ".join(f"{part.what} {_mb(part.bytes)}" for part in now.parts)
    raise OverQuota(
        f"This upload needs {_mb(more)}, and the uploads of {owner} take {_mb(now.used)} of "
        f"{_mb(now.limit)} already ({parts}). Delete the files of versions that no longer play "
        "(on each version's page), or retire bots: their built programs are removed within "
        f"{settings.ARTIFACT_HOURS} hours. Tries are removed after a day."
    )


def _mb(size: int) -> str:
    return f"{size / MB:.1f} MB"
