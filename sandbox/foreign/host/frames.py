"""The frames of a match whose rules are a program: what spectators see, live and later."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from games.engine import JSON
from games.foreign.events import MatchEvents
from games.foreign.manifest import LogicLimits
from games.replay import KEY_EVERY, attachment_lines
from sandbox.errors import LogicError
from sandbox.judger.output import Output
from sandbox.limits import MIB


class ForeignFrames:
    """Writes frames; each is numbered, and belongs to a period of the clock, its turn."""

    def __init__(self, seats: int, output: Output, limits: LogicLimits) -> None:
        self.turn = 0
        self._events = MatchEvents(seats)
        self._output = output
        self._count = 0
        self._watched = 0
        self._limits = limits

    def first(self, setup: JSON, scene: JSON) -> None:
        self._put([], {"setup": setup, "scene": scene})

    def watch(self, text: str) -> None:
        self._watched += len(text)
        most = self._limits.watch_mb
        if self._watched > most * MIB:
            raise LogicError(f"the game's program said more than {most} MB to watchers")
        self._put([self._events.watch(text)])

    def note(self, data: Mapping[str, JSON]) -> None:
        """Keep the newest message of a seat to the game, for the next frame that shows it."""
        if data["type"] == "from_player" and data["success"] and "content" in data:
            self._events.said(data["index"], data["content"])

    def period(self, listen: Sequence[int], messages: Sequence[int], cpu: Sequence[int]) -> None:
        """A period of the clock begins; messages and CPU time, in µs, are those since the last."""
        spent = {str(seat): used for seat, used in enumerate(cpu)}
        self._put([self._events.turn(self.turn, listen, messages)], {"cpu": spent})

    def error(self, seat: int, error: str, words: str) -> None:
        self._put([self._events.error(seat, error, words)])

    def end(self, scores: Sequence[float], outcome: JSON) -> None:
        self._put([self._events.end(scores)], {"outcome": outcome})

    def attach(self, name: str, data: bytes) -> None:
        """Put a file beside the frames."""
        for line in attachment_lines(name, data):
            self._output.write(line)
            self._output.tick(time.monotonic_ns())

    def _put(self, events: Sequence[JSON], members: dict[str, JSON] | None = None) -> None:
        if self._count >= self._limits.frames:
            raise LogicError(f"the game's program made more than {self._limits.frames} frames")
        frame: dict[str, JSON] = {"type": "frame", "n": self._count, "game": 0, "turn": self.turn}
        frame |= {"events": list(events), **(members or {})}
        if self._count % KEY_EVERY == 0 or "outcome" in frame:
            frame["key"] = self._events.key()
        self._output.write(frame)
        self._count += 1
