"""The matches of a comparison: made one result at a time, both pairs of it on the same starts."""

from __future__ import annotations

import math
import random
from collections.abc import Collection
from dataclasses import dataclass

from bots.models import Bot, BotVersion
from games.engine import Ruleset
from games.registry import GAMES
from ladder.comparisons.models import (
    Comparison,
    ComparisonMatch,
    ComparisonOpponent,
    ComparisonUnit,
)
from ladder.comparisons.seating import draw
from ladder.core.seating import Seating, sides
from ladder.starts import Starts, rows_of
from maps.models import Map
from maps.pools import generates, pool
from matches.audience import Audience
from matches.creating import MatchDraft, create_matches, new_seed
from matches.models import Match
from rulesets.catalogue import find

PAIR = 2
"""Seatings of two sides."""
DRAWS = 300
"""Seatings that are drawn in search of one that was not played yet."""


def starts_of(comparison: Comparison) -> Starts:
    """The starts of its matches; those of void ones are new again."""
    rows = ComparisonMatch.objects.filter(unit__comparison=comparison, match__voided_at=None)
    return Starts(comparison.game, _boards(comparison), rows_of(rows))


def make(comparison: Comparison, number: int, starts: Starts) -> ComparisonUnit | None:
    """Create the result of this number (from 1) and queue its matches; None where they would only
    repeat others.

    The opponents of a pool take turns; after each round of them comes the next map.
    """
    turn, left = number - 1, _opponents(comparison)
    for shift in range(max(1, len(left))):
        opponent = left[(turn + shift) % len(left)] if left else None
        if (planned := _planned(comparison, opponent, starts)) is not None:
            unit = comparison.results.create(number=number, opponent=opponent)
            _queue(comparison, unit, planned, starts, turn // max(1, len(left)))
            return unit
    return None


@dataclass(frozen=True, slots=True)
class _Planned:
    """A match of a result.  ``start`` is the number of its start in the result, from 0."""

    one: int
    other: int
    start: int
    seating: Seating


def _planned(
    comparison: Comparison, opponent: ComparisonOpponent | None, starts: Starts
) -> list[_Planned] | None:
    """The matches of one result, on seats on which they were played least often; None where all of
    them would only repeat others."""
    rules, game = find(comparison.game, comparison.ruleset), GAMES[comparison.game]
    meetings = _meetings(comparison, opponent)
    apart = {version.bot_id for version in _versions(comparison, opponent).values()}
    others = [version.pk for version in guests(comparison.game, apart)]
    rng, least, chosen = random.Random(new_seed()), math.inf, []
    for _ in range(DRAWS):
        drawn = draw(rules.seats, rules.teams, others, rng)
        plan = [
            _Planned(one, other, game.start(place, PAIR), seating)
            for one, other in meetings
            for place, seating in enumerate(drawn.pair(one, other))
        ]
        plays, _ = starts.least([each.seating for each in plan])
        if plays < least:
            least, chosen = plays, plan
        if not plays:
            return chosen
    return None if starts.is_spent([each.seating for each in chosen]) else chosen


def _queue(
    comparison: Comparison, unit: ComparisonUnit, planned: list[_Planned], starts: Starts, turn: int
) -> None:
    """Create the matches of a result.  The maps take turns, from start to start."""
    versions = _versions(comparison, unit.opponent)
    apart = {version.bot_id for version in versions.values()}
    versions |= {version.pk: version for version in guests(comparison.game, apart)}
    count = 1 + max(each.start for each in planned)
    starts_made = []
    for start in range(count):
        seatings = [each.seating for each in planned if each.start == start]
        _, maps = starts.least(seatings)
        board = starts.take(seatings, maps[(turn * count + start) % len(maps)])
        starts_made.append((new_seed(), board))
    drafts = [
        MatchDraft(
            game=comparison.game,
            ruleset=comparison.ruleset,
            kind=Match.Kind.COMPARISON,
            players=[versions[pk] for pk in each.seating],
            seed=starts_made[each.start][0],
            requested_by=comparison.owner,
            board=starts_made[each.start][1],
            # Results are sent only to those who may see the match.
            audience=Audience.HIDDEN,
        )
        for each in planned
    ]
    for each, match in zip(planned, create_matches(drafts), strict=True):
        unit.matches.create(match=match, version_id=each.one, opponent_id=each.other)


def _versions(comparison: Comparison, opponent: ComparisonOpponent | None) -> dict[int, BotVersion]:
    """By id: the two that are compared, and their opponent."""
    versions = [comparison.candidate, comparison.baseline]
    versions += [opponent.version] if opponent is not None else []
    return {version.pk: version for version in versions}


def guests(game: str, apart: Collection[int]) -> list[BotVersion]:
    """Versions of house bots for the other seats, without those of the compared bots."""
    return Bot.objects.fillers(game).exclude(pk__in=apart).versions()


def objection(comparison: Comparison) -> str:
    """The reason why it can have no match now; empty if it can."""
    try:
        rules = find(comparison.game, comparison.ruleset)
    except KeyError:
        return "This site does not have the game or its ruleset any more."
    if not comparison.candidate.bot.managed_by(comparison.owner):
        return f"{comparison.owner} does not manage {comparison.candidate.bot} any more."
    for version in (comparison.candidate, comparison.baseline):
        if _is_out(version):
            return f"{version.bot} does not play any more."
    if comparison.pooled and not _opponents(comparison):
        return "None of the pool plays any more."
    if not _boards(comparison):
        return "The ruleset's pool has no map."
    return _lacking(comparison, rules)


def _lacking(comparison: Comparison, rules: Ruleset) -> str:
    apart = {comparison.candidate.bot_id, comparison.baseline.bot_id}
    apart |= {opponent.version.bot_id for opponent in _opponents(comparison)}
    if len(sides(rules.seats, rules.teams)) > 2 and not guests(comparison.game, apart):
        return "There is no house bot for the other seats."
    return ""


def _meetings(comparison: Comparison, opponent: ComparisonOpponent | None) -> list[tuple[int, int]]:
    """The two versions of each pair."""
    if opponent is None:
        return [(comparison.candidate_id, comparison.baseline_id)]
    return [(pk, opponent.version_id) for pk in (comparison.candidate_id, comparison.baseline_id)]


def _opponents(comparison: Comparison) -> list[ComparisonOpponent]:
    """The opponents of the pool whose bots still play, with this version or another."""
    every = comparison.opponents.select_related("version__bot__owner")
    return [each for each in every if not _is_out(each.version) and _stays(each.version.bot)]


def _stays(bot: Bot) -> bool:
    return not bot.retired_at and not bot.paused_at


def _is_out(version: BotVersion) -> bool:
    bot = version.bot
    ready = version.state == BotVersion.State.READY
    return bool(bot.deactivated_at) or not bot.owner.is_active or not ready


def _boards(comparison: Comparison) -> list[Map | None]:
    """The maps of the ruleset; None is a map that is made from the seed."""
    maps: list[Map | None] = [*pool(comparison.game, comparison.ruleset)]
    return [*maps, None] if generates(comparison.game, comparison.ruleset) else maps
