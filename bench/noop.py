"""A game without rules: two seats are asked in turn and echo; what is left is the judger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from games.engine import (
    JSON,
    Action,
    Ask,
    Engine,
    Event,
    Fault,
    Outcome,
    Progress,
    Ruleset,
    Seat,
    SeatOutcome,
    Setup,
)
from games.game import Game
from games.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SIZE = 20
MESSAGE = b"m" * SIZE


class NoopEngine(Engine):
    """Asks seat 0 and seat 1 by turns, ``params["turns"]`` times in all."""

    def __init__(self, setup: Setup) -> None:
        self._left: int = setup.params["turns"]
        # Made in advance: what an engine's own objects cost is not what is measured.
        self._asks: list[Mapping[Seat, Ask]] = [{i & 1: Ask(i)} for i in range(4)]
        self._progress = Progress(1, 1)

    def pending(self) -> Mapping[Seat, Ask]:
        return self._asks[self._left & 3] if self._left else {}

    def check(self, seat: Seat, action: Action) -> None:
        """Everything is allowed."""

    def submit(self, replies: Mapping[Seat, Action | Fault]) -> Sequence[Event]:
        self._left -= 1
        return ()

    def scene(self) -> JSON:
        return None

    def view(self, seat: Seat | None = None) -> JSON:
        return None

    def outcome(self) -> Outcome | None:
        return None if self._left else Outcome((SeatOutcome(1, 0.0), SeatOutcome(1, 0.0)))

    def progress(self) -> Progress:
        return self._progress


class NoopWire(Wire):
    """Messages of `SIZE` bytes; only questions are sent."""

    def __init__(self, setup: Setup, seat: Seat) -> None:
        super().__init__(setup, seat)
        self._buffer = b""

    def begin(self, scene: JSON, view: JSON) -> bytes:
        return b""

    def ask(self, ask: Ask) -> bytes:
        return MESSAGE

    def tell(self, events: Sequence[Event]) -> bytes:
        return b""

    def end(self, outcome: Outcome) -> bytes:
        return b""

    def feed(self, data: bytes) -> list[Action | Fault]:
        data = self._buffer + data
        whole = len(data) // SIZE
        self._buffer = data[whole * SIZE :]
        return [0] * whole


class Noop(Game):
    name = "noop"
    title = "Noop"
    tagline = "Nothing happens"
    version = "1"
    engine = NoopEngine
    wire = NoopWire
    rulesets = (
        Ruleset("standard", "Standard", "Echo until the turns are used up.", 2),
        Ruleset("pondering", "Pondering", "Nobody is paused.", 2, pondering=True),
    )
    folder = Path(__file__).parent


GAME = Noop()
