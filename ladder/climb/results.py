"""Whether a climb has passed a rung, by those of its matches whose results count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from django.db.models import QuerySet

from bots.models import Bot
from ladder.climb.models import Climb, ClimbMatch, RungPassed
from matches.models import Match

MATCHES = 5
"""Matches against a rung, at most."""
WINS = 3
"""Wins that pass a rung."""


class Decision(Enum):
    OPEN = "open"
    PASSED = "passed"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a climb against a rung in the order of its matches, up to the one that decides
    (``last``): so a result that was void and counts again decides as it did at first.  ``going``
    matches have no result yet."""

    wins: int
    losses: int
    going: int
    last: ClimbMatch | None

    @property
    def decision(self) -> Decision:
        if self.wins >= WINS:
            return Decision.PASSED
        return Decision.LOST if self.losses > MATCHES - WINS else Decision.OPEN

    @property
    def missing(self) -> int:
        """Matches that it must play before the rung can be decided, besides those that it plays."""
        open_yet = self.decision is Decision.OPEN
        return max(0, WINS - max(self.wins, self.losses) - self.going) if open_yet else 0


def counting(climb: Climb, rung: str) -> QuerySet[ClimbMatch]:
    """Its matches against a rung that may count: without void ones and those without a result."""
    rows = climb.matches.filter(rung=rung, match__voided_at=None)
    over = (Match.State.ABORTED, Match.State.FAILED)
    return rows.exclude(match__state__in=over).select_related("match").order_by("pk")


def standing(climb: Climb, rung: str) -> Standing:
    wins, losses, going, last = 0, 0, 0, None
    for row in counting(climb, rung):
        if row.won is None:
            going += 1
        elif wins < WINS and losses <= MATCHES - WINS:
            wins, losses, last = wins + row.won, losses + (not row.won), row
    return Standing(wins, losses, going, last)


def settle(bot: Bot, rung: str) -> None:
    """Give the rung to the first climb of the bot that has passed it; to none if none has."""
    kept = RungPassed.objects.filter(bot=bot, rung=rung).first()
    for climb in bot.climbs.filter(matches__rung=rung).distinct().order_by("pk"):
        result = standing(climb, rung)
        if result.decision is not Decision.PASSED or result.last is None:
            continue
        if kept is None or kept.version_id != climb.version_id:
            made, _ = RungPassed.objects.update_or_create(
                bot=bot, rung=rung, defaults={"version": climb.version, "ruleset": climb.ruleset}
            )
            when = result.last.match.finished or made.created
            RungPassed.objects.filter(pk=made.pk).update(created=when)
        return
    if kept is not None:
        kept.delete()
