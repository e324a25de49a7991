"""The changelog of a game's rules: ``changes.toml`` in the game's folder, newest first.

Each ``[[change]]`` has a date, the version of the engine, what changed and its effect on bots;
``rulesets`` names the affected ones, all without it.  The newest one has ``rules``: the `digest` of
``RULES.md``.  So the rules cannot change without an entry, or a renewed digest where only words
have changed.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from games.package import MOST_TEXT
from games.texts import IN_TEXT

FILE = "changes.toml"
RULES = "RULES.md"
_REQUIRED = {"date", "version", "change", "effect"}
_FIELDS = _REQUIRED | {"rules", "rulesets"}
LONGEST = 1000
"""Characters of a text."""
MOST = 300
"""Changes."""
MOST_DOTS = 100
"""Dots of a line."""


class ChangesError(ValueError):
    """A changelog that cannot be read or is out of date; the message says what to do."""


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One change.  ``rulesets`` are the names of the affected ones; empty: all.  ``anchor`` is its
    place on the page."""

    day: date
    version: str
    change: str
    effect: str
    rulesets: tuple[str, ...]
    rules: str
    anchor: str


def digest(text: str) -> str:
    """The digest by which a changelog names a document of rules."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def changes_of(folder: Path) -> tuple[RuleChange, ...]:
    """The changes of the game in a folder; none where it has no changelog.  `ChangesError`."""
    try:
        with (folder / FILE).open("rb") as file:
            return _changes(file.read(MOST_TEXT + 1))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise ChangesError(f"{FILE} cannot be read: {error}") from error


@lru_cache(maxsize=32)
def _changes(data: bytes) -> tuple[RuleChange, ...]:
    if len(data) > MOST_TEXT:
        raise ChangesError(f"{FILE} is larger than {MOST_TEXT // 1024} KB: shorten it")
    # The reader needs quadratic time for a key of many parts.
    if any(line.count(b".") > MOST_DOTS for line in data.split(b"\n")):
        raise ChangesError(f"{FILE}: a line may have at most {MOST_DOTS} dots")
    try:
        read = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise ChangesError(f"{FILE} cannot be read: {error}") from error
    rows = read.get("change")
    if set(read) != {"change"} or not isinstance(rows, list) or len(rows) > MOST:
        raise ChangesError(f"{FILE} must consist of at most {MOST} [[change]] tables")
    changes = tuple(_change(row, len(rows) - place) for place, row in enumerate(rows))
    days = [change.day for change in changes]
    if days != sorted(days, reverse=True):
        raise ChangesError(f"{FILE}: the newest change must be first")
    return changes


def _change(row: Any, number: int) -> RuleChange:
    where = f"{FILE}, change {number} from the end"
    if not isinstance(row, Mapping) or not set(row) >= _REQUIRED or set(row) - _FIELDS:
        raise ChangesError(f"{where}: it has {', '.join(sorted(_REQUIRED))}, maybe rules, rulesets")
    day, rulesets = row["date"], row.get("rulesets", [])
    if not isinstance(day, date) or isinstance(day, datetime):
        raise ChangesError(f"{where}: date must be a day such as 2026-11-21, without quotes")
    if not isinstance(rulesets, list) or not all(isinstance(name, str) for name in rulesets):
        raise ChangesError(f"{where}: rulesets must be a list of names")
    texts = {name: row.get(name, "") for name in ("version", "change", "effect", "rules")}
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > LONGEST or not (text or name == "rules"):
            raise ChangesError(f"{where}: {name} must be a text of 1 to {LONGEST} characters")
        if IN_TEXT.search(text):
            raise ChangesError(f"{where}: {name} has a character that nobody sees; remove it")
    return RuleChange(
        day, texts["version"], texts["change"], texts["effect"], tuple(rulesets), texts["rules"],
        f"change-{number}",
    )  # fmt: skip


def check(folder: Path, rules: str, version: str) -> None:
    """`ChangesError` unless the newest change names this document of rules and this version."""
    changes = changes_of(folder)
    if not changes:
        raise ChangesError(f"{FILE} is missing or empty: describe the rules as the first change")
    newest = changes[0]
    if newest.rules != digest(rules):
        raise ChangesError(
            f"{RULES} has changed since the newest entry of {FILE}. Add an entry with "
            f'rules = "{digest(rules)}". If only words have changed, put it into the newest entry.'
        )
    if newest.version != version:
        raise ChangesError(
            f"the newest entry of {FILE} names version {newest.version}, but the game has version "
            f"{version}. Add an entry for it."
        )
