"""The decisive moments of a lost match, and what its bot had been sent and answered there.

Only the bot's team gets them, and the match is played again for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Viewer
from games.bundle import BundleError, Message, read
from games.decisive import Moment, advice, of_seat, spelled
from games.engine import Fault
from games.game import Game
from games.replayed import NotReproducible, Played
from games.wire import encode
from matches.derived.bundles import made
from matches.models import Match, Seat
from matches.recorded.endings import names_of
from matches.recorded.recordings import objection, plays_it
from matches.recorded.replays import open_replay

SHOWN = 1500
"""Characters of a message and of an answer."""
KEPT_S = 24 * 3600


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question to a seat, and its answer; long ones are cut."""

    turn: int
    sent: str
    cut: bool
    reply: str


@require_safe
@never_cache
def decisive(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """The moments of a seat that did not win."""
    match, own = _own_seat(request, number, seat)
    names = names_of(match.seats.select_related("version__bot", "person"))
    moments = of_match(match, own)
    address = reverse("match-exchange", args=[match.pk, own.number])
    context = {
        "lines": [_line(moment, names, address) for moment in moments],
        "advice": advice(moments),
    }
    return render(request, "matches/_moments.html", context)


@require_safe
@never_cache
def exchange(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """The last exchange of a seat, or with ``frame`` the last one up to that frame."""
    match, own = _own_seat(request, number, seat)
    frame = request.GET.get("frame", "")
    until = int(frame) if frame.isdecimal() and len(frame) < 10 else None
    context = {"exchange": exchange_of(match, own, request.user, until)}
    return render(request, "matches/_exchange.html", context)


def _own_seat(request: HttpRequest, number: int, seat: int) -> tuple[Match, Seat]:
    match = get_object_or_404(Match.objects.visible_to(request.user), pk=number)
    seats = match.seats.select_related("version__bot__owner", "version__bot__team", "person")
    own = get_object_or_404(seats, number=seat)
    if not plays_it(own, request.user) or objection(match, request.user, own):
        raise Http404("There is nothing of this seat for you here.")
    return match, own


def of_match(match: Match, seat: Seat) -> list[Moment]:
    """The moments of a seat; none where the match cannot be played again."""
    game = match.played_game
    key = f"moments:{match.pk}:{seat.number}:{match.replay_sha256}:{game.version}"
    moments: list[Moment] | None = cache.get(key)
    if moments is None:
        try:
            with open_replay(match) as replay:
                played = Played(game, replay.read(), replay.result["outcome"], seat.number)
                moments = of_seat(game, played)
        except (NotReproducible, FileNotFoundError):
            return []
        cache.set(key, moments, KEPT_S)
    return moments


def _line(moment: Moment, names: Sequence[str], address: str) -> tuple[str, str, str]:
    """A moment in words, the query of its place in the player's address, and where its exchange
    is."""
    place = moment.place
    where = f"game={place.game + 1}&turn={place.turn}&ply={place.ply}"
    return moment.told(names), where, f"{address}?frame={place.frame}"


def exchange_of(match: Match, seat: Seat, user: Viewer, until: int | None) -> Exchange | None:
    """None where no question came up to the frame ``until`` (None: the last one), or the match
    cannot be played again."""
    try:
        bundle = read(made(match, seat, user))
    except (NotReproducible, BundleError, FileNotFoundError):
        return None
    asked = [
        message
        for game in bundle.games
        for message in game.messages
        if message.question and (until is None or message.frame <= until)
    ]
    return _shown(match.played_game, asked[-1]) if asked else None


def _legible(character: str) -> str:
    """Games with bytes as messages have characters that no page shows."""
    if character.isprintable() or character in "\n\t":
        return character
    return character.encode("unicode_escape").decode()


def _shown(game: Game, message: Message) -> Exchange:
    assert message.question is not None  # of the messages with one
    reply = message.question.reply
    text = "".join(map(_legible, message.sent.decode(errors="backslashreplace")))
    answer = "" if isinstance(reply, Fault) else encode(reply).decode().rstrip()
    if in_words := spelled(game, message.sent, reply):
        text, answer = in_words
    if isinstance(reply, Fault):
        answer = f"{reply.kind.words}: {reply.detail}"
    return Exchange(message.turn, text[-SHOWN:], len(text) > SHOWN, answer[:SHOWN])
