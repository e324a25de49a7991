"""Queries of the pages of rooms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from accounts.models import Viewer
from bots.models import Bot
from games.engine import Ruleset
from games.game import Game
from games.options import SpecialRule
from games.registry import GAMES
from games.texts.sentences import listed
from matches.models import Match, Seat
from pages.templatetags.site import board_view, game_file
from rooms.models import Room, RoomSeat
from rooms.services import RoomError
from rulesets.catalogue import find
from rulesets.options import special_rules

HOUSE_BOTS = 8
"""The number of bots that are offered as buttons."""


def game_and_rules(room: Room) -> tuple[Game, Ruleset] | None:
    """The ruleset of the room; None if it is no longer installed."""
    try:
        return GAMES[room.game], find(room.game, room.ruleset)
    except KeyError:
        return None


def special_of(room: Room) -> tuple[SpecialRule, ...]:
    """The special rules that its owner chose for its matches."""
    options = GAMES[room.game].options
    if options is None or not room.options:
        return ()
    params = options.params(room.options)
    return special_rules(room.game, params, seed=0, on_map=room.map_id is not None)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a room as one person sees it."""

    seat: RoomSeat
    team: int
    mine: bool
    may_sit: bool
    may_free: bool


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room as one person sees it.

    ``waits`` says what keeps it from starting; it is empty where nothing does.  ``play`` is the
    address of the page on which the person plays the match that is on.
    """

    rows: Sequence[SeatRow]
    owns: bool
    changing: bool
    waits: str
    play: str
    house: Sequence[Bot]


def view_of(room: Room, user: Viewer) -> RoomView:
    known = game_and_rules(room)
    teams = known[1].teams if known else ()
    owns = user.is_authenticated and room.owner_id == user.pk
    changing = room.is_open and room.match is None and known is not None
    seats = list(room.seats.all())
    rows = [_row(seat, teams, user, owns=owns, changing=changing) for seat in seats]
    return RoomView(
        rows=rows,
        owns=owns,
        changing=changing,
        waits=_waits(seats),
        play=play_url(room.match, user) if room.is_playing else "",
        house=house_bots(room.game) if owns and changing else (),
    )


def _row(
    seat: RoomSeat, teams: Sequence[int], user: Viewer, *, owns: bool, changing: bool
) -> SeatRow:
    mine = user.is_authenticated and seat.user_id == user.pk
    kinds = RoomSeat.Kind
    free = seat.kind == kinds.EMPTY or (mine and seat.kind == kinds.INVITED)
    may_sit = free or (owns and seat.kind == kinds.BOT)
    return SeatRow(
        seat=seat,
        team=teams[seat.number] if seat.number < len(teams) else 0,
        mine=mine,
        may_sit=changing and user.is_authenticated and may_sit,
        may_free=changing and seat.kind != kinds.EMPTY and (mine or owns),
    )


def _waits(seats: Sequence[RoomSeat]) -> str:
    """The reason why the match cannot start yet, in words."""
    empty = [seat.number + 1 for seat in seats if seat.kind == RoomSeat.Kind.EMPTY]
    asked = [str(seat.user) for seat in seats if seat.kind == RoomSeat.Kind.INVITED]
    if empty:
        numbers = ", ".join(map(str, empty))
        return f"Seat {numbers} is empty." if len(empty) == 1 else f"Seats {numbers} are empty."
    if asked:
        return f"{listed(asked)} must sit down first."
    if not any(seat.kind == RoomSeat.Kind.PERSON for seat in seats):
        return "No person has a seat yet. Sit down on one."
    return ""


def play_url(match: Match | None, user: Viewer) -> str:
    """Where the person plays the match; empty for who has no seat in it."""
    if match is None or not user.is_authenticated:
        return ""
    seat = match.seats.filter(person=user.pk).first()
    return reverse("play", args=[match.pk, seat.number]) if seat else ""


def words_of(error: RoomError) -> str:
    """An error as HTML, with links to its rooms."""
    links = format_html_join(", ", '<a href="{}">{}</a>', map(_link, error.rooms))
    return format_html("{} {}.", str(error), links) if error.rooms else str(error)


def _link(room: Room) -> tuple[str, str]:
    known = game_and_rules(room)
    title = f"{known[0].title}, {known[1].title}" if known else room.game
    return room.get_absolute_url(), f"{title} (room {room.code[:4]}…)"


def away_seconds() -> str:
    """After how many seconds of absence a person loses the seat; empty: never."""
    return f"{settings.ROOM_AWAY_SECONDS:g}" if settings.ROOM_AWAY_SECONDS else ""


def house_bots(game: str) -> list[Bot]:
    """House bots that play the game now, by name; those for practice only, too."""
    bots = Bot.objects.playing().filter(game=game, is_house=True)
    return list(bots.select_related("owner").order_by("name")[:HOUSE_BOTS])


def play_config(seat: Seat, rows: Sequence[Seat]) -> dict[str, Any]:
    """The configuration of the play page, as JSON (static/play/play.js)."""
    match = seat.match
    game = GAMES[match.game]
    own = (game.static_folder / "play.js").exists()
    others = [row.name for row in rows if row.pk != seat.pk]
    against = listed(others, shown=3) if len(others) > 3 else ", ".join(others)
    return {
        "socket": f"/ws/matches/{match.pk}/seats/{seat.number}/",
        "view": board_view(match.game),
        "play": game_file(match.game, "play.js") if own else None,
        "seat": seat.number,
        "state": match.state,
        "hides": game.hides,
        "away": away_seconds(),
        "title": f"{game.title} against {against}" if others else game.title,
        "seats": [
            {"name": row.name, "full": str(row.player), "url": row.player.page} for row in rows
        ],
    }
