"""Whether a message is what a scenario expects; see ``vectors/README.md``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

JSON = Any


def fits(pattern: JSON, got: JSON) -> bool:
    """An object fits where all its members do, others may be there; a list item by item."""
    if isinstance(pattern, dict):
        for name, special in _SPECIAL.items():
            if name in pattern:
                return special(pattern[name], got)
        return isinstance(got, dict) and all(
            _member(key, value, got) for key, value in pattern.items()
        )
    if isinstance(pattern, list):
        same = isinstance(got, list) and len(got) == len(pattern)
        return same and all(map(fits, pattern, got))
    return isinstance(pattern, bool) == isinstance(got, bool) and pattern == got


def _member(key: str, pattern: JSON, got: dict[str, JSON]) -> bool:
    if isinstance(pattern, dict) and "$absent" in pattern:
        return key not in got
    return key in got and fits(pattern, got[key])


def _set(items: JSON, got: JSON) -> bool:
    return isinstance(got, list) and sorted(map(json.dumps, got)) == sorted(map(json.dumps, items))


def _has(patterns: JSON, got: JSON) -> bool:
    return isinstance(got, list) and all(any(fits(p, item) for item in got) for p in patterns)


_SPECIAL: dict[str, Callable[[JSON, JSON], bool]] = {
    "$any": lambda _, got: True,
    "$set": _set,
    "$has": _has,
    "$hasnot": lambda patterns, got: not any(fits(p, item) for p in patterns for item in got),
    "$len": lambda count, got: isinstance(got, list | dict) and len(got) == count,
}
