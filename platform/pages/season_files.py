"""Tables of standings as files, sent while they are read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

from ladder.models import Season
from ladder.season_sheets import Row, lines

BATCH = 200
"""Lines that are sent together."""


def csv_file(request: HttpRequest, rows: Iterable[Row], *name: object) -> StreamingHttpResponse:
    """``name`` has the parts of the file's name: ladder, season, and what the table is."""
    parts = _batches(lines(rows))
    body = _later(parts) if isinstance(request, ASGIRequest) else parts
    file = "-".join(str(part) for part in name)
    return StreamingHttpResponse(
        body,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}.csv"'},
    )


def season_file(
    request: HttpRequest, season: Season, rows: Iterable[Row], *name: object
) -> StreamingHttpResponse:
    return csv_file(request, rows, season.game, season.ruleset, f"season{season.pk}", *name)


def _batches(every: Iterator[str]) -> Iterator[str]:
    while part := "".join(islice(every, BATCH)):
        yield part


async def _later(parts: Iterator[str]) -> AsyncIterator[str]:
    """The database is read in a thread, a part at a time."""
    following = sync_to_async(lambda: next(parts, ""))
    while part := await following():
        yield part
