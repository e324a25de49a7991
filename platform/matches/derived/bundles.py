"""The bundle of a seat over HTTP."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase

from accounts.models import Viewer
from arbiter.serving.downloads import Download, download
from games.bundle import bundle
from games.engine import JSON
from games.replayed import NotReproducible
from matches.models import Match, Seat
from matches.recorded.downloads import MissingFile
from matches.recorded.recordings import objection, plays_it, require
from matches.recorded.replays import open_replay
from matches.services import may_see_log, seat_log


def file_name(match: Match, seat: Seat) -> str:
    return f"match-{match.pk}-seat-{seat.number + 1}.bundle.gz"


def bundle_response(request: HttpRequest, match: Match, seat: Seat) -> HttpResponseBase:
    """The bundle as a download; with the rows of standard error for the bot's managers.

    `PermissionDenied` where `recordings.objection` has one, `MissingFile` where the engine of this
    site does not give the recorded frames.
    """
    require(match, request.user, seat)
    own = plays_it(seat, request.user)
    rule = None if own else lambda viewer: not objection(match, viewer, seat)
    what = Download(file_name(match, seat), "application/gzip", rule)
    try:
        return download(request, what, made(match, seat, request.user))
    except NotReproducible as error:
        raise MissingFile(f"This match has no bundles: {error}.") from None
    except FileNotFoundError:
        raise MissingFile("The file of this replay is gone.") from None


def made(match: Match, seat: Seat, user: Viewer) -> bytes:
    head: dict[str, JSON] = {
        "match": match.pk,
        "player": str(seat.version or seat.person),
        "started": match.started.isoformat() if match.started else None,
    }
    logs = []
    if may_see_log(seat, user):
        logs = [{k: row[k] for k in ("game", "turn", "text")} for row in seat_log(seat)]
    with open_replay(match) as replay:
        return bundle(match.played_game, replay, seat.number, head, logs)
