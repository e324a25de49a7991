"""The differences between two states of a scenario, in words for the history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from audit.changes import changed, short
from rulesets.models import Scenario

_PLAIN = ("name", "title", "summary", "base")


def changes(before: Scenario, after: Scenario) -> list[str]:
    """Empty where nothing is different."""
    lines = changed(before, after, _PLAIN)
    if (before.map_id, before.map_revision) != (after.map_id, after.map_revision):
        lines.append(
            f"map {before.map} in revision {before.map_revision} → {after.map} in revision "
            f"{after.map_revision}"
        )
    lines += _constants(before.data.get("constants", {}), after.data.get("constants", {}))
    for name in ("points", "parts"):
        lines += _list(name, before.data.get(name, []), after.data.get(name, []))
    return lines


def _constants(before: dict[str, int], after: dict[str, int]) -> Iterator[str]:
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield f"{name} {before.get(name, 'as usual')} → {after.get(name, 'as usual')}"


def _list(name: str, before: list[Any], after: list[Any]) -> Iterator[str]:
    one = name.removesuffix("s")
    for item in before:
        if item not in after:
            yield f"{one} removed: {_words(item)}"
    for item in after:
        if item not in before:
            yield f"{one} added: {_words(item)}"


def _words(item: dict[str, Any]) -> str:
    """A point's place counts from 1, as rows and columns of maps do."""
    if {"x", "y"} <= item.keys():
        tags = f" ({', '.join(item['tags'])})" if item.get("tags") else ""
        return short(f"{item.get('name')} at row {item['y'] + 1}, column {item['x'] + 1}{tags}")
    values = ", ".join(f"{key} {value}" for key, value in item.items() if key != "kind")
    return short(f"{item.get('kind')} {values}".strip())
