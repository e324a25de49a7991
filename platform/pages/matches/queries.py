"""A match on its page: the configuration of the player, and downloads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from accounts.models import Viewer
from games.registry import GAMES
from matches.models import Match
from matches.recorded.downloads import exports_of
from matches.recorded.sides import told_apart
from matches.services import may_see_log
from pages.frame.match_parts.lineup import in_words
from pages.frame.match_parts.match_seats import SeatRow, facts, seat_rows
from pages.templatetags.site import board_view, filesize


def is_shown(match: Match) -> bool:
    """Whether there is, or will be, a board to show."""
    given_up = match.state in (Match.State.ABORTED, Match.State.FAILED)
    removed = match.replay_form == Match.ReplayForm.REMOVED
    return match.game in GAMES and not given_up and not removed


def player_config(
    match: Match, user: Viewer, rows: Sequence[SeatRow] | None = None
) -> dict[str, Any]:
    """The configuration of the player, as JSON; ``rows`` are those of `seat_rows`, if at hand."""
    rows = seat_rows(match) if rows is None else rows
    names = told_apart([row["seat"] for row in rows])
    seats = [{**row, "name": names[row["number"]]} for row in rows]
    return {
        "match": match.pk,
        "socket": f"/ws/matches/{match.pk}/",
        "view": board_view(match.game),
        "state": match.state,
        "title": in_words(match),
        "seats": [{k: v for k, v in row.items() if k != "seat"} for row in seats],
        "log_url": _log_url(match, user, rows),
        "downloads": downloads(match),
        "info": facts(match, rows),
    }


def _log_url(match: Match, user: Viewer, rows: Sequence[SeatRow]) -> str | None:
    """Where the viewer reads what bots of theirs wrote; None where none of the bots is theirs."""
    if any(may_see_log(row["seat"], user) for row in rows):
        return reverse("match-logs", args=[match.pk])
    return None


def downloads(match: Match) -> list[dict[str, str]]:
    """The replay and the game's own formats of it, of a match that has one."""
    if not match.replay:
        return []
    replay = {
        "title": f"Replay (JSON Lines, {filesize(match.replay_bytes)})",
        "url": reverse("match-replay", args=[match.pk]),
    }
    return [replay] + [
        {"title": export.title, "url": reverse("match-export", args=[match.pk, export.name])}
        for export in exports_of(match)
    ]
