"""A game as a text: every line that the two programs got and sent, as they were.

    microwars 1
    <1 7 5 20               to the first side
    <2 7 5 20               to the second side
    <1 1 1 0 0              ...
    >1 2 2 3 3 3 2          from the first side
    >1 0
    >2 0
    !2 illegal move_occupied: ...      what a side did instead: how it ended, and why
    =1 3 16                 at the end of each side: points of the match, units destroyed

So ``sed -n 's/^<1 //p'`` gives what the first program read.  `replay` plays a text again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from games.engine import Action, EndState, Fault, Outcome, SeatSetup, Setup
from games.microwars.engine import MicrowarsEngine
from games.microwars.layout import layout
from games.microwars.units import SIDES
from games.microwars.wire import CODES, UNAVAILABLE, MicrowarsWire

HEAD = b"microwars 1\n"
TO, FROM, FAILED, END = b"<", b">", b"!", b"="

Reply = Action | Fault


def prefixed(mark: bytes, seat: int, lines: bytes) -> bytes:
    """Each of some whole lines with its mark and the number of its side, from 1."""
    if not lines:
        return b""
    head = b"%b%d " % (mark, seat + 1)
    return head + lines[:-1].replace(b"\n", b"\n" + head) + b"\n"


def said(seat: int, reply: Reply) -> bytes:
    """A side's answer to one question."""
    if isinstance(reply, Fault):
        words = " ".join([reply.kind.value, *reply.detail.split()])
        return prefixed(FAILED, seat, words.encode("utf-8", "backslashreplace") + b"\n")
    lines = [b" ".join(b"%d" % number for number in order) + b"\n" for order in reply]
    return prefixed(FROM, seat, b"".join(lines) + b"0\n")


class Scribe:
    """Plays a game by its replies and tells what both sides read and wrote."""

    def __init__(self, setup: Setup) -> None:
        self.engine = MicrowarsEngine(setup)
        self._wires = [MicrowarsWire(setup, seat) for seat in range(SIDES)]

    def begin(self) -> Iterator[bytes]:
        """The start, with the first turn's state."""
        yield HEAD
        for seat, wire in enumerate(self._wires):
            yield prefixed(TO, seat, wire.begin(self.engine.scene(), self.engine.view(seat)))
        yield from self._state()

    def step(self, replies: dict[int, Reply]) -> Iterator[bytes]:
        """A turn's answers, and what follows: the next state or the end."""
        for seat, reply in sorted(replies.items()):
            yield said(seat, reply)
        self.engine.submit(replies)
        yield from self._state()
        outcome = self.engine.outcome()
        if outcome is not None:
            yield from _ends(outcome)

    def _state(self) -> Iterator[bytes]:
        for seat, ask in self.engine.pending().items():
            yield prefixed(TO, seat, self._wires[seat].ask(ask))


def _ends(outcome: Outcome) -> Iterator[bytes]:
    for seat, end in enumerate(outcome.seats):
        destroyed = end.data["destroyed"]
        yield prefixed(END, seat, b"%d %d\n" % (int(end.score), destroyed))


def transcript(setup: Setup, steps: Iterable[dict[int, Reply]]) -> Iterator[bytes]:
    """The text of a game, piece by piece."""
    scribe = Scribe(setup)
    yield from scribe.begin()
    for replies in steps:
        yield from scribe.step(replies)


def replay(text: bytes) -> Outcome:
    """Play a transcript again.  ValueError with the number of the first line that comes out
    otherwise than it is written, and for what is no transcript of a whole game."""
    lines = [line + b"\n" for line in text.removesuffix(b"\n").split(b"\n")]
    if lines[0] != HEAD:
        raise ValueError("line 1: a transcript begins with “microwars 1”")
    scribe = Scribe(_setup(lines))
    again = list(scribe.begin())
    for replies in _turns(lines):
        if scribe.engine.outcome() is not None:
            raise ValueError("there are answers after the end of the game")
        for seat, reply in replies.items():
            if not isinstance(reply, Fault):
                scribe.engine.check(seat, reply)
        again += scribe.step(replies)
    _compare(lines, b"".join(again).splitlines(keepends=True))
    outcome = scribe.engine.outcome()
    if outcome is None:
        raise ValueError("the game has no end")
    return outcome


def _compare(lines: Sequence[bytes], again: Sequence[bytes]) -> None:
    for number, (here, there) in enumerate(zip(lines, again, strict=False), 1):
        if here != there:
            raise ValueError(f"line {number}: {here!r:.80}, but the rules say {there!r:.80}")
    if len(lines) != len(again):
        raise ValueError(f"line {len(lines)}: the game has {len(again)} lines")


def _setup(lines: Sequence[bytes]) -> Setup:
    """The setup of a game, read from the first message to the first side."""
    told = (line.split()[1:] for line in lines if line.startswith(b"<1 "))
    kinds = {str(u).encode(): (int(not own), kind) for (kind, own), u in CODES.items()}
    try:
        width, height, turns = map(int, next(told))
        blocked, units = [], []
        for x, y, u, v in islice(told, width * height):
            if [u, v] == UNAVAILABLE.split():
                blocked.append((int(x), int(y)))
            elif u in kinds:
                units.append((*kinds[u], int(x), int(y), int(v)))
    except (StopIteration, ValueError) as error:
        raise ValueError(f"the first side was not told of a board: {error}") from error
    board = layout(width, height, turns, blocked, units).to_json()
    return Setup(tuple(SeatSetup(seat) for seat in range(SIDES)), 0, "", {}, board)


def _turns(lines: Sequence[bytes]) -> Iterator[dict[int, Reply]]:
    """The answers of both sides, turn by turn."""
    wires = [MicrowarsWire(Setup((), 0, ""), seat) for seat in range(SIDES)]
    waiting: dict[int, Reply] = {}
    for line in lines[1:]:
        mark, side, rest = line[:1], line[1:2], line[3:]
        if mark not in (FROM, FAILED) or side not in (b"1", b"2"):
            continue
        seat = int(side) - 1
        if mark == FAILED:
            kind, _, detail = rest.decode("utf-8", "replace").rstrip("\n").partition(" ")
            waiting[seat] = Fault(EndState(kind), detail)
        else:
            for answer in wires[seat].feed(rest):
                waiting[seat] = answer
        if len(waiting) == SIDES:
            yield waiting
            waiting = {}
