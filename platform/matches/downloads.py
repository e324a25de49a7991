"""A match's files over HTTP: its replay as stored, and the native formats made from it.

Conditional requests and ranges follow RFC 9110 (sections 13 and 14).  A range is one of bytes;
several at once are answered with the whole, as the standard allows.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

from games.registry import GAMES
from games.replay import ReplayError
from matches.replays import open_replay

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase

    from games.package import Export
    from matches.models import Match

CACHE = "public, max-age=3600"
"""A replay is of a finished match and does not change; its ETag tells where it did after all."""
_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})\Z")
_GZIP = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?P<q>[01](?:\.\d{0,3})?)\s*)?(?=,|$)")


def replay_response(request: HttpRequest, match: Match) -> HttpResponseBase:
    """The stored bytes (gzip of JSON Lines) as a download: 200, 206, 304, 412 or 416.

    Http404 where the match has no replay.
    """
    if not match.replay:
        raise Http404(_missing(match))
    etag = f'"{match.replay_sha256}"'
    fresh = _conditional(request, etag)
    if fresh is not None:
        return fresh
    with _file_is_there():
        size = match.replay.size
    wanted = _wanted(request, etag, size)
    if wanted is not None and not wanted:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}", "ETag": etag})
    part = range(size) if wanted is None else wanted
    with match.replay.open("rb") as file:
        file.seek(part.start)
        body = file.read(len(part))
    response = HttpResponse(body, content_type="application/gzip")
    if wanted is not None:
        response.status_code = 206
        response["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
    response["Accept-Ranges"] = "bytes"
    return _as_download(response, etag, f"match-{match.pk}.jsonl.gz")


def export_response(request: HttpRequest, match: Match, name: str) -> HttpResponseBase:
    """A replay in a native format of its game, compressed where the client takes gzip.

    Http404 where the game has no such format, or the match no replay or no such part.
    """
    export = _export(match, name)
    if not match.replay:
        raise Http404(_missing(match))
    zipped = accepts_gzip(request.headers.get("Accept-Encoding", ""))
    etag = _export_etag(match, export, zipped=zipped)
    response = _conditional(request, etag)
    if response is None:
        body = _written(export, match)
        of_body = export.kind_of(body) if export.kind_of else (export.suffix, export.content_type)
        suffix, content_type = of_body
        response = HttpResponse(
            gzip.compress(body, 6, mtime=0) if zipped else body, content_type=content_type
        )
        if zipped:
            response["Content-Encoding"] = "gzip"
        _as_download(response, etag, f"match-{match.pk}-{name}.{suffix}")
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header allows gzip."""
    return any(float(found["q"] or 1) > 0 for found in _GZIP.finditer(header.lower()))


def _export(match: Match, name: str) -> Export:
    if match.game not in GAMES:
        raise Http404("This site does not have the game any more, so only the replay is left.")
    game = GAMES[match.game]
    exports = {export.name: export for export in game.exports}
    if name not in exports:
        known = ", ".join(exports) or "none"
        raise Http404(f"{game.title} has no replay format “{name}”; it has: {known}.")
    return exports[name]


def _written(export: Export, match: Match) -> bytes:
    """The export's bytes.  Http404 where the match has no such part; damage is passed on."""
    with _file_is_there(), open_replay(match) as replay:
        try:
            return export.write(replay)
        except ReplayError:
            raise
        except ValueError as error:
            raise Http404(str(error)) from error


def _export_etag(match: Match, export: Export, *, zipped: bool) -> str:
    """An export follows from the replay and the game's version, so it need not be made to be
    compared."""
    of = f"{match.replay_sha256} {match.played_game.version} {export.name} {zipped}"
    return f'"{hashlib.sha256(of.encode()).hexdigest()}"'


def _missing(match: Match) -> str:
    if match.is_over:
        return "This match has no replay: it did not come to a result."
    return "This match is not over; its replay will be here when it is."


@contextmanager
def _file_is_there() -> Iterator[None]:
    """A replay that was moved away by hand is one that is not there, not a fault of the site."""
    try:
        yield
    except FileNotFoundError:
        raise Http404("The file of this replay is gone.") from None


def _conditional(request: HttpRequest, etag: str) -> HttpResponseBase | None:
    """304 or 412 where the client's conditions say so, None where the answer is due in full."""
    response = get_conditional_response(request, etag=etag)
    if response is not None:
        response["ETag"] = etag
        response["Cache-Control"] = CACHE
    return response


def _as_download(response: HttpResponse, etag: str, name: str) -> HttpResponse:
    response["ETag"] = etag
    response["Cache-Control"] = CACHE
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _wanted(request: HttpRequest, etag: str, size: int) -> range | None:
    """The bytes that are asked for: None is all of them, an empty range cannot be given."""
    found = _RANGE.match(request.headers.get("Range", "").strip())
    if found is None or request.method != "GET":
        return None
    if request.headers.get("If-Range", etag) != etag:
        return None
    first, last = found.groups()
    if first:
        stop = min(int(last) + 1, size) if last else size
        if last and int(last) < int(first):
            return None
        return range(int(first), max(stop, int(first)))
    if not last:
        return None
    return range(max(size - int(last), 0), size) if int(last) else range(0)
