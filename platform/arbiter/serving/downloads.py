"""Files over HTTP: `download` makes every one of them, with all of its headers.

Conditional requests and ranges follow RFC 9110 (sections 13 and 14), names RFC 6266.  A range is
one of bytes; several at once are answered with the whole, as the standard allows.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from asgiref.sync import sync_to_async
from django.core.files import File
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header

from arbiter.csv_text import Row, lines
from arbiter.serving.caching import Rule, cache_control

CSV = "text/csv; charset=utf-8"
BATCH = 200
"""Texts of a stream that are sent together."""
CHUNK = 1 << 16
"""Bytes of a stored file that are sent together."""
INCOMPLETE = "\n\nThis file is incomplete: the site failed while it was sent. Download it again.\n"
"""The end of a stream that fails.  The connection is cut after it, so programs notice, too."""
_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})\Z")
_UNFIT = re.compile(r"[\x00-\x1f\x7f/\\]")
"""Characters that no file name has."""


@dataclass(frozen=True, slots=True)
class Download:
    """``visible_to`` is the rule of who may see it; without one it is for its reader alone.

    ``etag`` is without its quotes; ``inline`` is for what scripts and pages show.
    """

    name: str
    kind: str
    visible_to: Rule | None = None
    etag: str = ""
    fresh_s: int = 0
    inline: bool = False


Ready: TypeAlias = "str | bytes | File[Any] | Iterator[str]"
Body: TypeAlias = "Ready | Callable[[], tuple[Download, bytes]]"
"""The whole, a stored file, a stream of texts, or what makes the whole where it is needed, whose
name and kind may follow from its content."""


def download(request: HttpRequest, what: Download, body: Body) -> HttpResponseBase:
    """The answer: 200; 206 or 416 for stored files; 304 or 412 where it has an ETag, as each text
    that is given whole has.

    Http404 where the stored file is gone.
    """
    tag = what.etag or (_digest(body) if isinstance(body, str | bytes) else "")
    etag = f'"{tag}"' if tag else ""
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag or None)
    if response is None:
        if callable(body):
            what, body = body()
        response = _full(request, what, body)
        name = content_disposition_header(not what.inline, _UNFIT.sub("_", what.name))
        response["Content-Disposition"] = name or "inline"
        response["X-Content-Type-Options"] = "nosniff"
    if etag:
        response["ETag"] = etag
    response["Cache-Control"] = cache_control(what.visible_to, what.fresh_s)
    return response


def _digest(whole: str | bytes) -> str:
    content = whole.encode() if isinstance(whole, str) else whole
    return hashlib.sha256(content).hexdigest()[:32]


def csv_table(
    request: HttpRequest, name: str, rows: Iterable[Row], visible_to: Rule | None = None
) -> HttpResponseBase:
    """A table, sent while it is read; ``name`` is without its ending."""
    return download(request, Download(f"{name}.csv", CSV, visible_to), lines(rows))


def _full(request: HttpRequest, what: Download, body: Ready) -> HttpResponseBase:
    if isinstance(body, File):
        return _stored(request, what, body)
    if isinstance(body, str | bytes):
        return HttpResponse(body, content_type=what.kind)
    parts = _batches(body)
    # A stream that fails at once is an error page and not a file.
    first = b"" if request.method == "HEAD" else next(parts, b"")
    return _streamed(request, what, _all(first, parts))


# Stored files -------------------------------------------------------------------------------------


def _stored(request: HttpRequest, what: Download, file: File[Any]) -> HttpResponseBase:
    try:
        size = file.size
        wanted = _wanted(request, f'"{what.etag}"', size)
        if wanted is not None and not wanted:
            return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
        part = range(size) if wanted is None else wanted
    except FileNotFoundError:
        # A file that was moved away by hand is one that is not there, not a fault of the site.
        raise Http404("The file of this download is gone.") from None
    response = _streamed(request, what, _chunks(file, part))
    if wanted is not None:
        response.status_code = 206
        response["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
    response["Content-Length"] = str(len(part))
    response["Accept-Ranges"] = "bytes"
    return response


def _chunks(file: File[Any], part: range) -> Iterator[bytes]:
    with file.open("rb") as stored:
        stored.seek(part.start)
        left = len(part)
        while left and (chunk := stored.read(min(CHUNK, left))):
            left -= len(chunk)
            yield chunk


def _wanted(request: HttpRequest, etag: str, size: int) -> range | None:
    """The bytes that are asked for: None is all of them, an empty range cannot be given."""
    match = _RANGE.match(request.headers.get("Range", "").strip())
    if match is None or request.method != "GET":
        return None
    if request.headers.get("If-Range", etag) != etag:
        return None
    first, last = match.groups()
    if first:
        stop = min(int(last) + 1, size) if last else size
        if last and int(last) < int(first):
            return None
        return range(int(first), max(stop, int(first)))
    if not last:
        return None
    return range(max(size - int(last), 0), size) if int(last) else range(0)


# Streams ------------------------------------------------------------------------------------------


def _batches(every: Iterator[str]) -> Iterator[bytes]:
    while part := "".join(islice(every, BATCH)):
        yield part.encode()


def _all(first: bytes, others: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    try:
        yield from others
    except Exception:
        yield INCOMPLETE.encode()
        raise


def _streamed(
    request: HttpRequest, what: Download, parts: Iterator[bytes]
) -> StreamingHttpResponse:
    """Under ASGI Django would read the whole of an iterator that is not asynchronous first."""
    if request.method == "HEAD":
        parts = iter(())
    body = _Later(parts) if isinstance(request, ASGIRequest) else parts
    return StreamingHttpResponse(body, content_type=what.kind)


class _Later:
    """The parts one by one, each made in the thread of the request, where the database is."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self._next = sync_to_async(lambda: next(parts, b""))

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        if part := await self._next():
            return part
        raise StopAsyncIteration

    def close(self) -> None:
        """Called with the response: a reader that left early leaves no file open."""
        close = getattr(self._parts, "close", None)
        if close is not None:
            close()
