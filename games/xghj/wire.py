"""The protocol of bots: a line of JSON for every question, a line of JSON for every answer."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import JSON, Ask, Event, Outcome
from games.wire import JsonLines, encode


class XghjWire(JsonLines):
    """One country's side.  Whatever a country may know comes with the next question."""

    def begin(self, scene: JSON, view: JSON) -> bytes:
        seats = self.setup.seats
        return encode(
            {
                "type": "start",
                "player": self.seat,
                "names": [seat.name for seat in seats],
                "teams": [seat.team for seat in seats],
                "scene": scene,
                "view": view,
            }
        )

    def ask(self, ask: Ask) -> bytes:
        return encode({"type": "ask", "turn": ask.turn, **ask.prompt})

    def tell(self, events: Sequence[Event]) -> bytes:
        return b""

    def end(self, outcome: Outcome) -> bytes:
        seats = outcome.seats
        return encode(
            {
                "type": "end",
                "rank": seats[self.seat].rank,
                "ranks": [seat.rank for seat in seats],
                "words": outcome.reason,
            }
        )
