"""The protocol of Lost in Space: JSON messages with lengths.

To a program: four decimal digits, the length of the JSON text in bytes, then the text, which is
ASCII and has no newline.  From a program: a length of four bytes, the highest first, then the text.
Every message of legal length is an action.  The engine refuses an unreadable one like any action
that is not allowed.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence

from games.engine import JSON, Action, Ask, EndState, Event, Excess, Fault, Outcome, Seat
from games.wire import BufferedWire, encode, printed

LONGEST = 1024
"""Bytes of one message from a player."""
DIGITS = 4
_LENGTH = struct.Struct(">i")


class LostInSpaceWire(BufferedWire):
    """One player's protocol."""

    longest = LONGEST

    def begin(self, scene: JSON, view: JSON) -> bytes:
        x, y, _ = scene["plan"]["spawns"][self.seat]
        data = self._pack({"type": "id", "id": self.seat, "birth_pos": [x, y]})
        if view["turn"] not in (self.seat, -1):
            data += self._pack(_begun(view["round"], view["turn"]))
        return data

    def ask(self, ask: Ask) -> bytes:
        return b"" if ask.prompt is None else self._pack(self._with(ask.prompt, "message"))

    def tell(self, events: Sequence[Event]) -> bytes:
        return b"".join(self._pack(self._message(event.data)) for event in events)

    def end(self, outcome: Outcome) -> bytes:
        return b""

    def split(self, data: bytes) -> list[bytes]:
        parts, at = [], 0
        while at < len(data):
            end = at + DIGITS + int(data[at : at + DIGITS])
            parts.append(data[at:end])
            at = end
        return parts

    def _message(self, data: JSON) -> JSON:
        if "begin" in data:
            return _begun(data["begin"], data["playerid"])
        if "off" in data:
            who = {"state": data["state"], "playerid": data["playerid"]}
            return {"type": "offround", **who, "content": data["off"]}
        return self._with(data, "say")

    def _with(self, data: JSON, key: str) -> JSON:
        """The message without the additional fields for people."""
        return data[key]

    def _pack(self, message: JSON) -> bytes:
        text = json.dumps(message).encode("ascii")
        return b"%04d" % len(text) + text

    def feed(self, data: bytes) -> list[Action | Fault]:
        if self._broken:
            return []
        self._buffer += data
        messages: list[Action | Fault] = []
        while len(self._buffer) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._buffer)
            if not 0 <= length <= LONGEST:
                messages.append(self._too_long(length))
                break
            end = _LENGTH.size + length
            if len(self._buffer) < end:
                break
            messages.append(read(bytes(self._buffer[_LENGTH.size : end])))
            del self._buffer[:end]
        return messages

    def _too_long(self, length: int) -> Fault:
        advice = printed(bytes(self._buffer[: _LENGTH.size]))
        detail = f"a message of {length} bytes; the limit is {LONGEST} bytes{advice}"
        excess = Excess("one message", LONGEST, length, "bytes") if length > 0 else None
        return self._break(Fault(EndState.OUTPUT, detail, excess))


class BareWire(LostInSpaceWire):
    """The protocol of a person's player program: no digits, and more fields in the messages."""

    def split(self, data: bytes) -> list[bytes]:
        return data.splitlines()

    def _with(self, data: JSON, key: str) -> JSON:
        return {**data[key], **data.get("more", {})}

    def _pack(self, message: JSON) -> bytes:
        return json.dumps(message).encode("ascii") + b"\n"


def read(body: bytes) -> Action:
    """The message in these bytes.  If a record cannot store it, a text that no action equals."""
    try:
        value = json.loads(body.decode())
        encode(value).decode("utf-8")
        return value
    except (ValueError, RecursionError):
        return "unreadable"


def _begun(number: int, player: Seat) -> JSON:
    """The message that the turn of another player begins."""
    return {"type": "roundbegin", "state": number, "inturn": player}
