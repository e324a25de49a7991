"""Rooms: mine, a new one, who sits where, what people do there, and the page on which they play."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arbiter.links import absolute
from bots.models import Bot, BotVersion
from games.registry import GAMES
from games.texts.sentences import paragraph
from matches.models import Match, Seat
from matches.recorded.endings import own_seat
from matches.seating import special_rules_of
from pages.frame.access.finding import asked_rules
from pages.frame.access.permissions import PersonRequest, private_page
from pages.frame.acts import form_page
from pages.frame.fields.bot_fields import find_version
from pages.frame.fields.forms import sent
from pages.frame.match_parts.endings import as_html
from pages.frame.queries import playing_bots
from pages.rooms.forms import RoomChangeForm, RoomForm, first_error
from pages.rooms.queries import (
    RoomView,
    away_seconds,
    game_and_rules,
    play_config,
    play_url,
    special_of,
    view_of,
    words_of,
)
from rooms import services
from rooms.models import Room, RoomSeat
from rooms.services import RoomError
from rulesets.catalogue import offered

SHOWN = 50
"""Rooms in each list."""


@require_safe
@login_required
def index(request: PersonRequest) -> HttpResponse:
    rooms = Room.objects.with_seats().order_by("-touched")
    mine = rooms.open().of(request.user)
    context = {
        "invitations": rooms.open().inviting(request.user)[:SHOWN],
        "rooms": [(room, play_url(room.match, request.user)) for room in mine[:SHOWN]],
    }
    return render(request, "rooms/index.html", context)


@login_required
def new(request: PersonRequest) -> HttpResponse:
    game, ruleset = asked_rules(request)
    initial = {"opponent_1": request.GET.get("opponent", ""), "map": request.GET.get("map")}
    form = RoomForm(sent(request), initial=initial, user=request.user, game=game, ruleset=ruleset)
    if form.is_valid():
        try:
            if "start" in request.POST:
                services.check_may_begin(request.user)
            room = _open(request, form)
        except RoomError as error:
            form.add_error(None, words_of(error))
        else:
            if "start" in request.POST:
                return _do(request, room, lambda: services.start(room, request.user))
            return redirect(room)
    context = {
        "form": form,
        "game": game,
        "ruleset": ruleset,
        "rulesets": offered(game),
        "bots": playing_bots(game.name),
        "away": away_seconds(),
    }
    return form_page(request, "rooms/new.html", context)


def _open(request: PersonRequest, form: RoomForm) -> Room:
    """The new room, with the person on a seat and bots where they are wanted."""
    wanted, seats = form.cleaned_data, form.ruleset.seats
    by, rng = request.user, secrets.SystemRandom()
    room = services.open_room(
        by, form.game.name, form.ruleset.name, wanted.get("map"), form.options()
    )
    mine = int(wanted["seat"]) if wanted["seat"] else rng.randrange(seats)
    services.sit(room, by, mine)
    others = [number for number in range(seats) if number != mine]
    try:
        if wanted["opponent_1"] and others:
            services.put_bot(room, by, others.pop(0), wanted["opponent_1"])
        if wanted["fill"]:
            _fill(request, room, others, rng)
    except RoomError as error:
        messages.error(request, words_of(error))
    return room


def _fill(request: PersonRequest, room: Room, numbers: list[int], rng: random.Random) -> None:
    """House bots take these seats in turns, in a random order."""
    house = Bot.objects.fillers(room.game).versions()
    if numbers and not house:
        raise RoomError("No house bot plays here now: choose a bot for every seat.")
    rng.shuffle(house)
    for i, number in enumerate(numbers):
        services.put_bot(room, request.user, number, house[i % len(house)])


def _find(code: str) -> Room:
    return get_object_or_404(Room.objects.with_seats(), code=code)


def _context(request: HttpRequest, room: Room, view: RoomView) -> dict[str, object]:
    known, match, form = game_and_rules(room), _match(room), None
    if view.owns and view.changing and known:
        game, ruleset = known
        initial = {"ruleset": ruleset.name, "map": room.map_id}
        person = cast("PersonRequest", request).user
        form = RoomChangeForm(
            initial=initial, user=person, game=game, ruleset=ruleset, chosen=room.options
        )
    return {
        "room": room,
        "view": view,
        "game": known and known[0],
        "ruleset": known and known[1],
        "match": match,
        "ending": as_html(match, own_seat(match.seats.all(), request.user)) if match else "",
        "form": form,
        "away": away_seconds(),
        "special": special_of(room) if known else (),
    }


def _match(room: Room) -> Match | None:
    """The room's match with what its line shows."""
    return Match.objects.with_seats().get(pk=room.match_id) if room.match_id else None


@require_safe
@never_cache
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Anyone with the address may see the room, and sit down once logged in."""
    room = _find(code)
    view = view_of(room, request.user)
    context = {**_context(request, room, view), "link": absolute(request.path)}
    if view.owns:
        context["bots"] = playing_bots(room.game)
    return render(request, "rooms/room.html", context)


@require_safe
@never_cache
def now(request: HttpRequest, code: str) -> HttpResponse:
    """The part of the page that changes, if it has (``revision`` is what the page shows); who sits
    in a match that has begun since is taken to where it is played."""
    room = _find(code)
    if request.GET.get("revision") == str(room.revision):
        return HttpResponse(status=204)
    view = view_of(room, request.user)
    response = render(request, "rooms/_now.html", _context(request, room, view))
    if view.play:
        response["HX-Redirect"] = view.play
    return response


def _do(request: PersonRequest, room: Room, verb: Callable[[], object]) -> HttpResponse:
    """Do it, and redirect to the room, which shows a refusal, or to the match that has begun."""
    try:
        verb()
    except RoomError as error:
        messages.error(request, words_of(error))
    room.refresh_from_db()
    play = play_url(room.match, request.user) if room.is_playing else ""
    return redirect(play or room)


Act = Callable[..., HttpResponse]


def _act(view: Act) -> Callable[..., HttpResponseBase]:
    """An act of a person who is logged in, on the room of the address."""

    def act(request: PersonRequest, code: str, **more: Any) -> HttpResponse:
        return view(request, _find(code), **more)

    return cast("Callable[..., HttpResponseBase]", require_POST(login_required(act)))


@_act
def sit(request: PersonRequest, room: Room, number: int) -> HttpResponse:
    return _do(request, room, lambda: services.sit(room, request.user, number))


@_act
def free(request: PersonRequest, room: Room, number: int) -> HttpResponse:
    return _do(request, room, lambda: services.stand_up(room, request.user, number))


@_act
def bot(request: PersonRequest, room: Room, number: int) -> HttpResponse:
    def put() -> None:
        typed = request.POST.get("bot") or request.POST.get("opponent_1", "")
        services.put_bot(room, request.user, number, _named(room, typed))

    return _do(request, room, put)


def _named(room: Room, typed: str) -> BotVersion:
    if not typed.strip():
        raise RoomError("Name a bot, such as alice/newt.")
    if room.game not in GAMES:
        raise RoomError("This game is not here any more.")
    try:
        return find_version(GAMES[room.game], typed)
    except ValidationError as error:
        raise RoomError(paragraph(*error.messages)) from None


@_act
def invite(request: PersonRequest, room: Room, number: int) -> HttpResponse:
    name = request.POST.get("username", "")
    return _do(request, room, lambda: services.invite(room, request.user, number, name))


@_act
def fill(request: PersonRequest, room: Room) -> HttpResponse:
    kinds = room.seats.filter(kind=RoomSeat.Kind.EMPTY).values_list("number", flat=True)
    empty = list(kinds)
    return _do(request, room, lambda: _fill(request, room, empty, secrets.SystemRandom()))


@_act
def change(request: PersonRequest, room: Room) -> HttpResponse:
    def apply() -> None:
        known = game_and_rules(room)
        if known is None:
            raise RoomError("This game is not here any more.")
        form = RoomChangeForm(request.POST, user=request.user, game=known[0], ruleset=known[1])
        if not form.is_valid():
            raise RoomError(first_error(form))
        services.change(room, request.user, **form.changes())

    return _do(request, room, apply)


@_act
def start(request: PersonRequest, room: Room) -> HttpResponse:
    return _do(request, room, lambda: services.start(room, request.user))


@_act
def stop(request: PersonRequest, room: Room) -> HttpResponse:
    return _do(request, room, lambda: services.stop(room, request.user))


@_act
def again(request: PersonRequest, room: Room) -> HttpResponse:
    """Start the next match with the same seats, at once unless other people must sit down first."""

    def verb() -> None:
        services.again(room, request.user)
        people = room.seats.filter(kind=RoomSeat.Kind.PERSON).values_list("user", flat=True)
        if room.owner_id == request.user.pk and set(people) == {request.user.pk}:
            services.start(room, request.user)

    return _do(request, room, verb)


@_act
def close(request: PersonRequest, room: Room) -> HttpResponse:
    return _do(request, room, lambda: services.close(room, request.user))


@private_page
def play(request: PersonRequest, number: int, seat: int) -> HttpResponse:
    """404 for a match or a seat that there is not; whose seat it is not may watch the match."""
    seats = Seat.objects.select_related("match", "person", "version__bot__owner")
    its_seat = get_object_or_404(seats, match_id=number, number=seat)
    match = its_seat.match
    if its_seat.person_id != request.user.pk:
        return redirect(match)
    if match.game not in GAMES:
        raise Http404(f"There is no game “{match.game}” here any more.")
    room = Room.objects.filter(played=match).first()
    context = {
        "match": match,
        "game": GAMES[match.game],
        "room": room,
        "special": special_rules_of(match),
        "config": play_config(its_seat, list(seats.filter(match=match))),
        "links": _links(match, room),
    }
    return render(request, "rooms/play.html", context)


def _links(match: Match, room: Room | None) -> list[tuple[str, str]]:
    """Where one goes when the match is over."""
    links = [("Look at the replay", match.get_absolute_url())]
    if room is not None:
        return [("Back to the room", room.get_absolute_url()), *links]
    return [*links, ("Play again", f"{reverse('room-new')}?game={match.game}")]
