"""Snake's maps: lists of items, written one to a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.engine import JSON, Ruleset
from games.maps import Fact, Findings, MapError, MapFormat, MapProblem
from games.options import NumberOption
from games.snake import items
from games.snake.items import Item, ItemType

FIELDS = ("x", "y", "time", "type", "param")
WORDS = {"length": ItemType.LENGTH, "ray": ItemType.RAY}
"""Types may be written as words as well."""
HEADING = "# x y time type param"
LONGEST_NUMBER = 6
"""Characters; every number that a map may have is shorter."""

HELP = """\
A line for every item: `x y time type param`, five whole numbers with blanks between.

- `x` and `y` count from the bottom left corner, from 0 to 15.
- `time` is the round in which the item appears; the lines are in this order, one to a round.
- `type` is 0 (or `length`), with a `param` from 1 to 5, or 2 (or `ray`), with 512.
- What follows a `#` is a comment.
"""


class SnakeMaps(MapFormat):
    """Maps as `items.parse` takes them: ``{"items": [[x, y, time, type, param], ...]}``.

    In problems a row is a line of the text, and a column one of its five numbers.
    """

    grid: ClassVar[bool] = False
    options: ClassVar[tuple[NumberOption, ...]] = (
        NumberOption(
            "rounds", "Rounds", 16, 4096, 512, "Items come in about every fourth of them."
        ),
    )
    help: ClassVar[str] = HELP

    def parse(self, text: str) -> JSON:
        problems = Findings()
        found: list[Item] = []
        for row, line in enumerate(text.split("\n"), 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            try:
                found.append(_item(words, row, found))
            except MapError as error:
                problems += error.problems
            if problems.full:
                break
        problems.raise_any()
        board = {"items": [item.to_json() for item in found]}
        self.check(board)
        return board

    def write(self, board: JSON) -> str:
        lines = (" ".join(map(str, row)) for row in board["items"])
        return "\n".join([HEADING, *lines]) + "\n"

    def check(self, board: JSON) -> None:
        try:
            found = items.parse(board)
        except ValueError as error:
            raise MapError(str(error)) from None
        if not found:
            raise MapError("a map has at least one item")

    def fits(self, board: JSON, ruleset: Ruleset) -> None:
        rounds = ruleset.params["rounds"]
        first = board["items"][0][FIELDS.index("time")]
        if first > rounds:
            raise MapError(
                f"the first item comes in round {first}, but {ruleset.title} ends after {rounds}"
            )

    def generate(self, options: Mapping[str, int], seed: int) -> JSON:
        found = items.generate(seed, **self.chosen(options))
        return {"items": [item.to_json() for item in found]}

    def facts(self, board: JSON) -> Sequence[Fact]:
        rows = board["items"]
        rays = sum(kind == ItemType.RAY for _, _, _, kind, _ in rows)
        growth = sum(param for _, _, _, kind, param in rows if kind == ItemType.LENGTH)
        return (
            Fact("Items", str(len(rows))),
            Fact("Rays", str(rays)),
            Fact("Growth", str(growth)),
            Fact("Last item", f"round {rows[-1][FIELDS.index('time')]}"),
        )


def _item(words: Sequence[str], row: int, earlier: list[Item]) -> Item:
    """The item of a line.  `MapError` with the line, and the number where it is one's fault."""
    if len(words) != len(FIELDS):
        raise _problem(f"an item is five numbers: {' '.join(FIELDS)}; here are {len(words)}", row)
    numbers = [_number(word, row, column) for column, word in enumerate(words, 1)]
    try:
        item = items.parse_item(numbers)
        items.check_place(item, earlier)
    except ValueError as error:
        raise _problem(str(error), row) from None
    return item


def _number(word: str, row: int, column: int) -> int:
    field = FIELDS[column - 1]
    if field == "type" and word.lower() in WORDS:
        return WORDS[word.lower()].value
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER):
        raise _problem(f"“{word[:20]}” is no number that {field} may be", row, column)
    return int(word)


def _problem(reason: str, row: int, column: int | None = None) -> MapError:
    return MapError([MapProblem(reason, row, column)])


MAPS = SnakeMaps()
