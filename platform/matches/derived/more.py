"""More friendly matches between the bots of a match, to see whether its result was luck."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from bots.models import Bot, BotVersion
from matches.models import Match, Seat
from matches.services import MAX_WAITING, check_can_play, request_match

MORE = 20
"""Matches of one request."""


@dataclass(frozen=True, slots=True)
class More:
    """Matches that were requested: how many, and the versions that play in place of others."""

    count: int
    replaced: tuple[tuple[BotVersion, BotVersion], ...]
    """Pairs: the version that played then, and the one that plays now."""


@transaction.atomic
def request_more(by: User, bot: Bot, match: Match) -> More:
    """Have up to `MORE` friendly matches played between the versions of a match, on new seeds and
    with the seats moved on from match to match; all of them are requested, or none.

    Where this person may not have a version play now, the active version of its bot does.
    `ValidationError` where a person played, a bot does not play any more, or too many of the
    person's matches wait.
    """
    seats = match.seats.select_related("version__bot__active_version", "version__bot__owner")
    versions = [(then, _playing(then, match.game, by)) for then in map(_version, seats)]
    if bot.pk not in {now.bot_id for _, now in versions}:
        raise ValidationError(f"{bot} has no seat in this match.")
    waiting = Match.objects.unfinished().filter(requested_by=by).count()
    count = min(MORE, MAX_WAITING - waiting)
    if count < 1:
        raise ValidationError(f"{waiting} of your matches still wait; cancel some or let them end.")
    playing = [now for _, now in versions]
    for number in range(count):
        turn = number % len(playing)
        request_match(
            by, match.game, match.ruleset, playing[turn:] + playing[:turn], options=match.options
        )
    return More(count, tuple(dict.fromkeys(pair for pair in versions if pair[0] != pair[1])))


def _version(seat: Seat) -> BotVersion:
    if seat.version is None:
        raise ValidationError("A person played in this match. Open a room to play again.")
    return seat.version


def _playing(version: BotVersion, game: str, by: User) -> BotVersion:
    """The version, or the active one of its bot where this one may not play."""
    try:
        check_can_play(version, game, by)
    except ValidationError:
        active = version.bot.active_version
        if active is None:
            raise ValidationError(f"{version.bot} does not play any more.") from None
        active.bot = version.bot
        return active
    return version
