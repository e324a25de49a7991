"""The chain of the audit trail: each entry seals all before it.

``hash`` is the SHA-256 of an entry's content, in which the hash of the one before stands: an entry
that is changed, left out or put in later breaks every one after it.  `audit.models.AuditHead` has
the number and the hash of the last, so that none can be cut off the end.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

GENESIS = "0" * 64
"""The hash before the first entry."""
SEALED = (
    *("number", "time", "actor_name", "act", "reason"),
    *("target_type", "target_id", "target_text", "previous"),
)
"""The fields of an entry that its hash covers, in this order, before the ``role``."""


def seal(number: int, time: datetime, *words: str, role: str = "") -> str:
    """The hash of an entry, in hexadecimal digits, of its fields in the order of `SEALED`.

    A role is sealed only where there is one, since entries without it are older than the field.
    """
    moment = time.astimezone(UTC).isoformat(timespec="microseconds")
    fields = [number, moment, *words, *([role] if role else [])]
    content = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Chain:
    """The result of a check: the number of ``entries``, the last ``hash``, and where and ``why``
    the chain breaks; empty if it does not.
    """

    entries: int
    hash: str
    why: str = ""

    @property
    def unbroken(self) -> bool:
        return not self.why


def follow(rows: Iterable[tuple[Any, ...]]) -> Chain:
    """Follow rows of `SEALED`, the role and the hash from the first one on."""
    number, last = 0, GENESIS
    for row in rows:
        *sealed, role, kept = row
        if sealed[0] != number + 1:
            return Chain(number, last, f"entry {number + 1} is missing")
        if sealed[-1] != last:
            return Chain(number, last, f"entry {sealed[0]} does not follow entry {number}")
        if seal(*sealed, role=role) != kept:
            return Chain(number, last, f"entry {sealed[0]} was changed")
        number, last = sealed[0], kept
    return Chain(number, last)
