"""The transcript of a match, as a download: every line that the two programs got and sent.

    microwars 1
    <1 7 5 20               to the first side
    <2 7 5 20               to the second side
    <1 1 1 0 0              ...
    >1 2 2 3 3 3 2          from the first side
    >1 0
    >2 0
    !2 illegal move_occupied: ...      what a side did instead: how it ended, and why
    =1 3 16                 at the end of each side: points of the match, units destroyed

So ``sed -n 's/^<1 //p'`` gives what the first program read.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable, Iterator

from games.engine import Action, Fault, Setup
from games.microwars.engine import MicrowarsEngine
from games.microwars.units import SIDES
from games.microwars.wire import MicrowarsWire
from games.package import Export
from games.replay import ReplayReader, replies_from_json

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
            for seat, end in enumerate(outcome.seats):
                yield prefixed(END, seat, b"%d %d\n" % (int(end.score), end.data["destroyed"]))

    def _state(self) -> Iterator[bytes]:
        for seat, ask in self.engine.pending().items():
            yield prefixed(TO, seat, self._wires[seat].ask(ask))


def transcript(setup: Setup, steps: Iterable[dict[int, Reply]]) -> Iterator[bytes]:
    """The text of a game, piece by piece."""
    scribe = Scribe(setup)
    yield from scribe.begin()
    for replies in steps:
        yield from scribe.step(replies)


def write_transcript(reader: ReplayReader) -> bytes:
    """`games.microwars.export`, packed by gzip: the largest games have 18 million lines."""
    frames = reader.read()
    setup = Setup.from_json(next(frames)["setup"])
    steps = (dict(replies_from_json(frame["replies"])) for frame in frames)
    packed = io.BytesIO()
    # Without a time and a name, the same match gives the same bytes.
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", mtime=0) as file:
        for piece in transcript(setup, steps):
            file.write(piece)
    return packed.getvalue()


EXPORTS = (
    Export("transcript", "Transcript (text)", "txt.gz", "application/gzip", write_transcript),
)
