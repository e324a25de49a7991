"""The lines between a bot and the referee."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from itertools import islice

from pipe import GONE, read_line
from rules import Order

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading it takes a third of the start of a bot
    from typing import BinaryIO

EMPTY, UNAVAILABLE, OWN, ENEMY = 0, 1, 2, 4
"""Values of the third number of a field; the kind of a unit is added to the last two."""


class ProtocolError(Exception):
    """The referee sent something that this kit does not know."""


class Start(namedtuple("Start", "width height turns")):
    """The first message to a bot: the board's size and the number of turns."""

    __slots__ = ()
    width: int
    height: int
    turns: int


class Connection:
    """A bot's end of the line.  Reading blocks; EOFError once the referee has hung up."""

    def __init__(self, source: BinaryIO, sink: BinaryIO):
        self._source = source
        self._sink = sink
        self._fields = 0

    def read_start(self) -> Start:
        line = read_line(self._source)
        numbers = numbers_of(line)
        if len(numbers) != 3:
            raise ProtocolError(f"expected three numbers at the start, got {line!r}")
        start = Start(*numbers)
        self._fields = start.width * start.height
        return start

    def read_state(self) -> list[bytes]:
        """The lines of all fields, unread: `State.update` looks only at those that it must."""
        lines = list(islice(self._source, self._fields))
        if len(lines) < self._fields or not lines[-1].endswith(b"\n"):
            raise EOFError(GONE)
        return lines

    def send(self, orders: Iterable[Order]) -> None:
        self._sink.write(b"".join(b"%d %d %d %d %d %d\n" % order for order in orders) + b"0\n")
        self._sink.flush()


def numbers_of(line: bytes) -> tuple[int, ...]:
    """The numbers of a line.  ProtocolError where there is something else on it."""
    try:
        return tuple(map(int, line.split()))
    except ValueError:
        raise ProtocolError(f"expected numbers, got {line!r}") from None
