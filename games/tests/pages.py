"""A game's page of rules, in parts."""

from __future__ import annotations

import re

from games.game import Game


class RulesPage:
    """The players' page of a game."""

    def __init__(self, game: Game) -> None:
        self.text = (game.folder / "RULES.md").read_text(encoding="utf-8")

    def section(self, title: str) -> str:
        """The part below the one heading of this title, up to the next heading of any level."""
        heading = rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)"
        found: list[str] = re.findall(heading, self.text, re.DOTALL | re.MULTILINE)
        (text,) = found
        return text

    def blocks(self, title: str) -> list[str]:
        """The blocks of code in a section."""
        return re.findall(r"^```\n(.*?)\n```$", self.section(title), re.DOTALL | re.MULTILINE)

    def rows(self, title: str, first: str | None = None) -> list[list[str]]:
        """The cells of the tables of a section, without heads; of the one whose head begins so."""
        tables = self._tables(title)
        return [row for head, _, *body in tables if first in (None, head[0]) for row in body]

    def head(self, title: str, first: str) -> list[str]:
        """The head of the one table of a section whose head begins so."""
        (head,) = (head for head, *_ in self._tables(title) if head[0] == first)
        return head

    def _tables(self, title: str) -> list[list[list[str]]]:
        tables = []
        for block in re.findall(r"(?:^\|.*\|\n)+", self.section(title), re.MULTILINE):
            lines = [line.strip("| ").split(" | ") for line in block.splitlines()]
            tables.append([[cell.strip() for cell in line] for line in lines])
        return tables
