"""The protocol of bots: each half-turn a bot gets a line of JSON and answers with another."""

from __future__ import annotations

from games.engine import JSON, Ask, SeatOutcome
from games.wire import QuestionLines, encode


class GeneralsWire(QuestionLines):
    """The connection of one player.  The next question tells everything that happened."""

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

    def result(self, own: SeatOutcome) -> dict[str, JSON]:
        return {"winner": own.data.get("winner", 0)}
