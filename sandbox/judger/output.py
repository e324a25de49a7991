"""The judger's output: JSON lines for the worker, including the bots' stderr."""

from __future__ import annotations

import codecs
import os
from collections.abc import Mapping, Sequence

from games.engine import JSON, Engine, Event, Fault, Seat
from games.replay import KEY_EVERY
from games.wire import encode
from sandbox.judger.turns import faults

FLUSH_NS = 50_000_000
"""A line waits no longer than this while the match goes on."""
_FLUSH_BYTES = 32 * 1024
"""Half of what a pipe holds, so that the judger goes on while its reader works."""
_LAST_WORDS = 4096
SENT_BYTES = 256 * 1024
_SENT_MESSAGE = 2000


class Output:
    """Lines to a blocking descriptor, gathered so that a fast match is not a write per turn."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._lines: list[bytes] = []
        self._size = 0
        self._due = 0
        self.talkative = False
        """Whether a `SeatLog` may have something to put out."""

    def write(self, message: JSON) -> None:
        self.line(encode(message))

    def line(self, line: bytes) -> None:
        """Take an encoded line, with its newline."""
        self._lines.append(line)
        self._size += len(line)
        if self._size > _FLUSH_BYTES:
            self.flush()

    def tick(self, now: int) -> None:
        """Flush if the oldest line may be `FLUSH_NS` old; ``now`` is the monotonic time in ns."""
        if now >= self._due:
            self._due = now + FLUSH_NS
            self.flush()

    def flush(self) -> None:
        """Write everything.  BrokenPipeError where nobody reads any more."""
        data = memoryview(b"".join(self._lines))
        self._lines.clear()
        self._size = 0
        while data:
            data = data[os.write(self._fd, data) :]


Reply = tuple[Seat, bytes, int]
"""The reply of a seat, as JSON, and its CPU time in µs."""

_HEAD = b'{"type":"frame","n":%d,"game":%d,"turn":%d,'
_LINE = _HEAD + b'"replies":{"%d":%b},"cpu":{"%d":%d},"events":[]}\n'


class Frames:
    """The frames of a match, numbered over all of its games.

    Members that are the same in each frame are not encoded again.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._count = 0
        self._until_key = 0

    def first(self, game: int, turn: int, members: Mapping[str, JSON], engine: Engine) -> None:
        """A game begins; ``members`` are the frame's own."""
        self._until_key = 0
        begin = encode(members)[1:-2]
        self._put(begin, game, turn, engine, over=engine.outcome() is not None)

    def step(
        self,
        game: int,
        turn: int,
        replies: Sequence[Reply],
        events: Sequence[Event],
        engine: Engine,
        *,
        over: bool,
    ) -> None:
        """One step was played."""
        if len(replies) == 1 and self._until_key and not (events or over):
            ((seat, said, spent),) = replies
            self._output.line(_LINE % (self._count, game, turn, seat, said, seat, spent))
            self._count += 1
            self._until_key -= 1
            return
        every = b",".join([b'"%d":%b' % (seat, said) for seat, said, _ in replies])
        cpu = b",".join([b'"%d":%d' % (seat, spent) for seat, _, spent in replies])
        told = encode([event.data for event in events])[:-1]
        members = b'"replies":{%b},"cpu":{%b},"events":%b' % (every, cpu, told)
        self._put(members, game, turn, engine, over=over)

    def _put(self, members: bytes, game: int, turn: int, engine: Engine, *, over: bool) -> None:
        if self._until_key == 0:
            self._until_key = KEY_EVERY
            members += b',"key":' + encode(engine.view())[:-1]
        if over and (outcome := engine.outcome()):
            members += b',"outcome":' + encode(outcome.to_json())[:-1]
        self._output.line(_HEAD % (self._count, game, turn) + members + b"}\n")
        self._count += 1
        self._until_key -= 1


class SeatLog:
    """One seat's standard error over a match: all of it counted, its first ``limit`` bytes kept.
    More than ``most`` bytes are a `flood`.

    The line that holds the last kept byte, or comes after it, has the mark ``cut``.
    """

    def __init__(self, seat: int, limit: int, output: Output, most: int = 1 << 62) -> None:
        self.total = 0
        self._most = most
        self.waiting = False
        """Whether `emit` has something to put out."""
        self.cut = False
        """Whether there was more than is kept."""
        self._sent = SENT_BYTES
        self.last_words = b""
        """The end of what was taken since the last process began."""
        self._seat = seat
        self._left = limit
        self._pending = bytearray()
        self._output = output
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def take(self, data: bytes) -> None:
        self.total += len(data)
        self.last_words = (self.last_words + data)[-_LAST_WORDS:]
        if self.cut:
            return
        kept = data[: self._left]
        self._left -= len(kept)
        self._pending += kept
        self.cut = len(kept) < len(data)
        self.waiting = self._output.talkative = True

    @property
    def flood(self) -> Fault | None:
        """The fault where there is more than a program may write."""
        return faults.stderr(self.total, self._most) if self.total > self._most else None

    def emit(self, game: int, turn: int, *, final: bool = False) -> None:
        """Put out what was taken since the last call; ``final``: the process will say no more."""
        text = self._decoder.decode(bytes(self._pending), final)
        self._pending.clear()
        if self.waiting or text:
            line = {"type": "log", "seat": self._seat, "game": game, "turn": turn, "text": text}
            self._output.write({**line, "cut": True} if self.waiting and self.cut else line)
        self.waiting = False
        if final:
            self.last_words = b""

    def sent(self, data: bytes, game: int, turn: int) -> None:
        """Log a message to the program, where messages are the game's own affair.

        The first `SENT_BYTES` of a match are kept, beside what is kept of standard error.
        """
        if self._sent <= 0:
            return
        words = data[:_SENT_MESSAGE].decode(errors="backslashreplace").rstrip("\n")
        cut = "…" if len(data) > _SENT_MESSAGE else ""
        self._sent -= len(words) + 1
        last = "" if self._sent > 0 else "[sent to the bot] (what came after this is not kept)\n"
        self.emit(game, turn)
        text = f"[sent to the bot] {words}{cut}\n{last}"
        self._output.write(
            {"type": "log", "seat": self._seat, "game": game, "turn": turn, "text": text}
        )

    def remark(self, text: str, game: int, turn: int) -> None:
        """A line of the game's own for the bot's author, after what the bot has written so far.

        It counts among what is kept, but not among what the bot wrote.
        """
        self.emit(game, turn)
        line = f"[rules] {text}\n"
        if self.cut or len(line) > self._left:
            return
        self._left -= len(line)
        self._output.write(
            {"type": "log", "seat": self._seat, "game": game, "turn": turn, "text": line}
        )
