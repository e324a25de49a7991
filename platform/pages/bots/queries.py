"""Queries of the pages of bots and versions: a fixed number, however long the lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from bots.models import Bot, BotVersion, closed
from bots.versions import agents
from ladder.climb import reading
from ladder.core import rating as scale
from ladder.ratings import standings
from ladder.statistics import shares, tables
from matches.models import Match, Seat
from pages.frame.queries import listed, ratings_of

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class _Latest(TypedDict):
        latest_id: int | None

    class _Own(_Latest):
        manages: bool
        last_match_id: int | None

    WithLatest = WithAnnotations[Bot, _Latest]
    Own = WithAnnotations[Bot, _Own]

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
    strength: scale.Display | None
    status: BotStatus
    height: reading.Height | None
    manages: bool


def my_bots(user: User, *, game: str = "", made_with: str = "", retired: bool = False) -> list[int]:
    """The keys of the bots of a person and the person's teams, those that need something first."""
    bots: QuerySet[Bot] = Bot.objects.open_to(user).exclude(closed()).only("game", "name", *STATES)
    if game:
        bots = bots.filter(game=game)
    if made_with:
        bots = bots.filter(agents.made_with(made_with))
    if not retired:
        bots = bots.filter(retired_at=None)
    rows = list(bots.annotate(latest_id=_latest()))
    versions = BotVersion.objects.only("state", "artifact_state")
    newest = [bot.latest_id for bot in rows if bot.latest_id]
    latest = versions.in_bulk(newest)

    def place(bot: WithLatest) -> tuple[int, str, str]:
        status = status_of(bot, latest.get(bot.latest_id or 0))
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
    bots: QuerySet[Bot] = Bot.objects.select_related("owner", "team", "active_version")
    rows = (
        bots.annotate(latest_id=_latest(), manages=Exists(managed))
        .annotate(last_match_id=Subquery(played.annotate(m=Max("match")).values("m")))
        .in_bulk(keys)
    )
    return _rows([rows[key] for key in keys])


def _rows(bots: list[Own]) -> list[MyBot]:
    latest = BotVersion.objects.defer(*HEAVY).in_bulk(_keys(bot.latest_id for bot in bots))
    played = _keys(bot.last_match_id for bot in bots)
    matches = Match.objects.defer("outcome", "map").in_bulk(played)
    ratings, climbed = ratings_of(bots), reading.heights(bots)
    rows = []
    for bot in bots:
        version = latest.get(bot.latest_id or 0)
        rating = ratings.get(bot.pk)
        rows.append(
            MyBot(
                bot=bot,
                latest=version,
                last_match=matches.get(bot.last_match_id or 0),
                strength=standings.display(rating) if rating else None,
                status=status_of(bot, version),
                height=climbed.get(bot.pk),
                manages=bot.manages,
            )
        )
    return rows


def _keys(keys: Iterable[int | None]) -> list[int]:
    return [key for key in keys if key]


def opponents(bot: Bot) -> list[tables.ScoreRow[Bot]]:
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
        tables.ScoreRow(
            bots[row["version__bot"]],
            shares.Share(row["wins"], row["draws"], row["losses"], row["wins"] + row["draws"] / 2),
        )
        for row in counted
    ]


def recent_matches(bot: Bot, count: int = 10) -> QuerySet[Match]:
    matches: QuerySet[Match] = listed().of_bots(Bot.objects.filter(pk=bot.pk))
    return matches[:count]
