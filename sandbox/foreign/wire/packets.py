"""Packets of the game logic protocol, to bytes and back.

All integers are signed, four bytes, big-endian.  To the logic, and from an AI: a length and then
that number of bytes.  From the logic: a length, a target, and that number of bytes.  To an AI go
bare bytes.  The decoders take any fragmentation and keep no more than one packet of the longest
legal size.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

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


class _Decoder:
    """A stream of packets that begin with a length, which counts from the end of ``header`` on.

    ``error`` says why it cannot be read on; all later bytes are ignored.  ``limit`` is the longest
    body in bytes; it may change at any time and holds for every packet whose length is not known
    yet.
    """

    header: ClassVar[struct.Struct]
    refusal: ClassVar[str]

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.error: str | None = None
        self._length: int | None = None
        self._buffer = bytearray()

    def take(self, data: bytes) -> list[bytes]:
        """The packets that ``data`` completes, without their lengths; those before an error come
        all the same."""
        if self.error is not None:
            return []
        buffer = self._buffer
        buffer += data
        packets: list[bytes] = []
        at = 0
        while self._length is not None or len(buffer) >= at + LENGTH.size:
            if self._length is None:
                (length,) = LENGTH.unpack_from(buffer, at)
                if not 0 <= length <= self.limit:
                    self.error = self.refusal.format(length=length, limit=self.limit)
                    self.error += printed(bytes(buffer[at : at + LENGTH.size]))
                    buffer.clear()
                    return packets
                self._length = length
            end = at + self.header.size + self._length
            if len(buffer) < end:
                break
            packets.append(bytes(buffer[at + LENGTH.size : end]))
            at, self._length = end, None
        del buffer[:at]
        return packets


class LogicDecoder(_Decoder):
    """The logic's stream."""

    header = HEADER
    refusal = "a packet announces {length} bytes; 0 to {limit} are allowed"

    def __init__(self) -> None:
        super().__init__(MAX_PACKET)

    def feed(self, data: bytes) -> list[LogicPacket]:
        """The packets that ``data`` completes."""
        return [
            LogicPacket(LENGTH.unpack_from(packet)[0], packet[LENGTH.size :])
            for packet in self.take(data)
        ]


class AiDecoder(_Decoder):
    """An AI's stream."""

    header = LENGTH
    refusal = "a message announces {length} bytes; at most {limit} may be"

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that ``data`` completes."""
        return self.take(data)


def frame(body: bytes) -> bytes:
    """A packet to a logic, or from an AI."""
    return LENGTH.pack(len(body)) + body


def to_logic(message: JSON) -> bytes:
    """A message of the judger's, framed.  Pure ASCII: any parser of JSON can read it."""
    return frame(json.dumps(message, separators=(",", ":")).encode())


def from_logic(target: int, body: bytes) -> bytes:
    """A packet from a logic: the side that `LogicDecoder` reads."""
    return HEADER.pack(len(body), target) + body


class Cutter:
    """Cuts a stream so that no piece reaches into a second packet.

    The effects of a packet, its frames included, must be complete before the next one is
    looked at: a program may write several at once, and each may begin a period of the clock.
    """

    def __init__(self) -> None:
        self._head = b""
        self._left: int | None = None
        """Bytes of a body that are to come; None while a header is."""

    def cut(self, data: bytes) -> Iterator[bytes]:
        begin = at = 0
        while at < len(data):
            if self._left is None:
                more = data[at : at + HEADER.size - len(self._head)]
                self._head += more
                at += len(more)
                if len(self._head) < HEADER.size:
                    break
                # Nobody reads on after a length that is wrong.
                self._left = max(0, LENGTH.unpack_from(self._head)[0])
                self._head = b""
            taken = min(self._left, len(data) - at)
            at += taken
            self._left -= taken
            if self._left == 0:
                self._left = None
                yield data[begin:at]
                begin = at
        if begin < len(data):
            yield data[begin:]
