"""Characters that nobody sees, in texts of authors and in what programs write; numbers in words.

Such characters can make a name look like another one, turn the order of everything after it on a
page (Unicode technical report 36, "bidirectional text spoofing"), or command a terminal.  Letters
of scripts that run from right to left are welcome: pages isolate them.
"""

from __future__ import annotations

import re
import unicodedata

from games.texts.sentences import counted

_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_SIDES = r"\u061c\u200e\u200f"
"""Marks of direction: files that are named in Hebrew or Arabic have them, and they turn nothing."""
_MARKS = r"\u00ad\u180e\u200b\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_DIRECTIONS = r"\u202a-\u202e\u2060-\u206f"
"""Embeddings, overrides and isolates of direction, and invisible operators.  U+200C and U+200D are
allowed, as words of some languages and many emoji need them."""
_BLANKS = r"\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs that look like a space, or like nothing.  Longer texts may have them, as
pictures of Braille signs do."""
IN_TEXT = re.compile(f"[{_CONTROLS}{_SIDES}{_MARKS}{_DIRECTIONS}]")
"""Finds such a character in a text of several lines."""
IN_LINE = re.compile(f"[{_CONTROLS}{_SIDES}{_MARKS}{_DIRECTIONS}{_BLANKS}\t\n\r]")
"""Finds such a character, or the end of a line, in a name or title."""
IN_PATH = re.compile(f"[{_CONTROLS}{_MARKS}{_DIRECTIONS}\t\n\r]")
"""The same in the path of a file, where marks of direction are allowed."""


def visible(text: str) -> str:
    """The text with its characters that nobody sees as escapes."""
    return IN_TEXT.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


LINES = 2000
"""Lines of an output that pages show: the first and the last half of these."""
COLUMNS = 1000
"""Characters of a line of an output that pages show."""


def cut_output(text: str) -> str:
    """The output of a program as pages show it: a browser lays out all of a page.

    `static/shared/output.js` has the same for scripts.
    """
    lines = text.split("\n")
    if (left := len(lines) - LINES) > 0:
        lines[LINES // 2 : LINES // 2 + left] = [f"… {counted(left, 'more line')} …"]
    return "\n".join(map(_cut_line, lines))


def _cut_line(line: str) -> str:
    left = len(line) - COLUMNS
    return f"{line[:COLUMNS]} … {counted(left, 'more character')}" if left > 0 else line


def printable(text: str) -> str:
    """A line of a program for a terminal, which it must not be able to send commands."""
    return "".join(c if c.isprintable() or c == "\t" else "�" for c in text)


_WORD = re.compile(r"[^\W\d_]+")
_SCRIPTS = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"))
"""Scripts with letters that look like those of another one."""
_ALIKE = {
    **dict.fromkeys("\u0430\u03b1\u0251", "a"), "\u0432": "b", "\u03b2": "b",
    "\u0441": "c", "\u03f2": "c", "\u0501": "d", "\u0435": "e", "\u03b5": "e",
    "\u04bb": "h", "\u043d": "h", "\u03b7": "h", **dict.fromkeys("i1|\u0456\u03b9\u04cf", "l"),
    "\u0458": "j", "\u043a": "k", "\u03ba": "k", "\u043c": "m", "\u03bc": "m",
    **dict.fromkeys("0\u043e\u03bf\u0585", "o"), "\u0440": "p", "\u03c1": "p",
    "\u0455": "s", "\u0442": "t", "\u03c4": "t", "\u03bd": "v", "\u0445": "x",
    "\u03c7": "x", "\u0443": "y", "\u03c5": "y", "\u03b3": "y", "\u03b6": "z",
}  # fmt: skip
"""Small letters, Cyrillic and Greek ones and digits, and the Latin letters that they look like."""


def looks_mixed(text: str) -> bool:
    """Whether a word has letters of two scripts that look alike, or letters such as wide ones that
    look like plain ones."""
    for word in _WORD.findall(text):
        scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
        plain = unicodedata.normalize("NFKC", word)
        if len(scripts & _SCRIPTS) > 1 or any(c.isascii() and c not in word for c in plain):
            return True
    return False


def looks(text: str) -> str:
    """The same for texts that look alike, such as names with Cyrillic letters in place of Latin
    ones."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(_ALIKE.get(c, c) for c in folded if c.isalnum())
