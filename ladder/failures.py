"""Rated matches that ended by a failure of the bot, for `bots.pausing`."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from bots import pausing
from bots.models import Bot
from bots.pausing import NO_FAILURES, WINDOW, is_failure
from matches.models import Match, Seat

SHOWN = 5


def look(match: Match) -> None:
    """Pause the bots that failed once too often in this match, which has just ended.

    One query for each bot that failed with its active version.  A match that the machine disturbed
    does not count as a failure.
    """
    if match.kind != Match.Kind.LADDER or match.disturbed or not _has_failures(match):
        return
    failed = match.seats.exclude(end__in=NO_FAILURES).select_related("version__bot__owner")
    light = failed.defer("version__build_log", "version__failure")
    for bot in {seat.program.bot for seat in light if _may_be_paused(seat)}:
        width = match.seats.filter(version=bot.active_version_id).count()
        rows = _seats(bot).values_list("match_id", "end")[: WINDOW * width]
        if why := pausing.verdict(_by_match(rows)):
            pausing.pause(bot, why)


def _has_failures(match: Match) -> bool:
    """By its outcome, which asks no database."""
    return any(is_failure(seat["end"]) for seat in (match.outcome or {"seats": ()})["seats"])


def _may_be_paused(seat: Seat) -> bool:
    bot = seat.program.bot
    return not bot.is_house and not bot.paused_at and bot.active_version_id == seat.version_id


def recent(bot: Bot) -> list[Seat]:
    """Its seats in the newest matches of which the verdict speaks, with the matches."""
    seats = list(_seats(bot).select_related("match")[:WINDOW])
    return [seat for seat in seats if is_failure(seat.end)][:SHOWN]


def _seats(bot: Bot) -> QuerySet[Seat]:
    """Newest first; a match counts as new as it was made."""
    since = {"match__finished__gt": bot.resumed_at} if bot.resumed_at else {}
    return Seat.objects.filter(
        Match.counts("match__"),
        version=bot.active_version_id,
        match__kind=Match.Kind.LADDER,
        match__disturbed=[],
        **since,
    ).order_by("-pk")


def _by_match(rows: Iterable[tuple[int, str]]) -> list[bool]:
    """Whether the bot failed in each match, on any of its seats."""
    failed_of: dict[int, bool] = {}
    for match, end in rows:
        failed_of[match] = failed_of.get(match, False) or is_failure(end)
    return list(failed_of.values())
