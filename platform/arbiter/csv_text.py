"""Tables as comma-separated values: the one writer of the site."""

from __future__ import annotations

import csv
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
    if isinstance(cell, PLAIN):
        return cell
    # Python leaves a carriage return unquoted, and readers begin a new line there.
    text = str(cell).replace("\r\n", "\n").replace("\r", "\n")
    # Spreadsheets drop blanks before they look for a formula.
    return f"'{text}" if text.lstrip(" \u00a0\u3000").startswith(FORMULAS) else text
