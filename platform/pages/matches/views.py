"""The list of matches, one match, and what can be downloaded of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HTMX_STOP_POLLING

from arbiter.serving.downloads import Download, download
from arbiter.serving.kept import kept
from ladder.corrections import services
from ladder.events.mending import results
from matches.kinds import WEIGHTY, may_end
from matches.models import Match, Seat
from matches.playing.programs import being_built
from matches.queueing import control
from matches.queueing.forecasts import place_of
from matches.queueing.shortages import reason_of
from matches.recorded.downloads import MissingFile, export_response, replay_response
from matches.recorded.endings import own_seat
from matches.seating import special_rules_of
from matches.services import may_see_log, seat_log
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import reported
from pages.frame.filters import MatchFilter
from pages.frame.match_parts.endings import as_html
from pages.frame.match_parts.match_seats import seat_groups, seat_rows
from pages.frame.paging import page_of
from pages.frame.queries import listed, used_map
from pages.matches import embed, faults, loss, queries
from pages.matches.recording import recording_of


@kept
def index(request: HttpRequest) -> HttpResponse:
    chosen = MatchFilter(request.GET, listed())
    page = page_of(request, chosen.qs)
    return render(request, "matches/index.html", {"filter": chosen.form, "page": page})


@kept
def match(request: HttpRequest, number: int) -> HttpResponse:
    match = get_object_or_404(Match.objects.for_lists().visible_to(request.user), pk=number)
    rows = seat_rows(match)
    context = {
        "match": match,
        "ending": as_html(match, own_seat(match.seats.all(), request.user)),
        "groups": seat_groups(rows),
        "figures": faults.of_seats([row["seat"] for row in rows], request.user),
        "shown": queries.is_shown(match),
        "shared": embed.links(match),
        "may_cancel": not match.is_over and may_end(match, request.user),
        "may_wait_again": match.kind in WEIGHTY,
        "place": place_of(match),
        "built": being_built(match),
        "shortage": reason_of(match),
        "downloads": queries.downloads(match),
        "player": queries.player_config(match, request.user, rows),
        "special": special_rules_of(match),
        "map": used_map(match.map_used_id, request.user),
        "correction": services.correction_of(match) if request.user.is_staff else None,
        "stage": results.judged_stage(match, request.user),
        "explanations": loss.explanations(match, request.user, [row["seat"] for row in rows]),
        "tested": loss.testable(match, request.user, [row["seat"] for row in rows]),
        "recording": recording_of(match, request.user, [row["seat"] for row in rows]),
    }
    return render(request, "matches/match.html", context)


@require_safe
@never_cache
def state(request: HttpRequest, number: int) -> HttpResponse:
    """The waiting line of a match, or that it is played again; nothing more once that is sure."""
    match = _find(request, number)
    if match.state == Match.State.RUNNING and match.kind in WEIGHTY:
        if match.reruns:
            return render(request, "matches/_again.html", status=HTMX_STOP_POLLING)
        return HttpResponse()  # it may still wait again
    if match.state != Match.State.QUEUED:
        return HttpResponse(status=HTMX_STOP_POLLING)
    context = {
        "match": match,
        "place": place_of(match),
        "built": being_built(match),
        "shortage": reason_of(match),
    }
    return render(request, "matches/_waiting.html", context)


@person_act
def cancel(request: PersonRequest, number: int) -> HttpResponse:
    match = _find(request, number)
    with reported(request, "The match is cancelled."):
        control.cancel(match, request.user)
    return redirect(match)


@require_safe
def replay(request: HttpRequest, number: int) -> HttpResponseBase:
    try:
        return replay_response(request, _find(request, number))
    except MissingFile as missing:
        return _missing(request, missing)


@require_safe
def export(request: HttpRequest, number: int, name: str) -> HttpResponseBase:
    """The replay in one of the game's own formats."""
    try:
        return export_response(request, _find(request, number), name)
    except MissingFile as missing:
        return _missing(request, missing)


def _missing(request: HttpRequest, missing: MissingFile) -> HttpResponse:
    """A page that says why there is no such file."""
    return render(request, "404.html", {"why": str(missing)}, status=404)


def _find(request: HttpRequest, number: int) -> Match:
    return get_object_or_404(Match.objects.visible_to(request.user), pk=number)


@require_safe
@never_cache
def logs(request: HttpRequest, number: int) -> JsonResponse:
    """The standard error of the viewer's bots: ``lines`` with ``seat``, ``game``, ``turn``,
    ``text`` and, if the limit was reached, ``cut``. 404 for viewers who manage none of the seats.
    """
    match = _find(request, number)
    seats = match.seats.select_related("version__bot__owner", "version__bot__team", "person")
    own = [seat for seat in seats if may_see_log(seat, request.user)]
    if not own:
        raise Http404("There is no log for you here.")
    lines = [{**row, "seat": seat.number} for seat in own for row in seat_log(seat)]
    lines.sort(key=lambda line: (line["game"], line["turn"], line["seat"]))
    return JsonResponse({"lines": lines})


@require_safe
def log(request: HttpRequest, number: int, seat: int) -> HttpResponseBase:
    """The standard error of one seat's bot, as text, for its managers."""
    seats = Seat.objects.select_related("version__bot__owner", "version__bot__team")
    its_seat = get_object_or_404(seats, match=_find(request, number), number=seat)
    if not may_see_log(its_seat, request.user):
        raise Http404("There is no log for you here.")
    text = "".join(row["text"] for row in seat_log(its_seat))
    what = Download(f"match-{number}-seat-{seat + 1}.txt", "text/plain; charset=utf-8", inline=True)
    return download(request, what, text)
