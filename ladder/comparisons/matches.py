"""The matches of a comparison: made one result at a time, both pairs of it on the same starts."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import TYPE_CHECKING

from bots.models import Bot, BotVersion
from games.registry import GAMES
from ladder.comparisons.models import Comparison, ComparisonOpponent, ComparisonUnit
from ladder.comparisons.seating import draw
from ladder.core.seating import sides
from maps.pools import generates, pool
from matches.audience import Audience
from matches.models import Match
from matches.services import create_match, new_seed
from rulesets.catalogue import find

PAIR = 2
"""Seatings of two sides."""

if TYPE_CHECKING:
    from games.engine import Ruleset
    from maps.models import Map


def make(comparison: Comparison, number: int) -> ComparisonUnit:
    """Create the result of this number (from 1) and queue its matches.

    The opponents of a pool take turns; after each round of them comes the next map.
    """
    rules = find(comparison.game, comparison.ruleset)
    turn = number - 1
    left = _opponents(comparison)
    opponent = left[turn % len(left)] if left else None
    starts = _starts(comparison, turn // max(1, len(left)))
    unit = comparison.results.create(number=number, opponent=opponent)
    versions = {version.pk: version for version in (comparison.candidate, comparison.baseline)}
    if opponent is not None:
        versions[opponent.version_id] = opponent.version
    apart = {version.bot_id for version in versions.values()}
    others = {version.pk: version for version in guests(comparison.game, apart)}
    seatings = draw(rules.seats, rules.teams, list(others), random.Random(starts[0][0]))
    for one, other in _meetings(comparison, opponent):
        for place, seating in enumerate(seatings.pair(one, other)):
            seed, board = starts[GAMES[comparison.game].start(place, PAIR)]
            match = create_match(
                comparison.game,
                comparison.ruleset,
                Match.Kind.COMPARISON,
                [(versions | others)[pk] for pk in seating],
                seed,
                requested_by=comparison.owner,
                board=board,
            )
            # Results are sent only to those who may see the match.
            Match.objects.filter(pk=match.pk).update(audience=Audience.HIDDEN)
            unit.matches.create(match=match, version_id=one, opponent_id=other)
    return unit


def _starts(comparison: Comparison, turn: int) -> list[tuple[int, Map | None]]:
    """Seed and map of every start of a pair.  The maps take turns, from pair to pair."""
    count = GAMES[comparison.game].start(PAIR - 1, PAIR) + 1
    return [(new_seed(), _board(comparison, turn * count + start)) for start in range(count)]


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
    found: list[Map | None] = [*pool(comparison.game, comparison.ruleset)]
    return [*found, None] if generates(comparison.game, comparison.ruleset) else found


def _board(comparison: Comparison, turn: int) -> Map | None:
    boards = _boards(comparison)
    return boards[turn % len(boards)]
