"""Rules for typed text: one for names and titles, and one for texts of several lines.

Both refuse the characters that `games.texts` finds.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import slugify

from games.texts import IN_LINE, IN_TEXT
from games.texts import visible as visible


def check_text(value: str) -> None:
    """ValidationError where a text of several lines has a character that nobody sees."""
    _check(value, IN_TEXT)


def check_line(value: str) -> None:
    """ValidationError where a name or title has a character that nobody sees."""
    _check(value, IN_LINE)


def require_lines(**fields: str) -> None:
    """ValidationError by field where a name or title has a character that nobody sees."""
    _require(fields, IN_LINE)


def require_texts(**fields: str) -> None:
    """As `require_lines`, of texts that may have several lines."""
    _require(fields, IN_TEXT)


def require_strings(field: str, data: Any) -> None:
    """Every text within a JSON document, keys included."""
    match data:
        case str():
            _require({field: data}, IN_TEXT)
        case list():
            for each in data:
                require_strings(field, each)
        case dict():
            for key, each in data.items():
                require_strings(field, key)
                require_strings(field, each)


def shortened(text: str, most: int) -> str:
    """The text with at most ``most`` characters: a longer one ends at a word, with “…”."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    kept = cut.rsplit(maxsplit=1)[0] if not text[most - 1].isspace() else cut
    # One word of that length is cut within.
    return (kept if len(kept) > most // 2 else cut).rstrip() + "…"


class LogFormatter(logging.Formatter):
    """Formats records so that nothing in them commands the terminal that shows the log."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record))


def _require(fields: Mapping[str, str], unseen: re.Pattern[str]) -> None:
    wrong = {}
    for name, value in fields.items():
        try:
            _check(value, unseen)
        except ValidationError as error:
            wrong[name] = error.messages
    if wrong:
        raise ValidationError(wrong)


def _check(value: str, unseen: re.Pattern[str]) -> None:
    if match := unseen.search(value):
        named = unicodedata.name(match[0], "a control character").lower()
        raise ValidationError(
            f"Character {match.start() + 1} is invisible: U+{ord(match[0]):04X} ({named}). It can "
            "make a text look like another one. Remove it."
        )


def free_slug(name: str, is_taken: Callable[[str], bool], otherwise: str, longest: int = 50) -> str:
    """The name as a slug, with the next free number where it is taken; ``otherwise`` stands for a
    name without Latin letters.  Numbers come after ``longest`` characters."""
    stem = slugify(name)[:longest].strip("-") or otherwise
    numbered = (f"{stem}-{number}" for number in count(2))
    return stem if not is_taken(stem) else next(slug for slug in numbered if not is_taken(slug))
