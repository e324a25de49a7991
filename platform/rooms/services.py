"""Operations on rooms. Each checks permissions, raises `RoomError` if the operation is not
possible, and updates the caller's room to the state in the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from arbiter.database.locks import lock
from bots.models import BotVersion
from games.engine import JSON, Ruleset
from games.foreign.game import ForeignGame
from games.registry import GAMES
from games.texts.sentences import paragraph
from maps.models import Map
from matches import services as matches
from matches.models import Match
from rooms.models import Room, RoomSeat
from rulesets.catalogue import find_offered
from storage import space

Kind = RoomSeat.Kind


class RoomError(Exception):
    """The operation is not possible. The message tells the person why, and what to do.

    ``rooms`` are those that the message is about, for links after it.
    """

    def __init__(self, message: str, rooms: Sequence[Room] = ()) -> None:
        super().__init__(message)
        self.rooms = rooms


class Keep:
    """Keep the present value; None has a meaning of its own."""


KEEP: Final = Keep()


def open_room(
    user: User,
    game: str,
    ruleset: str,
    map: Map | None = None,  # noqa: A002
    options: Mapping[str, JSON] | None = None,
) -> Room:
    """A room with empty seats.  Without a ``map`` it is generated or drawn at the start.
    ``options`` are those of the game for its matches."""
    rules = _rules(game, ruleset)
    _check_map(map, game, rules, user)
    chosen = _options(game, rules, options or {}, map)
    with transaction.atomic():
        mine = list(Room.objects.open().filter(owner=user)[: settings.ROOMS_PER_PERSON])
        if len(mine) >= settings.ROOMS_PER_PERSON:
            most = settings.ROOMS_PER_PERSON
            refusal = f"You have reached the limit of open rooms, {most}. Close one of them first:"
            raise RoomError(refusal, mine)
        room = Room.objects.create(
            owner=user, game=game, ruleset=rules.name, map=map, options=chosen
        )
        RoomSeat.objects.bulk_create(RoomSeat(room=room, number=n) for n in range(rules.seats))
    return room


def put_bot(room: Room, by: User, number: int, version: BotVersion) -> None:
    """Put a bot on a seat for the owner, whoever was on it before."""
    with _changing(room):
        _require_owner(room, by)
        seat = _seat(room, number)
        with _room_errors():
            matches.check_can_play(version, room.game, by)
        _give(seat, Kind.BOT, version=version)


def sit(room: Room, user: User, number: int) -> None:
    """Put a person on a seat that is empty or kept for them. They leave the seat they had."""
    with _changing(room):
        seat = _seat(room, number)
        if seat.kind == Kind.BOT and room.owner_id != user.pk:
            raise RoomError("A bot sits there. Take an empty seat.")
        if seat.kind in (Kind.PERSON, Kind.INVITED) and seat.user_id != user.pk:
            raise RoomError("That seat belongs to another person. Take an empty one.")
        for other in room.seats.filter(user=user).exclude(pk=seat.pk):
            _give(other, Kind.EMPTY)
        _give(seat, Kind.PERSON, user=user)


def invite(room: Room, by: User, number: int, username: str) -> None:
    """Keep a seat for a person, who sees the room among their invitations."""
    with _changing(room):
        _require_owner(room, by)
        seat = _seat(room, number)
        name = username.strip().replace("\0", "")
        guest = User.objects.filter(username__iexact=name, is_active=True, is_house=False).first()
        if guest is None:
            raise RoomError(f"There is no account called “{name}”. Check the name.")
        if guest == by:
            raise RoomError("You cannot invite yourself. Sit down on the seat.")
        if room.seats.filter(user=guest).exclude(pk=seat.pk).exists():
            raise RoomError(f"{guest} has a seat in this room already.")
        if seat.kind == Kind.PERSON and seat.user_id != guest.pk:
            raise RoomError("That seat is taken. Choose an empty seat, or free that one first.")
        if seat.user_id != guest.pk:
            _give(seat, Kind.INVITED, user=guest)


def stand_up(room: Room, by: User, number: int) -> None:
    """Empty a seat: people may empty their own and decline invitations; the owner may empty any
    seat.
    """
    with _changing(room):
        seat = _seat(room, number)
        if seat.user_id != by.pk:
            _require_owner(room, by)
        _give(seat, Kind.EMPTY)


def change(
    room: Room,
    by: User,
    *,
    ruleset: str | None = None,
    map: Map | Keep | None = KEEP,  # noqa: A002
    options: Mapping[str, JSON] | Keep = KEEP,
) -> None:
    """The owner plays by another ruleset, on another map or with other options; a map of None is no
    particular one.

    Seats that the new ruleset has, too, stay as they are.  A map or options that are not named and
    do not fit are given up.
    """
    with _changing(room):
        _require_owner(room, by)
        rules = _rules(room.game, ruleset or room.ruleset)
        _change_map(room, rules, by, map)
        _change_options(room, rules, options)
        room.ruleset = rules.name
        room.save(update_fields=["ruleset", "map", "options"])
        room.seats.filter(number__gte=rules.seats).delete()
        there = set(room.seats.values_list("number", flat=True))
        missing = (n for n in range(rules.seats) if n not in there)
        RoomSeat.objects.bulk_create(RoomSeat(room=room, number=n) for n in missing)


def _change_map(room: Room, rules: Ruleset, by: User, wanted: Map | Keep | None) -> None:
    if not isinstance(wanted, Keep):
        _check_map(wanted, room.game, rules, by)
        room.map = wanted
        return
    try:
        _check_map(room.map, room.game, rules, by)
    except RoomError:
        room.map = None


def _change_options(room: Room, rules: Ruleset, wanted: Mapping[str, JSON] | Keep) -> None:
    if not isinstance(wanted, Keep):
        room.options = _options(room.game, rules, wanted, room.map)
        return
    try:
        room.options = _options(room.game, rules, room.options, room.map)
    except RoomError:
        room.options = {}


def start(room: Room, by: User) -> Match:
    """The owner begins the match with those who sit; it waits in a lane of its own."""
    space.require()
    with _changing(room):
        _require_owner(room, by)
        seats = list(room.seats.select_related("user", "version__bot__owner"))
        players = [_player(room, seat) for seat in seats]
        if not any(isinstance(player, User) for player in players):
            raise RoomError("No person has a seat here. Sit down, or challenge a bot with a bot.")
        rules = _rules(room.game, room.ruleset)
        _check_map(room.map, room.game, rules, by)
        check_may_begin(by)
        match = matches.create_match(
            room.game,
            rules.name,
            Match.Kind.ROOM,
            players,
            requested_by=by,
            board=room.map,
            options=_options(room.game, rules, room.options, room.map),
        )
        room.match = match
        room.save(update_fields=["match"])
        room.played.add(match)
    return match


def again(room: Room, by: User) -> Room:
    """Free the room for the next match, with the same seats. Anyone who sits in the room may."""
    with _changing(room, idle=False):
        if room.match is None:
            raise RoomError("No match was played here yet. Start the match.")
        if room.is_playing:
            raise RoomError("The match is not over yet. Play or stop it first.")
        if by.pk != room.owner_id and not room.seats.filter(user=by).exists():
            raise RoomError("Only people who sit in this room can play again.")
        room.match = None
        room.save(update_fields=["match"])
    return room


def stop(room: Room, by: User, reason: str = "") -> None:
    """The owner, or an organizer, ends the match that waits or runs, without a result."""
    if not _may_end(room, by):
        raise RoomError("Only the room's owner may stop its match. You can leave the match.")
    if room.match is None:
        raise RoomError("No match has begun.")
    with _room_errors():
        matches.abort(room.match, by, reason or "the room's owner ended it")
    _touch(room)


def close(room: Room, by: User) -> None:
    """The owner closes the room. Its matches are kept."""
    with _changing(room, idle=False):
        if not _may_end(room, by):
            raise RoomError("Only the room's owner may close it.")
        if room.is_playing:
            raise RoomError("The match is not over yet. Stop it first.")
        room.closed = timezone.now()
        room.save(update_fields=["closed"])


def close_idle() -> int:
    """Close rooms that have been idle for too long. Returns their number."""
    live = Room.objects.open().values("pk")
    idle = Room.objects.filter(closed=None).exclude(pk__in=live)
    return idle.update(closed=timezone.now(), revision=F("revision") + 1)


@contextmanager
def _changing(room: Room, *, idle: bool = True) -> Iterator[None]:
    """Hold the room against others, and count a change; ``idle``: no match may have begun."""
    with transaction.atomic():
        lock(Room.objects).get(pk=room.pk)
        room.refresh_from_db()
        if not room.is_open:
            raise RoomError("This room is closed. Open a new one.")
        if idle and room.match is not None:
            if room.match.is_over:
                raise RoomError("The match is over: play again first.")
            raise RoomError("The match has begun.")
        yield
        _touch(room)


def _touch(room: Room) -> None:
    now = timezone.now()
    Room.objects.filter(pk=room.pk).update(touched=now, revision=F("revision") + 1)
    room.refresh_from_db()


def _rules(game: str, ruleset: str) -> Ruleset:
    if game not in GAMES:
        raise RoomError(f"There is no game “{game}”.")
    if isinstance(GAMES[game], ForeignGame):
        raise RoomError(
            f"People cannot play {GAMES[game].title} here: its rules are a program of its own."
        )
    try:
        return find_offered(game, ruleset)
    except KeyError:
        raise RoomError(f"There is no ruleset “{ruleset}”. Choose another.") from None


@contextmanager
def _room_errors(advice: str = "") -> Iterator[None]:
    """Raises `RoomError` for what the services of matches refuse, with ``advice`` after it."""
    try:
        yield
    except ValidationError as error:
        raise RoomError(paragraph(*error.messages, advice)) from None


def _check_map(board: Map | None, game: str, rules: Ruleset, by: User) -> None:
    if board is not None:
        with _room_errors():
            matches.check_map(board, game, rules, by)


def _options(
    game: str, rules: Ruleset, given: Mapping[str, JSON], board: Map | None
) -> dict[str, JSON]:
    with _room_errors():
        return matches.options_on(game, rules, given, board)


def _require_owner(room: Room, by: User) -> None:
    if by.pk != room.owner_id:
        raise RoomError("Only the room's owner may do this.")


def _may_end(room: Room, by: User) -> bool:
    """Whether the person owns the room or is an organizer."""
    return by.is_staff or by.pk == room.owner_id


def _seat(room: Room, number: int) -> RoomSeat:
    seat = room.seats.filter(number=number).first()
    if seat is None:
        raise RoomError(f"This ruleset has no seat {number + 1}.")
    return seat


def _give(
    seat: RoomSeat, kind: Kind, *, version: BotVersion | None = None, user: User | None = None
) -> None:
    seat.kind, seat.version, seat.user = kind, version, user
    seat.save(update_fields=["kind", "version", "user"])


def _player(room: Room, seat: RoomSeat) -> BotVersion | User:
    number = seat.number + 1
    if seat.kind == Kind.INVITED:
        raise RoomError(
            f"Seat {number} is kept for {seat.user}. Wait, or give it to another person."
        )
    if seat.user is not None:
        return seat.user
    if seat.version is None:
        raise RoomError(f"Seat {number} is empty. Put a bot on it, or invite a person.")
    with _room_errors(f"Choose another bot for seat {number}."):
        matches.check_can_play(seat.version, room.game, room.owner)
    return seat.version


def check_may_begin(by: User) -> None:
    """The number of matches with people is limited by their workers, and per person."""
    under_way = Match.objects.unfinished().filter(kind=Match.Kind.ROOM)
    most = settings.ROOM_MATCHES_PER_PERSON
    if under_way.filter(requested_by=by).count() >= most:
        raise RoomError(
            f"You have reached the limit of matches that your rooms play at a time, {most}. "
            "Finish or stop one of them first:",
            list(Room.objects.filter(match__in=under_way.filter(requested_by=by))),
        )
    if under_way.count() >= settings.ROOM_MATCHES:
        raise RoomError("All places for matches with people are taken. Try again in a few minutes.")
