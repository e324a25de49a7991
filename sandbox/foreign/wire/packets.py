"""Packets of the game logic protocol, to bytes and back.

All integers are signed, four bytes, big-endian.  To the logic, and from an AI: a length and then
that number of bytes.  From the logic: a length, a target, and that number of bytes.  To an AI go
bare bytes.  The decoders take any fragmentation and keep no more than one packet of the longest
legal size.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass

from games.engine import JSON
from games.wire import printed

TO_JUDGER = -1
"""The target of a packet that is for the judger itself."""

MAX_PACKET = 64 << 20
"""The longest body, in bytes, that is taken from a logic, and the highest limit it may set."""

LENGTH = struct.Struct(">i")
HEADER = struct.Struct(">ii")
"""Length and target."""


@dataclass(frozen=True, slots=True)
class LogicPacket:
    """A packet of a logic: ``target`` is `TO_JUDGER`, or the seat that gets ``body`` as it is."""

    target: int
    body: bytes


class LogicDecoder:
    """The logic's stream.  ``error`` says why it cannot be read on; all later bytes are ignored."""

    def __init__(self) -> None:
        self.error: str | None = None
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[LogicPacket]:
        """The packets that ``data`` completes; those before an error come all the same."""
        if self.error is not None:
            return []
        buffer = self._buffer
        buffer += data
        packets: list[LogicPacket] = []
        at = 0
        while len(buffer) >= at + LENGTH.size:
            (length,) = LENGTH.unpack_from(buffer, at)
            if not 0 <= length <= MAX_PACKET:
                self.error = f"a packet announces {length} bytes; 0 to {MAX_PACKET} are allowed"
                self.error += printed(bytes(buffer[at : at + LENGTH.size]))
                buffer.clear()
                return packets
            end = at + HEADER.size + length
            if len(buffer) < end:
                break
            (_, target) = HEADER.unpack_from(buffer, at)
            packets.append(LogicPacket(target, bytes(buffer[at + HEADER.size : end])))
            at = end
        del buffer[:at]
        return packets


class AiDecoder:
    """An AI's stream.  ``error`` says why it cannot be read on; all later bytes are ignored.

    ``limit`` is the longest message in bytes; it may change at any time and holds for every message
    whose header is not complete yet.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.error: str | None = None
        self._length: int | None = None
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that ``data`` completes; those before an error come all the same."""
        if self.error is not None:
            return []
        buffer = self._buffer
        buffer += data
        messages: list[bytes] = []
        at = 0
        while True:
            if self._length is None:
                if len(buffer) < at + LENGTH.size:
                    break
                (length,) = LENGTH.unpack_from(buffer, at)
                if not 0 <= length <= self.limit:
                    self.error = f"a message announces {length} bytes; at most {self.limit} may be"
                    self.error += printed(bytes(buffer[at : at + LENGTH.size]))
                    buffer.clear()
                    return messages
                self._length = length
                at += LENGTH.size
            end = at + self._length
            if len(buffer) < end:
                break
            messages.append(bytes(buffer[at:end]))
            at = end
            self._length = None
        del buffer[:at]
        return messages


def frame(body: bytes) -> bytes:
    """A packet to a logic, or from an AI."""
    return LENGTH.pack(len(body)) + body


def to_logic(message: JSON) -> bytes:
    """A message of the judger's, framed.  Pure ASCII: any parser of JSON can read it."""
    return frame(json.dumps(message, separators=(",", ":")).encode())


def from_logic(target: int, body: bytes) -> bytes:
    """A packet from a logic: the side that `LogicDecoder` reads."""
    return HEADER.pack(len(body), target) + body
