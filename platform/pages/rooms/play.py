"""The page on which a person plays."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from games.registry import GAMES
from matches.models import Match, Seat
from matches.seating import special_rules_of
from pages.frame.access.permissions import PersonRequest, private_page
from pages.rooms.queries import play_config
from rooms.models import Room


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
