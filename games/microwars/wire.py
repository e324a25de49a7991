"""The protocol of bots: lines of numbers, the whole board in every turn, orders up to a lone 0."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.engine import JSON, Action, Ask, EndState, Event, Excess, Fault, Outcome, Seat, Setup
from games.microwars.rules import FIELDS, Code, Orders
from games.microwars.units import Kind
from games.wire import Wire

MOST_LINE = 200
"""Bytes of a line, without its end."""

_GAP = rb"[ \t\r]"
_NUMBER = rb"(-?[0-9]{1,9})"
_ORDER = re.compile(_GAP + b"*" + (_GAP + b"+").join([_NUMBER] * 6) + _GAP + b"*")
_END = re.compile(_GAP + b"*-?0{1,9}" + _GAP + b"*")
_PLAIN_LINE = b" ".join([rb"-?[0-9]{1,9}"] * 6) + rb" ?\r?\n"
_PLAIN_TURN = re.compile(b"(?:" + _PLAIN_LINE + b")*0\n")
"""A turn as most programs write it; none of its lines can be too long."""
_BLANK = re.compile(_GAP + b"*")

EMPTY, UNAVAILABLE = b"0 0", b"1 0"
CODES = {
    (kind, own): number
    for number, (own, kind) in enumerate(
        ((own, kind) for own in (True, False) for kind in Kind), start=2
    )
}
"""The number u of a unit's kind, the receiver's own or the enemy's."""


class _Tails(dict[int, bytes]):
    """The end of the line of a unit of one code, by its points; made when it is needed first."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self._code = code

    def __missing__(self, points: int) -> bytes:
        tail = self[points] = b"%d %d\n" % (self._code, points)
        return tail


class MicrowarsWire(Wire):
    """One side's part of the protocol.  A program may give the orders of turns to come."""

    ahead = True

    def __init__(self, setup: Setup, seat: Seat) -> None:
        super().__init__(setup, seat)
        self._height = 0
        self._heads: list[bytes] = []
        self._bare: list[bytes] = []
        self._tails = [[_Tails(CODES[kind, owner == seat]) for kind in Kind] for owner in (0, 1)]
        self._rest = b""
        self._orders = Orders()
        self._size = 0
        self._broken = False

    def begin(self, scene: JSON, view: JSON) -> bytes:
        width, self._height = scene["width"], scene["height"]
        fields = [(x, y) for x in range(1, width + 1) for y in range(1, self._height + 1)]
        blocked = {(x, y) for x, y in scene["blocked"]}
        self._heads = [b"%d %d " % field for field in fields]
        self._bare = [
            head + (UNAVAILABLE if field in blocked else EMPTY) + b"\n"
            for head, field in zip(self._heads, fields, strict=True)
        ]
        return b"%d %d %d\n" % (width, self._height, scene["turns"])

    def ask(self, ask: Ask) -> bytes:
        """The board: x ascending, y ascending inside."""
        lines, heads, height = self._bare[:], self._heads, self._height
        tails = self._tails
        for _, owner, kind, x, y, hp in ask.prompt["units"]:
            place = (x - 1) * height + y - 1
            lines[place] = heads[place] + tails[owner][kind][hp]
        return b"".join(lines)

    def tell(self, events: Sequence[Event]) -> bytes:
        return b""

    def end(self, outcome: Outcome) -> bytes:
        return b""

    def feed(self, data: bytes) -> list[Action | Fault]:
        """The turns that are complete, each a list of orders."""
        messages: list[Action | Fault] = []
        if self._broken:
            return messages
        if not (self._size or self._rest) and len(data) <= self.limit:
            turn = _PLAIN_TURN.fullmatch(data)
            if turn:
                numbers = list(map(int, data.split()))
                starts = range(0, len(numbers) - 1, FIELDS)
                return [Orders([numbers[at : at + FIELDS] for at in starts])]
        *lines, rest = (self._rest + data).split(b"\n")
        for line in lines:
            message = self._too_long(len(line), 1) or self._take(line)
            if message is not None:
                messages.append(message)
            if self._broken:
                return messages
        self._rest = rest
        if fault := self._too_long(len(rest), 0):
            messages.append(fault)
        return messages

    def _take(self, line: bytes) -> Orders | Fault | None:
        """One line of a good length: the orders of a turn where it ends one."""
        self._size += len(line) + 1
        if order := _ORDER.fullmatch(line):
            self._orders.append(list(map(int, order.groups())))
            return None
        if _END.fullmatch(line):
            orders, self._orders, self._size = self._orders, Orders(), 0
            return orders
        if _BLANK.fullmatch(line):
            return None
        shown = line[:60].decode("ascii", "backslashreplace")
        reason = f"{Code.SYNTAX}: {shown!r} is neither six whole numbers nor a lone 0"
        return self._break(Fault(EndState.MALFORMED, reason))

    def _too_long(self, length: int, ending: int) -> Fault | None:
        """The fault of a line that has ``length`` bytes by now, its end not counted.

        Of two limits that it exceeds the one counts that was exceeded by an earlier byte.
        """
        left = self.limit - self._size
        if length > min(MOST_LINE, left) and left >= MOST_LINE:
            return self._oversize(Code.LINE_TOO_LONG, "a line", MOST_LINE)
        if length + ending > left:
            return self._oversize(Code.TURN_TOO_LONG, "one turn", self.limit)
        return None

    def _oversize(self, code: Code, what: str, limit: int) -> Fault:
        # The first byte too many is counted: how many have come depends on the fragmentation.
        excess = Excess(what, limit, limit + 1, "bytes")
        detail = f"{code}: {what} of more than {limit} bytes"
        return self._break(Fault(EndState.OUTPUT, detail, excess))

    def _break(self, fault: Fault) -> Fault:
        self._broken = True
        self._rest, self._orders = b"", Orders()
        return fault
