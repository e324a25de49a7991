"""Applying a correction: under the lock of the season, in one transaction with its record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from bots.models import Bot, BotQuerySet, BotVersion
from bots.notifications import managers
from ladder.core.rating import points
from ladder.corrections.preview import Effect
from ladder.matchmaking import share_of
from ladder.models import Disqualification, RatedMatch, Rating, Season
from matches.models import Match
from matches.recorded.voiding import restore_each, void_each
from matches.seating import SeatTerms
from matches.services import create_match, withdraw
from notices.services import JSON, Kind, Letter, tell


def apply(season: Season, effect: Effect, by: User, reason: str) -> Effect:
    """Apply the whole effect in the caller's transaction; returns the changes."""
    voided = void_each(_matches(effect.voided), reason)
    restored = restore_each(_matches(effect.restored))
    Disqualification.objects.bulk_create(
        Disqualification(season=season, bot_id=bot, by=by, why=reason) for bot in effect.out
    )
    if effect.out or effect.back:
        Season.objects.filter(pk=season.pk).update(revision=F("revision") + 1)
    standing = season.disqualifications.standing().filter(bot__in=effect.back)
    standing.update(undone_at=timezone.now())
    return replace(effect, voided=tuple(voided), restored=tuple(restored))


def notify(season: Season, done: Effect, reason: str) -> None:
    """Notify the managers of the bots: of matches that they played, each person once."""
    for matches, one, many in (
        (done.voided, "is void", "are void"),
        (done.restored, "counts again", "count again"),
    ):
        if len(matches) == 1:
            what, path = f"Match {matches[0]} {one}", f"/matches/{matches[0]}/"
        else:
            what, path = f"{len(matches)} matches {many}", season.get_absolute_url()
        if matches:
            bots, data = Bot.objects.filter(versions__seats__match__in=matches), list(matches)
            _tell(season, bots, f"{what} ({season})", what, path, reason, matches=data)
    for pks, how in (
        (done.out, "is disqualified from"),
        (done.back, "is no longer disqualified from"),
    ):
        for bot in Bot.objects.filter(pk__in=pks).select_related("owner"):
            path, alone = season.get_absolute_url(), Bot.objects.filter(pk=bot.pk)
            title = f"{bot} {how} it"
            _tell(season, alone, f"{bot} {how} {season}", title, path, reason, bot=bot.pk)


def _tell(
    season: Season, bots: BotQuerySet, what: str, title: str, path: str, reason: str, **data: JSON
) -> None:
    letter = Letter(str(season), title, f"season-{season.pk}")
    facts = {"season": season.pk, **data, "reason": reason}
    tell(Kind.ANNOUNCEMENT, managers(bots), f"{what}: {reason}", path, facts, letter=letter)


def end_waiting(season: Season, matches: Iterable[int], bots: Iterable[int], why: str) -> None:
    """Withdraw queued and running matches of a season that are listed, or that these bots play.

    Call it before the season is locked: workers lock the match first, then the season.
    """
    going = Match.objects.unfinished().filter(rated__season=season)
    of_bots = going.of_bots(Bot.objects.filter(pk__in=list(bots)))
    withdraw([*going.filter(pk__in=list(matches)), *of_bots], why)


def _matches(pks: Iterable[int]) -> list[Match]:
    """Matches in the order in which the season counted them."""
    light = Match.objects.defer("map", "outcome", "params")
    return list(light.filter(pk__in=list(pks)).order_by("rated__order"))


def play_again(season: Season, matches: Iterable[int]) -> tuple[int, ...]:
    """Create new matches of the season in place of these, with other seeds; returns their ids.

    Versions, seats and the map stay, and so does the partner of a mirrored pair.  Matches that can
    no longer be played are skipped.
    """
    made = []
    out = set(season.disqualifications.standing().values_list("bot", flat=True))
    for match in _matches(matches):
        seats = list(match.seats.select_related("version__bot__owner").order_by("number"))
        versions = [seat.program for seat in seats]
        if not all(_can_play(version, out) for version in versions):
            continue
        try:
            again = create_match(
                *(season.game, season.ruleset, Match.Kind.LADDER, versions),
                share=share_of(season),
                board=match.map_used,
                terms=_terms(season, versions),
            )
        except KeyError:  # this site no longer has the ruleset
            continue
        RatedMatch.objects.create(match=again, season=season)
        made.append(again.pk)
    return tuple(made)


def _can_play(version: BotVersion, out: set[int]) -> bool:
    bot = version.bot
    if version.state != BotVersion.State.READY or bot.deactivated_at or not bot.owner.is_active:
        return False
    return bot.pk not in out


def _terms(season: Season, versions: Sequence[BotVersion]) -> list[SeatTerms]:
    """The current ratings of the versions."""
    ratings = Rating.objects.filter(season=season, bot__in=[version.bot_id for version in versions])
    known = {row.bot_id: points(row.mu) for row in ratings}
    return [
        SeatTerms(rating=known.get(version.bot_id, points(Rating().mu))) for version in versions
    ]
