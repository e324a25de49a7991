"""The protocol of bots: a line of JSON for every half-turn in, a line of operations out."""

from __future__ import annotations

from games.engine import JSON, Ask, SeatOutcome
from games.wire import QuestionLines, encode


class GeneralsWire(QuestionLines):
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

    def result(self, own: SeatOutcome) -> dict[str, JSON]:
        return {"winner": own.data.get("winner", 0)}
