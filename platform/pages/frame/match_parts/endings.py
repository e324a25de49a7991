"""How a match ended, on pages: sentences with links, and what managers read about failures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.ending import Details, Moment, Part, Player, worded
from games.engine import EndState
from matches.models import Match, Seat
from matches.recorded.endings import ending, names_of
from pages.templatetags.site import amount
from sandbox.errors import exception_in

_ANSWERED = re.compile(r", after it answered .*")


def as_html(match: Match, seat: int | None = None, details: Details | None = None) -> SafeString:
    """How the match ended for a seat, or for readers without one, with players and turns as links.

    Empty without a result.
    """
    if match.state != Match.State.FINISHED:
        return SafeString("")
    seats = {each.number: each for each in match.seats.all()}
    parts = worded(ending(match, seat, details), names_of(seats.values()))
    shown = [(_link(match, seats, part, text),) for text, part in parts]
    return format_html_join("", "{}", shown)


def _link(match: Match, seats: Mapping[int, Seat], part: Part, text: str) -> str:
    match part:
        case Player(number):
            seat = seats[number]
            who = seat.person or seat.program.bot
            return format_html('<a href="{}">{}</a>', who.page, text) if who.page else text
        case Moment():
            place = f"?game={part.game + 1}&turn={part.turn}"
            return format_html('<a href="{}">{}</a>', f"{match.get_absolute_url()}{place}", text)
    return text


def fault_detail(faults: Sequence[Mapping[str, Any]], errors: str = "") -> str:
    """The last failure of a bot for its managers: the exception and its line, if its standard error
    ``errors`` has one, else the details of the judger.  Empty without a failure.
    """
    if not faults:
        return ""
    fault = faults[-1]
    error = exception_in(errors) if fault["kind"] == EndState.CRASH else ""
    return error or shown_detail(fault)


def shown_detail(fault: Mapping[str, Any]) -> str:
    """The use of a limit, or the detail as the judger gave it."""
    if fault.get("excess"):
        return excess_words(fault["excess"])
    return _ANSWERED.sub("", fault.get("detail") or "")


def excess_words(excess: Mapping[str, Any]) -> str:
    """ "CPU time in one turn: 3,012 ms of 3,000 ms"."""
    used, limit = (amount(excess[key], excess["unit"]) for key in ("used", "limit"))
    return f"{excess['what']}: {used} of {limit}"
