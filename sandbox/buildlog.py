"""The log of a build, as people may read it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from games.texts import IN_TEXT


class Log:
    """A build's log: text from bytes, terminal escapes removed, cut at ``limit`` bytes."""

    _ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?|[@-Z\\^_])")
    _LINE = 8192

    def __init__(self, on_log: Callable[[str], object], limit: int) -> None:
        self._on_log = on_log
        self._limit = limit
        self._left = limit
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._parts: list[str] = []
        self._last = ""

    @property
    def last(self) -> str:
        """The last line, without its end, also where it is cut off in `text`."""
        return self._clean(self._last).rstrip("\n")

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def take(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + self._decoder.decode(data)).split("\n")
        for line in lines:
            self._say(line + "\n")
        if len(self._rest) > self._LINE:  # an endless line must not wait for its end
            self._say(self._rest + "\n")
            self._rest = ""

    def end(self) -> None:
        """Nothing more comes."""
        rest = self._rest + self._decoder.decode(b"", final=True)
        self._rest = ""
        if rest:
            self._say(rest + "\n")

    def _say(self, line: str) -> None:
        self._last = line
        if self._left <= 0:
            return
        line = self._clean(line)
        self._left -= len(line.encode())
        if self._left <= 0:
            line = f"[the log is cut here: it is longer than {self._limit // 1024} KiB]\n"
        self._parts.append(line)
        self._on_log(line)

    def _clean(self, line: str) -> str:
        return IN_TEXT.sub("", self._ESCAPES.sub("", line)).replace("\r", "")
