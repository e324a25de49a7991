"""Everything that a match's page offers to do with its recording."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HTMX_STOP_POLLING

from accounts.models import Viewer
from matches.derived.bundles import bundle_response, file_name
from matches.derived.forks import Branch, ForkPlace, caught_up, family, place_of
from matches.models import Match, Seat, Verification
from matches.recorded import verification
from matches.recorded.downloads import MissingFile
from matches.recorded.recordings import objection, seats_with_bundle
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import reported


@dataclass(frozen=True, slots=True)
class Recording:
    """``fork_url`` is empty where the match cannot be played on.  ``home`` has seats with the
    address of the bundle and the command that replays it, ``differences`` players that answered
    their past differently than recorded, and where they did so first."""

    fork_url: str
    home: list[tuple[Seat, str, str]]
    verification: Verification | None
    may_verify: bool
    family: Sequence[Branch]
    origin: ForkPlace | None
    differences: list[tuple[str, str]]


def recording_of(match: Match, user: Viewer, seats: Sequence[Seat]) -> Recording:
    usable = not objection(match, user)
    home = seats_with_bundle(match, user, seats) if usable else []
    verification = Verification.objects.filter(match=match).first() if match.replay else None
    origin = match.origin if match.origin_frame is not None else None
    return Recording(
        reverse("match-fork", args=[match.pk]) if usable else "",
        [_at_home(match, seat) for seat in home],
        verification,
        usable and user.is_authenticated,
        family(match, user),
        place_of(origin, match.origin_frame or 0) if origin else None,
        _differences(match, seats),
    )


def _at_home(match: Match, seat: Seat) -> tuple[Seat, str, str]:
    url = reverse("match-bundle", args=[match.pk, seat.number])
    return seat, url, f"arbiter replay {file_name(match, seat)} -- ./mybot"


def _differences(match: Match, seats: Sequence[Seat]) -> list[tuple[str, str]]:
    past = caught_up(match)
    if past is None:
        return []
    names = {seat.number: str(seat.player) for seat in seats}
    return [
        (names[each["seat"]], f"game {each['game'] + 1}, turn {each['turn']}")
        for each in past["differs"]
    ]


@require_safe
def bundle(request: HttpRequest, number: int, seat: int) -> HttpResponseBase:
    match = get_object_or_404(Match.objects.visible_to(request.user), pk=number)
    seats = match.seats.select_related("version__bot__owner", "version__bot__team", "person")
    try:
        return bundle_response(request, match, get_object_or_404(seats, number=seat))
    except MissingFile as missing:
        return render(request, "404.html", {"why": str(missing)}, status=404)


@person_act
def verify(request: PersonRequest, number: int) -> HttpResponse:
    match = get_object_or_404(Match.objects.visible_to(request.user), pk=number)
    with reported(request):
        verification.request(match, request.user)
        messages.success(request, "The match is being played again. The result appears below.")
    return redirect(f"{match.get_absolute_url()}#recording")


@require_safe
@never_cache
def verdict(request: HttpRequest, number: int) -> HttpResponse:
    """The line of the verification; no more polling once it is done."""
    match = get_object_or_404(Match.objects.visible_to(request.user), pk=number)
    row = get_object_or_404(Verification, match=match)
    status = HTMX_STOP_POLLING if row.state == Verification.State.DONE else 200
    return render(request, "matches/_verdict.html", {"row": row}, status=status)
