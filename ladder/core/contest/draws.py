"""Draws of lots that everybody can check.

The rule: each name gets the SHA-256 digest of ``<seed>:<name>`` in UTF-8, and the names are sorted
by their digests as hexadecimal text.  The same seed and names give the same order in every
language, in whatever order the names come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

LONGEST_SEED = 64
"""Characters."""


def lot(seed: str, name: str) -> str:
    """The digest by which a name is sorted."""
    return hashlib.sha256(f"{seed}:{name}".encode()).hexdigest()


def drawn(seed: str, names: Iterable[str]) -> list[str]:
    """The names in the order of the draw."""
    return sorted(names, key=lambda name: (lot(seed, name), name))
