"""Tables of the desk as files, row by row."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import StreamingHttpResponse


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def answer(
    name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> StreamingHttpResponse:
    """The table as a download; it is made while it is sent."""
    response = StreamingHttpResponse(lines(columns, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def lines(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(columns)
    for row in rows:
        yield writer.writerow([_plain(cell) for cell in row])


def _plain(cell: Any) -> Any:
    """What people typed is no formula: spreadsheets would run it."""
    risky = isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{cell}" if risky else cell
