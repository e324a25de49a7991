"""The replay container: one format for all games.

A replay is a text of JSON Lines, stored as a series of gzip members, so that ``zcat`` prints it
whole and a reader can start in the middle:

1. ``{"type":"header", "format":1, "game", "engine", "ruleset", "setup", "seats", ...}``
2. ``{"type":"frame", "n", "game", "turn", "events", ...}``, numbered from 0 over the whole match.
   The first frame of a game has ``setup``, ``scene`` and ``key``; later ones ``replies`` and
   ``events``; some also ``key`` (the state after the frame, `Engine.view(None)`); the last frame
   of a game has ``outcome`` (in the game's seat order).
3. Optionally ``{"type":"attachment", "name", "latin1"}``: a piece of a file that belongs to the
   match.  ``latin1`` holds its bytes as the characters U+0000 to U+00FF.
4. ``{"type":"result", "outcome", "games", ...}``
5. ``{"type":"index", "frames", "games": [first frame of each], "members": [[first frame, offset],
   ...], "header", "result"}``, and ``attachments`` where there are some.

Every member of frames begins with a key frame.  The last member is empty; its gzip "extra" field
holds the offset of the index, so a reader needs the last `TRAILER` bytes, the index, and the
member that it wants.
"""

from __future__ import annotations

import gzip
import json
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from games.engine import JSON, Action, EndState, Engine, Event, Fault, Seat, Setup
from games.wire import encode

FORMAT = 1
KEY_EVERY = 64
"""A key frame is due after this many frames without one."""
PIECE = 64 * 1024
"""Bytes of one piece of an attachment."""

_EXTRA = struct.Struct("<2sHQ")
_HEAD = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff" + struct.pack("<H", _EXTRA.size)
_EMPTY = b"\x03\x00" + b"\0" * 8
TRAILER = len(_HEAD) + _EXTRA.size + len(_EMPTY)
_TAG = b"AR"


class ReplayError(ValueError):
    """The bytes are not a complete replay; the message says what is wrong."""


def attachment_lines(name: str, data: bytes) -> Iterator[JSON]:
    """The lines that hold a file; an empty file has one, too."""
    for at in range(0, max(len(data), 1), PIECE):
        piece = data[at : at + PIECE].decode("latin-1")
        yield {"type": "attachment", "name": name, "latin1": piece}


class ReplayWriter:
    """Writes a replay to a binary file.

    Call `header`, then `frame` for each frame, then `attach` for each file, then `result`.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._offset = 0
        self._members: list[tuple[int, int]] = []
        self._places: dict[str, int] = {}
        self._pending: list[bytes] = []
        self._attached: list[bytes] = []
        self._games: list[int] = []
        self.frames = 0

    def header(self, line: Mapping[str, JSON]) -> None:
        self._places["header"] = self._offset
        self._member([encode(line)])

    def frame(self, line: bytes, *, key: bool, first: bool = False) -> None:
        """Add one encoded frame (with its newline).

        ``key`` says that it holds a key frame, ``first`` that it is the first frame of a game.
        """
        if first:
            self._games.append(self.frames)
        if key:
            self._flush()
            self._members.append((self.frames, self._offset))
        elif not self._members:
            raise ReplayError("the first frame must be a key frame")
        self._pending.append(line)
        self.frames += 1

    def attach(self, line: bytes) -> None:
        """Add one encoded line of `attachment_lines` (with its newline)."""
        self._attached.append(line)

    def result(self, line: Mapping[str, JSON]) -> None:
        """Write the result, the index and the trailer.  The file itself stays open."""
        self._flush()
        if self._attached:
            self._places["attachments"] = self._offset
            self._member(self._attached)
        self._places["result"] = self._offset
        self._member([encode(line)])
        at = self._offset
        index = {"type": "index", "frames": self.frames, "games": self._games}
        self._member([encode({**index, "members": self._members, **self._places})])
        self._file.write(_HEAD + _EXTRA.pack(_TAG, 8, at) + _EMPTY)

    def _flush(self) -> None:
        if self._pending:
            self._member(self._pending)
            self._pending = []

    def _member(self, lines: list[bytes]) -> None:
        data = gzip.compress(b"".join(lines), 6, mtime=0)
        self._file.write(data)
        self._offset += len(data)


class ReplayReader:
    """Random access to a replay in a seekable binary file.  `ReplayError` where it is damaged."""

    def __init__(self, file: BinaryIO, started: int | None = None) -> None:
        """``started`` is the Unix time in seconds at which the match began, for formats that name
        it.  The container has no times: the same match gives the same bytes."""
        self._file = file
        self.started = started
        try:
            size = file.seek(0, 2)
            file.seek(size - TRAILER)
            trailer = file.read(TRAILER)
            tag, _, at = _EXTRA.unpack_from(trailer, len(_HEAD))
            if tag != _TAG or not trailer.startswith(_HEAD):
                raise ReplayError("no replay trailer: the file is cut off or of another kind")
            self._end = size - TRAILER
            (index,) = self._lines(at)
            self.frames: int = index["frames"]
            self.games: list[int] = index["games"]
            self._members: list[list[int]] = index["members"]
            self._firsts: list[int] = [first for first, _ in self._members]
            (self.header,) = self._lines(index["header"])
            (self.result,) = self._lines(index["result"])
            self._attachments: int | None = index.get("attachments")
        except (OSError, LookupError, ValueError, TypeError, OverflowError, struct.error) as error:
            if isinstance(error, ReplayError):
                raise
            raise ReplayError(f"a damaged replay: {error}") from error

    def key_before(self, number: int) -> int:
        """The number of the last indexed key frame that is not after frame ``number``."""
        return self._firsts[max(0, bisect_right(self._firsts, number) - 1)]

    def read(self, start: int = 0, stop: int | None = None) -> Iterator[dict[str, JSON]]:
        """The frames ``start <= n < stop``, decoded."""
        return (json.loads(line) for line in self.read_lines(start, stop))

    def read_lines(self, start: int = 0, stop: int | None = None) -> Iterator[bytes]:
        """The frames ``start <= n < stop`` as they are stored, without their newlines."""
        stop = self.frames if stop is None else min(stop, self.frames)
        member = max(0, bisect_right(self._firsts, start) - 1)
        while member < len(self._members) and self._firsts[member] < stop:
            first, at = self._members[member]
            for number, line in enumerate(self._raw(at).splitlines(), first):
                if start <= number < stop:
                    yield line
            member += 1

    @property
    def has_attachments(self) -> bool:
        return self._attachments is not None

    def attachment(self, name: str) -> bytes | None:
        """The file of that name which belongs to the match, None where there is none."""
        if self._attachments is None:
            return None
        lines = self._lines(self._attachments)
        pieces = [line["latin1"] for line in lines if line["name"] == name]
        return "".join(pieces).encode("latin-1") if pieces else None

    def _lines(self, at: int) -> list[JSON]:
        return [json.loads(line) for line in self._raw(at).splitlines()]

    def _raw(self, at: int) -> bytes:
        self._file.seek(at)
        unzip = zlib.decompressobj(31)
        parts = []
        while not unzip.eof:
            data = self._file.read(65536)
            if not data:
                raise ReplayError("a member of the replay is cut off")
            try:
                parts.append(unzip.decompress(data))
            except zlib.error as error:
                raise ReplayError(f"a member of the replay is damaged: {error}") from error
        return b"".join(parts)


Replies = Mapping[Seat, Action | Fault]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game: the turn, the replies of the pending seats, and the events."""

    turn: int
    replies: Replies
    events: tuple[Event, ...]


def write_frames(
    writer: ReplayWriter, number: int, setup: Setup, engine: Engine, steps: Iterable[Step]
) -> None:
    """Write game ``number`` of a match: the first frame now, one more after each of ``steps``.

    ``engine`` is fresh; taking a step from ``steps`` must bring it into the state after that step.
    """
    head: dict[str, JSON] = {"type": "frame", "game": number}
    start = {"setup": setup.to_json(), "scene": engine.scene(), "key": engine.view()}
    line = {**head, "n": writer.frames, "turn": engine.progress().turn, **start}
    writer.frame(encode(line), key=True, first=True)
    for count, step in enumerate(steps, 1):
        line = {**head, "n": writer.frames, "turn": step.turn}
        line["replies"] = replies_to_json(step.replies)
        line["events"] = [event.data for event in step.events]
        outcome = engine.outcome()
        key = count % KEY_EVERY == 0 or outcome is not None
        if key:
            line["key"] = engine.view()
        if outcome is not None:
            line["outcome"] = outcome.to_json()
        writer.frame(encode(line), key=key)


def replies_to_json(replies: Replies) -> JSON:
    """Replies as a frame holds them: a fault is ``{"fault": kind, "detail": text}``."""
    return {
        str(seat): {"fault": reply.kind.value, "detail": reply.detail}
        if isinstance(reply, Fault)
        else reply
        for seat, reply in replies.items()
    }


def replies_from_json(data: JSON) -> Replies:
    """Inverse of `replies_to_json`."""
    return {
        int(seat): Fault(EndState(reply["fault"]), reply["detail"])
        if isinstance(reply, dict) and "fault" in reply
        else reply
        for seat, reply in data.items()
    }
