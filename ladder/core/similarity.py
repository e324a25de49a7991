"""How similar programs are: fingerprints of their tokens by winnowing.

Source: S. Schleimer, D. S. Wilkerson, A. Aiken, "Winnowing: Local Algorithms for Document
Fingerprinting", SIGMOD 2003.  Every common run of at least `GUARANTEE` tokens is found, and none of
fewer than `NOISE` tokens.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

NOISE = 20
"""Tokens of the shortest run that can be found (k of the paper)."""
GUARANTEE = 32
"""Tokens of the shortest run that is always found (t of the paper)."""
WINDOW = GUARANTEE - NOISE + 1
"""Hashes of which one is kept (w of the paper)."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its spelling where that is easily changed, and its line (from 1)."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a file (from 1, both included)."""

    path: str
    first: int
    last: int


Prints = Mapping[int, Sequence[Place]]
"""The places of each fingerprint of a program."""


def fingerprints(files: Mapping[str, Sequence[Token]]) -> dict[int, list[Place]]:
    """The fingerprints of a program's files, by path; empty for programs below `NOISE` tokens."""
    places: dict[int, list[Place]] = defaultdict(list)
    for path, tokens in sorted(files.items()):
        hashes = _hashes([token.text for token in tokens])
        for at in winnow(hashes):
            place = Place(path, tokens[at].line, tokens[at + NOISE - 1].line)
            places[hashes[at]].append(place)
    return dict(places)


def _hashes(tokens: Sequence[str]) -> list[int]:
    """The hash of each run of `NOISE` tokens."""
    return [
        int.from_bytes(
            hashlib.blake2b("\0".join(tokens[at : at + NOISE]).encode(), digest_size=8).digest()
        )
        for at in range(len(tokens) - NOISE + 1)
    ]


def winnow(hashes: Sequence[int], window: int = WINDOW) -> list[int]:
    """The positions of the smallest hash of each window, the last one of equal ones."""
    chosen: list[int] = []
    for start in range(max(1, len(hashes) - window + 1) if hashes else 0):
        part = hashes[start : start + window]
        least = min(part)
        at = start + max(n for n, value in enumerate(part) if value == least)
        if not chosen or chosen[-1] != at:
            chosen.append(at)
    return chosen


@dataclass(frozen=True, slots=True)
class Match:
    """The same code in two programs."""

    left: Place
    right: Place


@dataclass(frozen=True, slots=True)
class Overlap:
    """The shares (0 to 1) of the fingerprints of two programs that the other has too, and where."""

    left: float
    right: float
    matches: tuple[Match, ...]

    @property
    def share(self) -> float:
        """The larger share: a small program may stand whole in a large one."""
        return max(self.left, self.right)


def compare(left: Prints, right: Prints, common: Iterable[int] = ()) -> Overlap:
    """The overlap of two programs without the fingerprints of ``common`` code, such as a kit."""
    known = set(common)
    mine, theirs = left.keys() - known, right.keys() - known
    both = mine & theirs
    if not both:
        return Overlap(0.0, 0.0, ())
    pairs = [Match(a, b) for key in both for a in left[key][:1] for b in right[key][:1]]
    return Overlap(len(both) / len(mine), len(both) / len(theirs), tuple(_joined(pairs)))


def _joined(pairs: Iterable[Match]) -> list[Match]:
    """Neighbouring and overlapping pairs as one, in the order of the left program."""
    joined: list[Match] = []
    for each in sorted(pairs, key=lambda pair: (pair.left.path, pair.left.first, pair.right.path)):
        last = joined[-1] if joined else None
        if last is not None and _touch(last.left, each.left) and _touch(last.right, each.right):
            joined[-1] = Match(_span(last.left, each.left), _span(last.right, each.right))
        else:
            joined.append(each)
    return joined


def _touch(a: Place, b: Place) -> bool:
    return a.path == b.path and b.first <= a.last + 1 and a.first <= b.last + 1


def _span(a: Place, b: Place) -> Place:
    return Place(a.path, min(a.first, b.first), max(a.last, b.last))
