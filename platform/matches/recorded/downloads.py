"""A match's files over HTTP: its replay as stored, and the native formats made from it."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers

from arbiter.serving.downloads import Download, download
from games.engine import Outcome
from games.package import Export
from games.registry import GAMES
from games.replay import ReplayError
from games.replayed import NotReproducible
from games.texts.sentences import paragraph
from matches.models import Match
from matches.recorded.replays import WholeReplay, open_replay

_GZIP = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?P<q>[01](?:\.\d{0,3})?)\s*)?(?=,|$)")


class MissingFile(Http404):
    """The match has no such file; the message, for people, says why."""


def replay_response(request: HttpRequest, match: Match) -> HttpResponseBase:
    """The stored bytes (gzip of JSON Lines) as a download: 200, 206, 304, 412 or 416.

    `MissingFile` where the match has no replay.
    """
    if not match.replay:
        raise MissingFile(_missing(match))
    what = Download(
        f"match-{match.pk}.jsonl.gz",
        "application/gzip",
        match.visible_to,
        etag=match.replay_sha256,
    )
    try:
        return download(request, what, WholeReplay(match))
    except NotReproducible as error:
        raise MissingFile(f"This replay cannot be shown: {error}.") from None


def export_response(request: HttpRequest, match: Match, name: str) -> HttpResponseBase:
    """A replay in a native format of its game, compressed where the client takes gzip.

    `MissingFile` where the game has no such format, or the match no replay or no such part.
    """
    export = _export(match, name)
    zipped = accepts_gzip(request.headers.get("Accept-Encoding", ""))
    what = Download(
        f"match-{match.pk}-{name}",
        export.content_type,
        match.visible_to,
        etag=_export_etag(match, export, zipped=zipped),
    )
    response = download(request, what, lambda: _made(what, export, match, zipped=zipped))
    if zipped and response.status_code == 200:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def exports_of(match: Match) -> list[Export]:
    """The native formats that this match has; none before its replay is stored."""
    if not match.replay or match.game not in GAMES:
        return []
    exports = GAMES[match.game].exports
    if match.outcome is None:
        return [each for each in exports if each.made_of is None]
    outcome = Outcome.from_json(match.outcome)
    return [each for each in exports if each.is_in(outcome)]


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header allows gzip."""
    return any(float(coding["q"] or 1) > 0 for coding in _GZIP.finditer(header.lower()))


def _export(match: Match, name: str) -> Export:
    if match.game not in GAMES:
        raise MissingFile("This site does not have the game any more, so only the replay is left.")
    game = GAMES[match.game]
    exports = {export.name: export for export in game.exports}
    if name not in exports:
        known = ", ".join(exports)
        raise MissingFile(
            f"{game.title} has no replay format “{name}”; it has: {known}."
            if known
            else f"{game.title} has no replay format “{name}”; it has: none."
        )
    if not match.replay:
        raise MissingFile(_missing(match))
    offered = [export.name for export in exports_of(match)]
    if name not in offered:
        missing = f"This match has no “{exports[name].title}”: that part was not played."
        left = f"It has: {', '.join(offered)}." if offered else "It has: only the replay."
        raise MissingFile(paragraph(missing, left))
    return exports[name]


def _made(what: Download, export: Export, match: Match, *, zipped: bool) -> tuple[Download, bytes]:
    """The bytes, with their true type and ending."""
    body = _written(export, match)
    of_body = export.kind_of(body) if export.kind_of else (export.suffix, export.content_type)
    suffix, kind = of_body
    made = replace(what, name=f"{what.name}.{suffix}", kind=kind)
    return made, gzip.compress(body, 6, mtime=0) if zipped else body


def _written(export: Export, match: Match) -> bytes:
    """The export's bytes.  `MissingFile` where the match has no such part; damage is passed on."""
    try:
        with open_replay(match) as replay:
            return export.write(replay)
    except NotReproducible as error:
        raise MissingFile(f"This replay cannot be shown: {error}.") from None
    except ReplayError:
        raise
    except FileNotFoundError:
        raise MissingFile("The file of this replay is gone.") from None
    except ValueError as error:
        raise MissingFile(str(error)) from error


def _export_etag(match: Match, export: Export, *, zipped: bool) -> str:
    """An export follows from the replay, the match's start and the game's version, so it need not
    be made to be compared."""
    version = match.played_game.version
    of = f"{match.replay_sha256} {match.started} {version} {export.name} {zipped}"
    return hashlib.sha256(of.encode()).hexdigest()


def _missing(match: Match) -> str:
    if match.replay_form == match.ReplayForm.REMOVED:
        return "The replay of this match was removed: replays of this kind are kept for a while."
    if match.is_over:
        return "This match has no replay: it did not come to a result."
    return "This match is not over; its replay will be here when it is."
