"""Applying a correction: under the lock of the season, in one transaction with its record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils import timezone

from bots.models import Bot, BotVersion
from bots.notifications import managers
from ladder.core.rating import points
from ladder.corrections.preview import Effect
from ladder.matchmaking import share_of
from ladder.models import Disqualification, RatedMatch, Rating, Season
from matches.models import Match
from matches.recorded.voiding import restore_each, void_each
from matches.seating import SeatTerms
from matches.services import create_match, withdraw
from notices.services import Kind, Letter, tell


@dataclass(frozen=True, slots=True)
class AppliedCorrection:
    """The acts: matches voided, restored and made again, bots disqualified and readmitted; all by
    id.
    """

    voided: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    back: tuple[int, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Sequence[int]]) -> AppliedCorrection:
        return cls(**{key: tuple(value) for key, value in data.items()})


@dataclass(frozen=True, slots=True)
class Applier:
    """Applies effects for an organizer (``by`` is the id), with the reason."""

    season: Season
    by: int
    reason: str

    def do(self, effect: Effect) -> AppliedCorrection:
        """Apply the whole effect; returns the changes."""
        voided = void_each(_matches(effect.void), self.reason)
        restored = restore_each(_matches(effect.restore))
        Disqualification.objects.bulk_create(
            Disqualification(season=self.season, bot_id=bot, by_id=self.by, why=self.reason)
            for bot in sorted(effect.out)
        )
        if effect.out or effect.back:
            Season.objects.filter(pk=self.season.pk).update(revision=F("revision") + 1)
        standing = self.season.disqualifications.standing().filter(bot__in=effect.back)
        standing.update(undone_at=timezone.now())
        self._tell(voided, "is void", "are void")
        self._tell(restored, "counts again", "count again")
        self._tell_bots(effect.out, "is disqualified from")
        self._tell_bots(effect.back, "is no longer disqualified from")
        out, back = (tuple(sorted(bots)) for bots in (effect.out, effect.back))
        return AppliedCorrection(tuple(voided), tuple(restored), out=out, back=back)

    def _tell(self, matches: Sequence[int], one: str, many: str) -> None:
        """Those whose bots played them, each person once."""
        if not matches:
            return
        alone = len(matches) == 1
        what = f"Match {matches[0]} {one}" if alone else f"{len(matches)} matches {many}"
        path = f"/matches/{matches[0]}/" if alone else self.season.get_absolute_url()
        tell(
            Kind.ANNOUNCEMENT,
            managers(Bot.objects.filter(versions__seats__match__in=matches)),
            f"{what} ({self.season}): {self.reason}",
            path,
            {"season": self.season.pk, "matches": list(matches), "reason": self.reason},
            letter=self._letter(what),
        )

    def _tell_bots(self, bots: Iterable[int], what: str) -> None:
        for bot in Bot.objects.filter(pk__in=list(bots)).select_related("owner"):
            tell(
                Kind.ANNOUNCEMENT,
                managers(Bot.objects.filter(pk=bot.pk)),
                f"{bot} {what} {self.season}: {self.reason}",
                self.season.get_absolute_url(),
                {"season": self.season.pk, "bot": bot.pk, "reason": self.reason},
                letter=self._letter(f"{bot} {what} it"),
            )

    def _letter(self, title: str) -> Letter:
        return Letter(str(self.season), title, f"season-{self.season.pk}")


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
