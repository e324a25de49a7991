"""Tables as comma-separated values: the one writer and the one reader of the site."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

Row = Sequence[object]
"""A line of a table; None is an empty cell."""

FORMULAS = ("=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠")
"""Beginnings of texts that a spreadsheet runs as a formula (OWASP, "CSV injection")."""
PLAIN = (bool, int, float, Decimal, date)
"""Values that cannot be formulas: numbers and dates keep their type for programs that read the
file.
"""

DECIMALS = 4
"""Of a number in a file, at most."""

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
"""Separators of the cells of a file that is read, and their names."""


class NotCsv(ValueError):
    """The text breaks the rules of CSV in the row that begins in a line (from 1); the message says
    how."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Echo:
    """A file that hands back what is written to it."""

    def write(self, text: str) -> str:
        return text


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """CSV, line by line.  A text that a spreadsheet would run begins with an apostrophe."""
    writer = csv.writer(_Echo(), lineterminator="\n")
    for row in rows:
        yield writer.writerow([_guarded(cell) for cell in row])


def _guarded(cell: object) -> object:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return round(cell, DECIMALS)
    if isinstance(cell, PLAIN):
        return cell
    # Python leaves a carriage return unquoted, and readers begin a new line there.
    text = str(cell).replace("\r\n", "\n").replace("\r", "\n")
    # Spreadsheets drop blanks before they look for a formula.
    return f"'{text}" if text.lstrip(" \u00a0\u3000").startswith(FORMULAS) else text


def separator_of(text: str) -> str:
    """The separator that most of the first 50 lines have; a comma where none has one."""
    rows = [line for line in text.split("\n")[:50] if line.strip()]
    counts = {each: sum(each in line for line in rows) for each in SEPARATORS}
    best = max(counts, key=lambda each: counts[each])
    return best if counts[best] else ","


def read(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a file, each with the line where it begins (from 1); lines end with \\n.

    `NotCsv` where quotation marks do not match.
    """
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        # The reader comes to the end of the text inside of quotation marks.
        open_ = "end of data" in str(error)
        raise NotCsv("a quotation mark is not closed" if open_ else str(error), line) from None
