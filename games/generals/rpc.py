"""Calls in, replies out: the framing of the processor's protocol, sans I/O.

call:   call id (8 bytes) | function id (u32) | argument length (u32) | argument
reply:  call id (8 bytes) | result length (u32) | result
"""

from __future__ import annotations

import struct
from typing import NamedTuple

_CALL = struct.Struct("<8sII")
_REPLY = struct.Struct("<8sI")

MOST_ARGUMENT = 1 << 22
"""Bytes of the longest argument that is kept: four times the longest map in its usual form.  A
longer argument is skipped without storing it, and its call is answered after its last byte."""


class Call(NamedTuple):
    """``argument`` is None where it was longer than `MOST_ARGUMENT`."""

    id: bytes
    function: int
    argument: bytes | None


def reply(call: Call, result: bytes) -> bytes:
    return _REPLY.pack(call.id, len(result)) + result


class Inbox:
    """Assembles calls from bytes in any fragmentation.

    It keeps at most one call, and the bytes received since `next` last returned None.
    """

    def __init__(self, most: int = MOST_ARGUMENT) -> None:
        self._most = most
        self._bytes = bytearray()
        self._refused: Call | None = None
        self._passing = 0
        """Bytes of the refused call's argument that have not arrived yet."""

    def __len__(self) -> int:
        """Bytes that wait here."""
        return len(self._bytes)

    def feed(self, data: bytes) -> None:
        passed = min(self._passing, len(data))
        self._passing -= passed
        self._bytes += memoryview(data)[passed:]

    def next(self) -> Call | None:
        """The next call that is complete, None where more bytes are needed."""
        if self._refused is None and not self._refuse():
            return self._complete()
        if self._passing:
            return None
        call, self._refused = self._refused, None
        return call

    def _refuse(self) -> bool:
        """Whether the argument of the next call is too long.  If so, start skipping it."""
        if len(self._bytes) < _CALL.size:
            return False
        call_id, function, length = _CALL.unpack_from(self._bytes)
        if length <= self._most:
            return False
        here = min(length, len(self._bytes) - _CALL.size)
        del self._bytes[: _CALL.size + here]
        self._refused, self._passing = Call(call_id, function, None), length - here
        return True

    def _complete(self) -> Call | None:
        if len(self._bytes) < _CALL.size:
            return None
        call_id, function, length = _CALL.unpack_from(self._bytes)
        end = _CALL.size + length
        if len(self._bytes) < end:
            return None
        argument = bytes(memoryview(self._bytes)[_CALL.size : end])
        del self._bytes[:end]
        return Call(call_id, function, argument)
