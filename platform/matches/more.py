"""More friendly matches between the bots of a match, to see whether its result was luck."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import Bot, BotVersion
from matches.models import Match
from matches.services import MAX_WAITING, request_match

MORE = 20
"""Matches of one request."""


def request_more(by: User, bot: Bot, match: Match) -> int:
    """Have up to `MORE` friendly matches played between the active versions of the match's bots, on
    new seeds and with the seats moved on from match to match; how many.

    `ValidationError` where a person played, a bot does not play any more, or too many of the
    person's matches wait.
    """
    seats = list(match.seats.select_related("version__bot__active_version", "version__bot__owner"))
    versions: list[BotVersion] = []
    for seat in seats:
        if seat.version is None:
            raise ValidationError("A person played in this match. Open a room to play again.")
        playing = seat.version.bot.active_version
        if playing is None:
            raise ValidationError(f"{seat.version.bot} does not play any more.")
        playing.bot = seat.version.bot
        versions.append(playing)
    if bot.pk not in {version.bot_id for version in versions}:
        raise ValidationError(f"{bot} has no seat in this match.")
    waiting = Match.objects.unfinished().filter(requested_by=by).count()
    count = min(MORE, MAX_WAITING - waiting)
    if count < 1:
        raise ValidationError(f"{waiting} of your matches still wait; let some of them end first.")
    for number in range(count):
        turn = number % len(versions)
        request_match(
            by, match.game, match.ruleset, versions[turn:] + versions[:turn], options=match.options
        )
    return count
