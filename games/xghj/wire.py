"""The protocol of bots: a line of JSON for every question, a line of JSON for every answer."""

from __future__ import annotations

from games.engine import JSON, Ask
from games.wire import QuestionLines, encode


class XghjWire(QuestionLines):
    """One country's side.  Each question contains everything that the country may know."""

    whole = True

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
