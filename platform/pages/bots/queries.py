"""Queries of the pages of bots and versions: a fixed number, however long the lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from bots import agents
from bots.models import Bot, BotVersion, closed
from ladder.climb.reading import Height, heights
from ladder.core.rating import Display
from ladder.ratings.standings import display
from ladder.statistics.shares import Share
from ladder.statistics.tables import ScoreRow
from matches.models import Match, Seat
from pages.frame.queries import listed, ratings_of

MAX_OPPONENTS = 50
STATES = ("retired_at", "deactivated_at", "paused_at")
HEAVY = ("build_log", "failure")
"""Fields of a version that lists leave in the database."""


class BotStatus(Enum):
    """The activities of a bot, most important to its author first."""

    FAILED = "version failed"
    OUT = "out of play"
    PAUSED = "paused"
    EMPTY = "no version yet"
    COMING = "version on its way"
    PLAYING = "plays"
    RETIRED = "retired"

    @property
    def place(self) -> int:
        return list(BotStatus).index(self)


def status_of(bot: Bot, latest: BotVersion | None) -> BotStatus:
    if bot.retired_at:
        return BotStatus.RETIRED
    if bot.deactivated_at:
        return BotStatus.OUT
    if bot.paused_at:
        return BotStatus.PAUSED
    if latest is None:
        return BotStatus.EMPTY
    if latest.state == BotVersion.State.FAILED:
        return BotStatus.FAILED
    return BotStatus.PLAYING if latest.is_settled else BotStatus.COMING


@dataclass(frozen=True)
class MyBot:
    """One row of a person's own bots.  ``manages``: whether the person may change it."""

    bot: Bot
    latest: BotVersion | None
    last_match: Match | None
    strength: Display | None
    status: BotStatus
    height: Height | None
    manages: bool


def my_bots(user: User, *, game: str = "", made_with: str = "", retired: bool = False) -> list[int]:
    """The keys of the bots of a person and the person's teams, those that need something first."""
    bots = Bot.objects.open_to(user).exclude(closed()).only("game", "name", *STATES)
    if game:
        bots = bots.filter(game=game)
    if made_with:
        bots = bots.filter(agents.made_with(made_with))
    if not retired:
        bots = bots.filter(retired_at=None)
    rows = list(bots.annotate(latest_id=_latest()))
    versions = BotVersion.objects.only("state", "artifact_state")
    newest = [bot.latest_id for bot in rows if bot.latest_id]  # type: ignore[attr-defined]
    latest = versions.in_bulk(newest)

    def place(bot: Bot) -> tuple[int, str, str]:
        status = status_of(bot, latest.get(bot.latest_id))  # type: ignore[attr-defined]
        return status.place, bot.game, bot.name.lower()

    return [bot.pk for bot in sorted(rows, key=place)]


def _latest() -> Subquery:
    """The key of a bot's newest version."""
    versions = BotVersion.objects.filter(bot=OuterRef("pk")).order_by("-number")
    return Subquery(versions.values("pk")[:1])


def rows_of(keys: Sequence[int], user: User) -> list[MyBot]:
    """The rows of some of a person's own bots."""
    managed = Bot.objects.managed_by(user).filter(pk=OuterRef("pk"))
    finished = Seat.objects.filter(version__bot=OuterRef("pk"), match__state=Match.State.FINISHED)
    public = finished.filter(Match.is_public("match__"), sparring=False)
    played = public.order_by().values("version__bot")
    rows = (
        Bot.objects.select_related("owner", "team", "active_version")
        .annotate(latest_id=_latest(), manages=Exists(managed))
        .annotate(last_match_id=Subquery(played.annotate(m=Max("match")).values("m")))
        .in_bulk(keys)
    )
    return _rows([rows[key] for key in keys])


def _rows(bots: list[Bot]) -> list[MyBot]:
    latest_ids = [bot.latest_id for bot in bots]  # type: ignore[attr-defined]
    match_ids = [bot.last_match_id for bot in bots]  # type: ignore[attr-defined]
    latest = BotVersion.objects.defer(*HEAVY).in_bulk([pk for pk in latest_ids if pk])
    matches = Match.objects.defer("outcome", "map").in_bulk([pk for pk in match_ids if pk])
    ratings, climbed = ratings_of(bots), heights(bots)
    rows = []
    for bot, version_id, match_id in zip(bots, latest_ids, match_ids, strict=True):
        version = latest.get(version_id)
        rating = ratings.get(bot.pk)
        rows.append(
            MyBot(
                bot=bot,
                latest=version,
                last_match=matches.get(match_id),
                strength=display(rating) if rating else None,
                status=status_of(bot, version),
                height=climbed.get(bot.pk),
                manages=bot.manages,  # type: ignore[attr-defined]
            )
        )
    return rows


def opponents(bot: Bot) -> list[ScoreRow[Bot]]:
    """Results of the bot's ladder matches by opponent, the most frequent first.

    A bot with three seats in a match is met three times.  Team-mates are no opponents.
    """
    own = BotVersion.objects.filter(bot=bot).values("pk")
    met = (
        Match.objects.counting()
        .filter(kind=Match.Kind.LADDER)
        .of_bots(Bot.objects.filter(pk=bot.pk))
    )
    # A subquery for each seat and no join of seats with seats, which reads every match there is.
    mine = Seat.objects.filter(match=OuterRef("match"), version__in=own).order_by("number")
    rows = (
        Seat.objects.filter(match__in=met.order_by().values("pk"))
        .exclude(version__in=own)
        .annotate(mine=Subquery(mine.values("rank")[:1]), my_team=Subquery(mine.values("team")[:1]))
        .exclude(team__gt=0, team=F("my_team"))
        .order_by()
        .values("version__bot")
        .annotate(
            wins=Count("pk", filter=Q(rank__gt=F("mine"))),
            draws=Count("pk", filter=Q(rank=F("mine"))),
            losses=Count("pk", filter=Q(rank__lt=F("mine"))),
            total=Count("pk"),
        )
        .order_by("-total", "version__bot")[:MAX_OPPONENTS]
    )
    counted = list(rows)
    bots = Bot.objects.select_related("owner").in_bulk([row["version__bot"] for row in counted])
    return [
        ScoreRow(
            bots[row["version__bot"]],
            Share(row["wins"], row["draws"], row["losses"], row["wins"] + row["draws"] / 2),
        )
        for row in counted
    ]


def recent_matches(bot: Bot, count: int = 10) -> QuerySet[Match]:
    matches: QuerySet[Match] = listed().of_bots(Bot.objects.filter(pk=bot.pk))
    return matches[:count]
