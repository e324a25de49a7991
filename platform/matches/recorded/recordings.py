"""Permissions for everything that is made of the recording of an ended match."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.http import Http404

from accounts.models import Viewer
from games.registry import GAMES
from matches.models import Match, Seat


def objection(match: Match, user: Viewer, seat: Seat | None = None) -> str:
    """Why this person may not have the match played again, or the bundle of ``seat``; "" where it
    is allowed.

    A bundle shows what one seat knew.  Its team may always have it; others only where everybody
    may see the match and the game hides nothing from a seat.
    """
    if not match.visible_to(user):
        return "There is no such match."
    if not match.is_over or not match.replay:
        return "Only a match that has ended and has a replay can be played again."
    if match.game not in GAMES:
        return "This site does not have the game of this match any more."
    if not match.played_game.reproducible:
        return "The rules of this game are a program from outside, which is not played again."
    if seat is None or plays_it(seat, user):
        return ""
    if match.played_game.hides:
        return "This game hides things. Only the owner and team of this seat may have its bundle."
    if not _is_public(match):
        return "Not everybody may see this match. Only the seat's team may have its bundle."
    return ""


def seats_with_bundle(match: Match, user: Viewer, seats: Sequence[Seat]) -> list[Seat]:
    """Those of a match that this person may have played again, whose bundles are open to them."""
    everybody = not match.played_game.hides and _is_public(match)
    return [seat for seat in seats if everybody or plays_it(seat, user)]


def _is_public(match: Match) -> bool:
    return Match.objects.public().filter(pk=match.pk).exists()


def require(match: Match, user: Viewer, seat: Seat | None = None) -> None:
    """`Http404` where the person may not see the match, `PermissionDenied` with the `objection`."""
    if not match.visible_to(user):
        raise Http404
    if why := objection(match, user, seat):
        raise PermissionDenied(why)


def plays_it(seat: Seat, user: Viewer) -> bool:
    """Whether the seat is this person's, or that of a bot of the person or the person's team."""
    if seat.version is None:
        return seat.person_id is not None and seat.person_id == user.pk
    return seat.version.bot.open_to(user)
