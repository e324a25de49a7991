"""The table at the end of ``make bench``: each value with its goal and that of the last landing.

A value is a ratio within one run, or a time in ms as the machine of the goals would take it: times
are divided by the time of a reference of the same run (`bench.references`).  ``baseline.json`` has
the values of the last landing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HEAD = ("measurement", "value", "goal", "verdict", "baseline", "in this run")
BASELINE = Path(__file__).with_name("baseline.json")
WORSE = 0.20
"""A value that is worse than the baseline's by more than this part of it is printed in red."""
_SAME = 0.005
_RED, _PLAIN = "\033[31m", "\033[0m"


@dataclass(frozen=True, slots=True)
class Row:
    """One row.  ``goal`` and ``stretch`` (the moonshot) are in ``unit``, as ``value`` is; more than
    the goal is missed, or less of it where ``rising``.  ``beside`` has what was measured."""

    name: str
    value: float
    unit: str
    goal: float
    stretch: float | None = None
    rising: bool = False
    beside: str = ""

    def reaches(self, bound: float) -> bool:
        return self.value >= bound if self.rising else self.value <= bound

    @property
    def verdict(self) -> str:
        if self.stretch is not None and self.reaches(self.stretch):
            return "beyond"
        return "met" if self.reaches(self.goal) else "MISSED"

    def worse_than(self, before: float) -> float:
        """By which part of the value before this one is worse; negative where it is better."""
        if not before:
            return 0.0
        change = (self.value - before) / abs(before)
        return -change if self.rising else change


@dataclass(frozen=True, slots=True)
class Failure:
    """A part of the measurements that could not be done."""

    part: str
    why: str


def told(row: Row) -> Row:
    """Print a row as soon as it is measured."""
    name, value, bound, verdict, _, beside = _cells(row, None)
    print(f"  {name}: {value} (goal {bound}: {verdict}) {beside}".rstrip(), flush=True)
    return row


def number(value: float) -> str:
    """Three significant digits."""
    digits = 3 if abs(value) < 1 else 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
    return f"{value:,.{digits}f}"


def table(rows: Sequence[Row], before: Mapping[str, float], colour: bool = False) -> Iterable[str]:
    """The lines of the table; ``before`` has the baseline's values by the name of the row."""
    cells = [HEAD, *(_cells(row, before.get(row.name)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for at, texts in enumerate(cells):
        line = "  ".join(map(str.ljust, texts, widths)).rstrip()
        known = before.get(rows[at - 1].name) if at else None
        worse = known is not None and rows[at - 1].worse_than(known) > WORSE
        yield f"{_RED}{line}{_PLAIN}" if worse and colour else line


def _cells(row: Row, before: float | None) -> tuple[str, ...]:
    bound = f"{'≥' if row.rising else '≤'} {number(row.goal)}"
    old = "–"
    if before is not None:
        worse = row.worse_than(before)
        change = f" ({abs(worse):.0%} {'worse' if worse > 0 else 'better'})"
        old = number(before) + (change if abs(worse) >= _SAME else "")
    value = f"{number(row.value)} {row.unit}".rstrip()
    return row.name, value, bound, row.verdict, old, row.beside


def baseline() -> dict[str, float]:
    """The values of the last landing, by the name of the row; none where there is no file."""
    if not BASELINE.exists():
        return {}
    known: dict[str, float] = json.loads(BASELINE.read_text())["values"]
    return known


def keep(rows: Iterable[Row], machine: str) -> None:
    """Make these the baseline; values of parts that were not measured stay."""
    values = baseline() | {row.name: round(row.value, 4) for row in rows}
    text = json.dumps({"machine": machine, "values": values}, indent=2, ensure_ascii=False)
    BASELINE.write_text(text + "\n")


def show(rows: Sequence[Row], failures: Sequence[Failure]) -> None:
    """Print the table, and what could not be measured."""
    for line in table(rows, baseline(), sys.stdout.isatty()):
        print(line)
    for failure in failures:
        print(f"NOT MEASURED: {failure.part}: {failure.why}")
