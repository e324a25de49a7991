"""Differences between the files of two versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from bots.editing import texts_of

CONTEXT = 3
"""Unchanged lines that are shown before and after a change."""
MOST_LINES = 4000
"""Of one file; the comparison of more takes too long."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: ``kind`` is "same", "added" or "removed", or "gap" for lines left out.

    ``old`` and ``new`` are its numbers from 1 in the two files, None where it is not in one.
    """

    kind: str
    text: str = ""
    old: int | None = None
    new: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A file that differs.  ``note`` says why there are no ``lines``, "" where there are."""

    path: str
    state: str
    """"added", "removed" or "changed"."""
    lines: tuple[Line, ...] = ()
    note: str = ""

    @property
    def added(self) -> int:
        return sum(line.kind == "added" for line in self.lines)

    @property
    def removed(self) -> int:
        return sum(line.kind == "removed" for line in self.lines)


def differences(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> Iterator[Difference]:
    """The files that differ, by path."""
    texts = texts_of(old), texts_of(new)
    for path in sorted(old.keys() | new.keys()):
        if old.get(path) != new.get(path):
            state = "changed" if path in old and path in new else "added"
            state = "removed" if path not in new else state
            yield _difference(path, state, old, new, texts)


def _difference(
    path: str,
    state: str,
    old: Mapping[str, bytes],
    new: Mapping[str, bytes],
    texts: tuple[Mapping[str, str], Mapping[str, str]],
) -> Difference:
    if any(
        path in files and path not in text for files, text in zip((old, new), texts, strict=True)
    ):
        reason = "Its content is not shown: it is no text, or a large one."
        return Difference(path, state, note=reason)
    before, after = (text.get(path, "").splitlines() for text in texts)
    if max(len(before), len(after)) > MOST_LINES:
        reason = f"Files of more than {MOST_LINES} lines are not compared here."
        return Difference(path, state, note=reason)
    lines = tuple(_lines(before, after))
    return Difference(path, state, lines, "" if lines else "Only the ends of lines differ.")


def _lines(before: list[str], after: list[str]) -> Iterator[Line]:
    matcher = SequenceMatcher(None, before, after)
    last = 0
    for group in matcher.get_grouped_opcodes(CONTEXT):
        if group[0][1] > last:
            yield Line("gap")
        for tag, a, b, c, d in group:
            if tag == "equal":
                for step, text in enumerate(before[a:b]):
                    yield Line("same", text, a + step + 1, c + step + 1)
                continue
            for step, text in enumerate(before[a:b]):
                yield Line("removed", text, old=a + step + 1)
            for step, text in enumerate(after[c:d]):
                yield Line("added", text, new=c + step + 1)
        last = group[-1][2]
    if 0 < last < len(before):
        yield Line("gap")
