"""The rungs of a game with the bots that stand on them, and how far a bot has climbed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import prefetch_related_objects

from bots.models import Bot
from games.game import Game
from games.package import HouseBot
from ladder.climb.models import Climb, RungPassed
from ladder.climb.results import counting
from ladder.climb.services import rungs_of

MOST = 50
"""Bots that are shown on a rung, the newest."""


@dataclass(frozen=True, slots=True)
class Height:
    """The highest rung that a bot has beaten: the ``number``-th of ``of``, 1 is the lowest."""

    passed: RungPassed
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class BotClimb:
    """A bot's climbs: ``wins`` of ``played`` matches against the rung of the latest one."""

    height: Height | None
    latest: Climb | None
    wins: int
    played: int


@dataclass(slots=True)
class RungRow:
    """A rung, the house bot on it, and bots for which it is the highest that they have beaten."""

    number: int
    house: HouseBot
    bots: list[RungPassed] = field(default_factory=list)
    count: int = 0


def height(bot: Bot) -> Height | None:
    """From ``rungs_passed__version`` of the bot, which a list has at hand."""
    rungs = rungs_of(bot.game)
    names = rungs.names if rungs else []
    passed = [each for each in bot.rungs_passed.all() if each.rung in names]
    if not passed:
        return None
    best = max(passed, key=lambda each: names.index(each.rung))
    return Height(best, names.index(best.rung) + 1, len(names))


def heights(bots: Sequence[Bot]) -> dict[int, Height]:
    """By the key of each bot that has beaten a rung."""
    prefetch_related_objects(bots, "rungs_passed__version")
    height_of = {bot.pk: height(bot) for bot in bots}
    return {key: each for key, each in height_of.items() if each is not None}


def climb_of(bot: Bot) -> BotClimb | None:
    """None where the game has no rungs, or the bot is a house bot."""
    if bot.is_house or rungs_of(bot.game) is None:
        return None
    prefetch_related_objects([bot], "rungs_passed__version")
    latest = bot.climbs.select_related("version").last()
    results: list[bool | None] = []
    if latest is not None:
        matches = counting(latest, latest.rung)
        results = list(matches.values_list("won", flat=True))
    played = len(results) - results.count(None)
    return BotClimb(height(bot), latest, results.count(True), played)


def rung_rows(game: Game) -> list[RungRow]:
    """From the lowest to the highest; the bots on each, newest first."""
    if game.rungs is None:
        return []
    house = {bot.name: bot for bot in game.house}
    names = game.rungs.names
    rows = [RungRow(number, house[name]) for number, name in enumerate(names, 1)]
    passed = RungPassed.objects.filter(
        bot__game=game.name, bot__deactivated_at=None, bot__owner__is_active=True, rung__in=names
    )
    best: dict[int, tuple[int, int]] = {}
    for key, bot, rung in passed.order_by("pk").values_list("pk", "bot", "rung"):
        best[bot] = max(best.get(bot, (-1, 0)), (names.index(rung), key))
    keys: list[list[int]] = [[] for _ in names]
    for at, key in best.values():
        keys[at].append(key)
    shown = [sorted(some, reverse=True)[:MOST] for some in keys]
    wanted = [key for some in shown for key in some]
    row_of = RungPassed.objects.select_related("bot__owner", "version").in_bulk(wanted)
    for row, some, every in zip(rows, shown, keys, strict=True):
        row.bots, row.count = [row_of[key] for key in some], len(every)
    return rows
