"""The protocol of bots: a line of JSON for every half-turn in, a line of operations out."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import JSON, Ask, Event, Outcome
from games.wire import JsonLines, encode


class GeneralsWire(JsonLines):
    """One player's side.  Everything that happens comes with the next question."""

    def begin(self, scene: JSON, view: JSON) -> bytes:
        start = {key: value for key, value in scene.items() if key != "lit"}
        seats = self.setup.seats
        return encode(
            {
                "type": "start",
                "player": self.seat + 1,
                **start,
                "names": [seat.name for seat in seats],
                **{key: view[key] for key in ("owners", "kinds", "units")},
            }
        )

    def ask(self, ask: Ask) -> bytes:
        return encode({"type": "turn", **ask.prompt})

    def tell(self, events: Sequence[Event]) -> bytes:
        return b""

    def end(self, outcome: Outcome) -> bytes:
        seats = outcome.seats
        return encode(
            {
                "type": "end",
                "rank": seats[self.seat].rank,
                "ranks": [seat.rank for seat in seats],
                "winner": seats[self.seat].data.get("winner", 0),
                "words": outcome.reason,
            }
        )
