"""Notifications of finished matches.

Matches end several times a second, and most have nobody to tell: what follows a ladder match is one
query for webhooks that want it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from accounts.models import User
from bots.models import Bot
from bots.notifications import managers, short_facts
from matches.audience import Audience
from matches.models import Match, Seat, Verification
from matches.recorded import endings
from matches.recorded.results import sentence
from notices.services import JSON, Channel, Kind, Letter, has_listeners, listeners, tell

FOLLOWED = (Match.Kind.SERIES, Match.Kind.EVENT)
"""Matches of which everybody with a bot in them hears on the site."""
READ_BY_PEOPLE = (Channel.SITE, Channel.MAIL)


def tell_finished(sender: Any, match: Match, **_: Any) -> None:
    """Inside the result's transaction.  People get no notice of a match that they may not see."""
    if match.kind == Match.Kind.PREVIEW or match.is_hidden:
        return
    readers, programs = _allowed(match, _readers(match)), _allowed(match, _programs(match))
    if not readers and not programs:
        return
    seats = _seats(match)
    path, data = match.get_absolute_url(), _facts(match, seats)
    result = sentence(match)
    mail = letter(match, result)
    for channels, people in ((READ_BY_PEOPLE, readers), ((Channel.WEBHOOK,), programs)):
        for text, group in _texts(match, result, seats, people).items():
            tell(Kind.MATCH_FINISHED, group, text, path, data, channels, mail)


def _seats(match: Match) -> list[Seat]:
    """With who plays on them; the match keeps them for its sentence, which names them."""
    seats = Seat.objects.select_related("version__bot__owner", "version__bot__team", "person")
    light = seats.defer("version__build_log", "version__failure")
    prefetch_related_objects([match], Prefetch("seats", light))
    return list(match.seats.all())


def _texts(
    match: Match, result: str, seats: list[Seat], people: Iterable[User]
) -> dict[str, list[User]]:
    """The readers of each text: the result, and how it ended for the reader's only seat."""
    readers: dict[str, list[User]] = {}
    for person in people:
        ending = endings.as_text(match, endings.own_seat(seats, person), seats)
        text = f"{result} (match {match.pk}, {match.get_kind_display()}). {ending}".rstrip()
        readers.setdefault(text, []).append(person)
    return readers


def tell_differs(sender: Any, verification: Verification, **_: Any) -> None:
    """Organizers learn of a replay that the engine does not give again."""
    match = verification.match
    organizers = User.objects.filter(is_staff=True, is_active=True)
    text = f"The replay of match {match.pk} could not be verified. {verification.detail}"
    facts: dict[str, JSON] = {
        "match": match.pk,
        "game": match.game,
        "frame": verification.frame,
        "detail": verification.detail,
    }
    mail = letter(match, "its replay could not be verified")
    tell(Kind.REPLAY_DIFFERS, organizers, text, match.get_absolute_url(), facts, letter=mail)


def letter(match: Match, title: str) -> Letter:
    """Of a mail about a match: all of them are one thread."""
    return Letter(f"match {match.pk}", title, f"match-{match.pk}")


def _allowed(match: Match, people: Iterable[User]) -> list[User]:
    """Those of them to whom it is shown; a stage of an event may keep its results for later."""
    if match.audience == Audience.PUBLIC:
        return list(people)
    this = Match.objects.filter(pk=match.pk)
    return [person for person in people if this.visible_to(person).exists()]


def _bots(match: Match) -> QuerySet[Bot]:
    """Those that play for themselves: nobody is notified of their sparring partners."""
    seats = match.seats.filter(sparring=False)
    return Bot.objects.filter(versions__seats__in=seats)


def _readers(match: Match) -> list[User]:
    if match.kind in FOLLOWED:
        return list(managers(_bots(match)))
    if match.kind == Match.Kind.FRIENDLY and match.requested_by is not None:
        return [match.requested_by]
    return []


def _programs(match: Match) -> Iterable[User]:
    """People whose webhooks want matches of their bots."""
    if not has_listeners(Kind.MATCH_FINISHED):
        return []
    return listeners(Kind.MATCH_FINISHED).filter(pk__in=managers(_bots(match)).values("pk"))


def _facts(match: Match, seats: list[Seat]) -> dict[str, JSON]:
    return {
        "match": match.pk,
        "game": match.game,
        "ruleset": match.ruleset,
        "kind": match.kind,
        "reason": endings.as_text(match, seats=seats),
        "seats": [
            {**_seat_facts(seat), "ending": endings.as_text(match, seat.number, seats)}
            for seat in seats
        ],
    }


def _seat_facts(seat: Seat) -> dict[str, JSON]:
    player: dict[str, JSON] = {"person": None, "owner": None, "bot": None, "version": None}
    if seat.person is not None:
        player["person"] = seat.person.username
    else:
        player |= short_facts(seat.program)
    return {
        "number": seat.number,
        "team": seat.team,
        **player,
        "rank": seat.rank,
        "score": seat.score,
        "end": seat.end,
    }
