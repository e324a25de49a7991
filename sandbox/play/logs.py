"""The standard error of bots, for the terminal and for the page."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from games.engine import JSON


@dataclass(frozen=True, slots=True)
class LogLine:
    """Some text of one seat of the match; ``game`` and ``turn`` are when the judger had it.

    ``cut``: more came, and is not kept.
    """

    seat: int
    game: int
    turn: int
    text: str
    cut: bool

    @classmethod
    def of(cls, line: dict[str, JSON]) -> LogLine:
        """From a line of the judger's."""
        place = line["seat"], line["game"], line["turn"]
        return cls(*place, line["text"], line.get("cut", False))

    def to_json(self) -> dict[str, JSON]:
        row = {"seat": self.seat, "game": self.game, "turn": self.turn, "text": self.text}
        return {**row, "cut": True} if self.cut else row


def show(name: str, line: LogLine) -> None:
    """Print it on standard error."""
    where = f"[{name}, game {line.game + 1}, turn {line.turn}]"
    for text in line.text.splitlines():
        # A bot must not be able to send commands to the terminal.
        shown = "".join(c if c.isprintable() or c == "\t" else "�" for c in text)
        sys.stderr.write(f"{where} {shown}\n")
    if line.cut:
        sys.stderr.write(f"{where} (cut here: too much)\n")
