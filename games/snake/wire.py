"""The binary protocol of snake bots: big-endian, without newlines.

To the bot go a plain concatenation of packets: the config, the items, one byte for every accepted
op of either player, and the end.  From the bot come frames: a length of four bytes, always 1, and
an op.  There are no questions: a bot replays the rules and knows by itself when it must act.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from games.engine import JSON, Action, Ask, EndState, Event, Fault, Outcome
from games.snake.rules import Op
from games.wire import BufferedWire, printed

CONFIG = struct.Struct(">BBhB")
"""length, width, rounds, player."""

ITEMS = struct.Struct(">Bh")
"""`ITEMS_TAG`, number of items; then the items, each an `ITEM`."""

ITEM = struct.Struct(">BBBhh")
"""x, y, type, time, param; mind that the type precedes the time."""

END = struct.Struct(">BBBhh")
"""`END_TAG`, type of the end, winner, score of player 0, score of player 1."""

FRAME = struct.Struct(">I")
"""Length of the body of a bot's frame."""

ITEMS_TAG = 0x10
END_TAG = 0x11
BODY = 1
"""The only legal length of a body: one op."""

END_NORMAL = 0x00
END_CRASH = 0x10
END_TYPES = {EndState.OK: END_NORMAL, EndState.ILLEGAL: 0x11, EndState.MALFORMED: 0x12}
"""The type of the end; every other fault is `END_CRASH`."""


def end_of(outcome: Outcome) -> EndState:
    """How a half ended: by the fault of one player, or in order."""
    return next((seat.end for seat in outcome.seats if seat.end is not EndState.OK), EndState.OK)


def winner_of(outcome: Outcome) -> int:
    """The winner of a half as bots and replay files name it: a tie is written as player 0."""
    return 0 if outcome.seats[0].rank == 1 else 1


class SnakeWire(BufferedWire):
    """One player's side of the protocol."""

    def begin(self, scene: JSON, view: JSON) -> bytes:
        parts = [CONFIG.pack(scene["height"], scene["width"], scene["rounds"], self.seat)]
        parts.append(ITEMS.pack(ITEMS_TAG, len(scene["items"])))
        for x, y, time, kind, param in scene["items"]:
            parts.append(ITEM.pack(x, y, kind, time, param))
        return b"".join(parts)

    def ask(self, ask: Ask) -> bytes:
        return b""

    def tell(self, events: Sequence[Event]) -> bytes:
        return bytes(event.data["op"] for event in events if event.data["e"] == "op")

    def end(self, outcome: Outcome) -> bytes:
        kind = END_TYPES.get(end_of(outcome), END_CRASH)
        scores = (int(seat.score) for seat in outcome.seats)
        return END.pack(END_TAG, kind, winner_of(outcome), *scores)

    def feed(self, data: bytes) -> list[Action | Fault]:
        """The ops that are complete, as numbers.  A wrong length is refused without its body."""
        if self._broken:
            return []
        self._buffer += data
        messages: list[Action | Fault] = []
        at = 0
        while not self._broken and len(self._buffer) >= at + FRAME.size:
            (length,) = FRAME.unpack_from(self._buffer, at)
            if length != BODY:
                advice = printed(bytes(self._buffer[at : at + FRAME.size]))
                what = f"a frame announces {length} bytes; an op has 1{advice}"
                messages.append(self._malformed(what))
            elif len(self._buffer) == at + FRAME.size:
                break
            else:
                messages.append(self._op(self._buffer[at + FRAME.size]))
                at += FRAME.size + BODY
        del self._buffer[:at]
        return messages

    def _op(self, code: int) -> Action | Fault:
        if 1 <= code <= len(Op):
            return code
        return self._malformed(f"op byte 0x{code:02x} is not one of 0x01 to 0x06")

    def _malformed(self, detail: str) -> Fault:
        return self._break(Fault(EndState.MALFORMED, detail))
