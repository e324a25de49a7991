"""The bytes between a bot and the referee: JSON texts with lengths."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

from pipe import read_bytes

Message = dict[str, Any]

DIGITS = 4
"""Digits of the length of a message from the referee, in bytes."""
LENGTH = struct.Struct(">i")
"""The length of a message to the referee."""


class ProtocolError(Exception):
    """The referee sent data that is no message."""


class Connection:
    """Reads and writes messages.  Reading blocks; EOFError after the referee has ended."""

    def __init__(self, source: BinaryIO, sink: BinaryIO):
        self._source = source
        self._sink = sink

    def read(self) -> Message:
        head = read_bytes(self._source, DIGITS)
        if not head.isdigit():
            raise ProtocolError(f"expected the length of a message, got {head!r}")
        body = read_bytes(self._source, int(head))
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise ProtocolError(f"expected a message, got {body[:200]!r}")
        return message

    def send(self, message: Message) -> None:
        body = json.dumps(message, separators=(",", ":")).encode()
        self._sink.write(LENGTH.pack(len(body)) + body)
        self._sink.flush()
