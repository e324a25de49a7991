"""Words of texts and of queries: without case and diacritics, Chinese and Japanese as bigrams."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

LONGEST_WORD = 40
_LETTERS = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
_MARKS = re.compile("[\u0300-\u036f]")
_PIECE = re.compile(r"\S{1,1000}")
_UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+)"
)
"""Scripts that put no spaces between words."""


def fold(text: str) -> str:
    """The text without case, diacritics and compatible forms."""
    plain = _MARKS.sub("", _normalized("NFKD", text.casefold())).translate(_LETTERS)
    return _normalized("NFC", plain).strip()


def _normalized(form: Literal["NFC", "NFKD"], text: str) -> str:
    """In pieces: sorting a run of marks takes quadratic time in its length."""
    if text.isascii():
        return text
    return _PIECE.sub(lambda piece: unicodedata.normalize(form, piece[0]), text)


def _runs(text: str) -> list[str]:
    folded = fold(text)
    kept = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in folded)
    return [run for word in kept.split() for run in _UNSPACED.split(word) if run]


def index_words(text: str) -> str:
    """The words of a text for the index, between spaces, each once."""
    pieces: list[str] = []
    for run in _runs(text):
        if _UNSPACED.match(run):
            pieces += [run[n : n + 2] for n in range(len(run))]
        else:
            pieces.append(run[:LONGEST_WORD])
    # `my-bot` is found as `mybot`, too.
    for chunk in fold(text).split():
        if not _UNSPACED.search(chunk) and len(parts := _runs(chunk)) > 1:
            pieces.append("".join(parts)[:LONGEST_WORD])
    return " ".join(dict.fromkeys(pieces))


def query_words(text: str) -> list[str]:
    """The beginnings of words that a row must have, all of them."""
    pieces: list[str] = []
    for run in _runs(text):
        if _UNSPACED.match(run) and len(run) > 1:
            pieces += [run[n : n + 2] for n in range(len(run) - 1)]
        else:
            pieces.append(run[:LONGEST_WORD])
    return list(dict.fromkeys(pieces))
