"""Transcripts, played again: what the format says must be enough for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from games.engine import EndState, Fault, Outcome, SeatSetup, Setup
from games.microwars.export import FAILED, FROM, HEAD, Reply, Scribe
from games.microwars.layout import layout
from games.microwars.units import SIDES
from games.microwars.wire import CODES, UNAVAILABLE, MicrowarsWire


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
