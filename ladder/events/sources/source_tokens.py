"""The tokens of programs' sources, for their comparison."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, Literal, Name, Text
from pygments.token import Token as Kind
from pygments.util import ClassNotFound

from ladder.core.similarity import Token

LARGEST_FILE = 400_000
"""Bytes; longer files are tables of numbers rather than code."""
LONGEST_S = 10.0
"""CPU time for the tokens of one program: lexers need quadratic time for some texts."""


class TooSlow(Exception):
    """The tokens of a program would take more than `LONGEST_S`."""


def text_of(data: bytes) -> str | None:
    """The text of a file; None where it is too large, or no text."""
    if len(data) > LARGEST_FILE or b"\0" in data:
        return None
    return data.decode(errors="replace")


def of_files(texts: Mapping[str, str]) -> dict[str, list[Token]]:
    """The tokens of those files that are code, by path.  Names, numbers and texts lose their
    spelling.  `TooSlow`."""
    with _limited():
        return {path: tokens for path, text in texts.items() if (tokens := _of(path, text))}


@contextmanager
def _limited() -> Iterator[None]:
    """Raise `TooSlow` within the block after `LONGEST_S`.  Only the main thread, in which workers
    do their tasks, can have such a timer."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _of(path: str, text: str) -> list[Token]:
    try:
        lexer = get_lexer_for_filename(path, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return []
    if lexer.name in ("Text only", "Markdown", "JSON", "YAML", "XML"):
        return []
    tokens, line = [], 1
    for kind, value in lexer.get_tokens(text):
        if (word := _word(kind, value)) is not None:
            tokens.append(Token(word, line))
        line += value.count("\n")
    return tokens


def _word(kind: object, value: str) -> str | None:
    if kind in Comment or kind in Text or kind in Kind.Text.Whitespace or not value.strip():
        return None
    if kind in Literal.String.Doc:
        return None
    if kind in Name:
        return "name"
    if kind in Literal.Number:
        return "number"
    if kind in Literal:
        return "text"
    return value.strip()
