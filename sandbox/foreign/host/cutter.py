"""Where the packets of a game's program end, in chunks that know nothing of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.foreign.wire.packets import HEADER, LENGTH


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
