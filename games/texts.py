"""Characters that nobody sees, in texts of authors and in what programs write.

They can make a name look like another one, turn the order of everything after it on a page (Unicode
technical report 36, "bidirectional text spoofing"), or command a terminal.  Letters of scripts that
run from right to left are welcome: pages isolate them.
"""

from __future__ import annotations

import re

_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_SIDES = r"\u061c\u200e\u200f"
"""Marks of direction: files that are named in Hebrew or Arabic have them, and they turn nothing."""
_MARKS = r"\u00ad\u180e\u200b\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_DIRECTIONS = r"\u202a-\u202e\u2060-\u206f"
"""Embeddings, overrides and isolates of direction, and invisible operators.  U+200C and U+200D are
allowed, as words of some languages and many emoji need them."""
IN_TEXT = re.compile(f"[{_CONTROLS}{_SIDES}{_MARKS}{_DIRECTIONS}]")
"""Finds such a character in a text of several lines."""
IN_LINE = re.compile(f"[{_CONTROLS}{_SIDES}{_MARKS}{_DIRECTIONS}\t\n\r]")
"""Finds such a character, or the end of a line, in a name or title."""
IN_PATH = re.compile(f"[{_CONTROLS}{_MARKS}{_DIRECTIONS}\t\n\r]")
"""The same in the path of a file, where marks of direction are allowed."""


def visible(text: str) -> str:
    """The text with its characters that nobody sees as escapes."""
    return IN_TEXT.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
