"""The bytes between a bot and the referee (big-endian, no separators)."""

from __future__ import annotations

import struct
from collections import namedtuple

from pipe import read_bytes
from state import Item, ItemType, Op, cell_at, position

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading it takes a third of the start of a bot
    from typing import BinaryIO

CONFIG = struct.Struct(">BBhB")  # length, width, rounds, player
ITEM_COUNT = struct.Struct(">Bh")  # the tag, n
ITEM = struct.Struct(">BBBhh")  # x, y, type, time, param
FRAME = struct.Struct(">IB")  # length of the body, op
END = struct.Struct(">BBhh")  # type, winner, score of player 0, score of player 1

ITEMS_TAG = 0x10
END_TAG = 0x11


class ProtocolError(Exception):
    """The referee sent something that this kit does not know."""


class Start(namedtuple("Start", "rounds player items")):
    """The message to a bot before the first operation."""

    __slots__ = ()
    rounds: int
    player: int
    items: list[Item]


class End(namedtuple("End", "type winner scores")):
    """How the half ended.  ``type``: 0 normal, 0x10 crash or timeout, 0x11 illegal operation,
    0x12 malformed bytes, 0x20 a fault of the referee."""

    __slots__ = ()
    type: int
    winner: int
    scores: tuple[int, int]


class Connection:
    """A bot's end of the line.  Reading blocks; EOFError once the referee has hung up."""

    def __init__(self, source: BinaryIO, sink: BinaryIO):
        self._source = source
        self._sink = sink

    def read_start(self) -> Start:
        _, _, rounds, player = self._unpack(CONFIG)
        tag, count = self._unpack(ITEM_COUNT)
        if tag != ITEMS_TAG:
            raise ProtocolError(f"expected the item list (0x10), got {tag:#04x}")
        items = []
        for _ in range(count):
            x, y, kind, time, param = self._unpack(ITEM)
            items.append(Item(cell_at(x, y), time, ItemType(kind), param))
        return Start(rounds, player, items)

    def read_message(self) -> Op | End:
        """The next accepted operation (of either player), or the end of the half."""
        (tag,) = read_bytes(self._source, 1)
        if tag == END_TAG:
            kind, winner, *scores = self._unpack(END)
            return End(kind, winner, (scores[0], scores[1]))
        try:
            return Op(tag)
        except ValueError:
            raise ProtocolError(f"expected an operation or the end, got {tag:#04x}") from None

    def send(self, op: Op) -> None:
        self._sink.write(FRAME.pack(1, op))
        self._sink.flush()

    def _unpack(self, layout: struct.Struct) -> tuple[int, ...]:
        return layout.unpack(read_bytes(self._source, layout.size))


def start_bytes(start: Start) -> bytes:
    """The first message of a referee (the inverse of `Connection.read_start`)."""
    parts = [CONFIG.pack(16, 16, start.rounds, start.player)]
    parts.append(ITEM_COUNT.pack(ITEMS_TAG, len(start.items)))
    for item in start.items:
        parts.append(ITEM.pack(*position(item.cell), item.type, item.time, item.param))
    return b"".join(parts)


def end_bytes(end: End) -> bytes:
    return bytes([END_TAG]) + END.pack(end.type, end.winner, *end.scores)
