"""Rules for typed text: one for names and titles, and one for texts of several lines.

Characters that nobody sees can make a name look like another one, or turn the order of everything
after it on a page (Unicode technical report 36, "bidirectional text spoofing").  Letters of
scripts that run from right to left are welcome: pages isolate them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError

_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_MARKS = r"\u00ad\u061c\u180e\u200b\u200e\u200f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_DIRECTIONS = r"\u202a-\u202e\u2060-\u206f"
"""Embeddings, overrides and isolates of direction, and invisible operators.  U+200C and U+200D are
allowed, as words of some languages and many emoji need them."""
_IN_TEXT = re.compile(f"[{_CONTROLS}{_MARKS}{_DIRECTIONS}]")
_IN_LINE = re.compile(f"[{_CONTROLS}{_MARKS}{_DIRECTIONS}\t\n\r]")


def check_text(value: str) -> None:
    """ValidationError where a text of several lines has a character that nobody sees."""
    _check(value, _IN_TEXT)


def check_line(value: str) -> None:
    """ValidationError where a name or title has a character that nobody sees."""
    _check(value, _IN_LINE)


def require_lines(**fields: str) -> None:
    """ValidationError by field where a name or title has a character that nobody sees."""
    _require(fields, _IN_LINE)


def require_texts(**fields: str) -> None:
    """As `require_lines`, of texts that may have several lines."""
    _require(fields, _IN_TEXT)


def require_strings(field: str, data: Any) -> None:
    """Every text within a JSON document, keys included."""
    match data:
        case str():
            _require({field: data}, _IN_TEXT)
        case list():
            for each in data:
                require_strings(field, each)
        case dict():
            for key, each in data.items():
                require_strings(field, key)
                require_strings(field, each)


def visible(text: str) -> str:
    """The text with its characters that nobody sees as escapes: what a program has written."""
    return _IN_TEXT.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


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
    if found := unseen.search(value):
        named = unicodedata.name(found[0], "a control character").lower()
        raise ValidationError(
            f"Character {found.start() + 1} is invisible: U+{ord(found[0]):04X} ({named}). It can "
            "make a text look like another one. Remove it."
        )
