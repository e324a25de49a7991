"""The checks of a comparison: versions, rules, pool, terms and budget."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from accounts.models import Viewer
from bots.models import Bot, BotVersion
from ladder.comparisons import matches as making
from ladder.comparisons.models import Comparison
from ladder.core.sprt import Hypotheses
from ladder.ratings.standings import Standings
from ladder.seasons.current import current_season, side_count
from matches.services import check_can_play
from rulesets.catalogue import find_offered

MOST_RUNNING = 2
"""Comparisons of one person that run at a time."""
MOST_PAIRS = 500
MOST_POOL = 20
DEFAULT_PAIRS = 200
MOST_ELO = 1000.0
LEAST_ERROR, MOST_ERROR = 0.001, 0.4


@dataclass(frozen=True)
class ComparisonPlan:
    """The question of a comparison: is ``candidate`` (B) better than ``baseline`` (A)?

    With a ``pool`` of bots, or of the ``top`` of the ladder, both play those instead of each
    other.  ``budget`` is in pairs of matches.
    """

    candidate: BotVersion
    baseline: BotVersion
    ruleset: str
    pool: Sequence[Bot] = ()
    top: int = 0
    elo0: float = 0.0
    elo1: float = 50.0
    alpha: float = 0.05
    beta: float = 0.05
    budget: int = DEFAULT_PAIRS


def check(by: Viewer, plan: ComparisonPlan) -> list[Bot]:
    """The bots of the pool, none without one.  ValidationError by the plan's fields."""
    _check_versions(by, plan)
    _check_numbers(plan)
    game = plan.candidate.bot.game
    try:
        find_offered(game, plan.ruleset)
    except KeyError:
        raise ValidationError({"ruleset": f"There is no ruleset “{plan.ruleset}”."}) from None
    if (many := side_count(game, plan.ruleset)) < 2:
        raise ValidationError({"ruleset": "Bots have no opponents here. Choose another ruleset."})
    pool = _pool(plan)
    apart = {plan.candidate.bot_id, plan.baseline.bot_id, *(bot.pk for bot in pool)}
    if many > 2 and not making.guests(game, apart):
        raise ValidationError({"ruleset": "There is no house bot for the other seats."})
    running = Comparison.objects.running().filter(owner=by.pk).count()
    if running >= MOST_RUNNING:
        raise ValidationError(f"{running} of your comparisons run. Wait for one, or stop it.")
    return pool


def _check_versions(by: Viewer, plan: ComparisonPlan) -> None:
    assert by.is_authenticated, "who manages a bot is somebody"
    if plan.candidate.pk == plan.baseline.pk:
        raise ValidationError({"baseline": "Choose two different versions."})
    for name in ("candidate", "baseline"):
        try:
            check_can_play(getattr(plan, name), plan.candidate.bot.game, by)
        except ValidationError as error:
            raise ValidationError({name: error.messages}) from None


def _check_numbers(plan: ComparisonPlan) -> None:
    """Values that are not numbers are refused, too."""
    least = 2 if plan.pool or plan.top else 1
    if not least <= plan.budget <= MOST_PAIRS:
        raise ValidationError({"budget": f"From {least} to {MOST_PAIRS} pairs."})
    for name in ("elo0", "elo1"):
        if not abs(getattr(plan, name)) <= MOST_ELO:
            raise ValidationError({name: f"From −{MOST_ELO:.0f} to {MOST_ELO:.0f}."})
    for name in ("alpha", "beta"):
        if not LEAST_ERROR <= getattr(plan, name) <= MOST_ERROR:
            raise ValidationError({name: f"From {LEAST_ERROR} to {MOST_ERROR}."})
    if not plan.elo1 - plan.elo0 >= 1 or not math.isfinite(plan.elo1 - plan.elo0):
        raise ValidationError({"elo1": "Enter at least one point more than for “not better”."})
    Hypotheses(plan.elo0, plan.elo1, plan.alpha, plan.beta)


def _pool(plan: ComparisonPlan) -> list[Bot]:
    if plan.pool and plan.top:
        raise ValidationError({"pool": "Choose bots, or the first ones of the ladder."})
    apart = {plan.candidate.bot_id, plan.baseline.bot_id}
    if plan.top:
        return _first(plan, apart)
    if len({bot.pk for bot in plan.pool}) < len(plan.pool):
        raise ValidationError({"pool": "Name each bot of the pool once."})
    if len(plan.pool) > MOST_POOL:
        raise ValidationError({"pool": f"At most {MOST_POOL} bots."})
    for bot in plan.pool:
        if bot.pk in apart:
            raise ValidationError({"pool": f"{bot} is compared, so it cannot be in the pool."})
        if bot.game != plan.candidate.bot.game:
            raise ValidationError({"pool": f"{bot} plays another game."})
        if not bot.is_playing:
            raise ValidationError({"pool": f"{bot} does not play any more."})
        if bot.practice:
            raise ValidationError({"pool": f"{bot} is for practice only: it thinks too long."})
    return list(plan.pool)


def _first(plan: ComparisonPlan, apart: set[int]) -> list[Bot]:
    if not 1 <= plan.top <= MOST_POOL:
        raise ValidationError({"top": f"From 1 to {MOST_POOL} bots."})
    season = current_season(plan.candidate.bot.game, plan.ruleset)
    lines = Standings(season)[: plan.top + len(apart)] if season else []
    bots = [line.rating.bot for line in lines]
    bots = [bot for bot in bots if bot.pk not in apart and bot.is_playing]
    if not bots:
        raise ValidationError({"top": "The ladder of this ruleset has no other bot yet."})
    return bots[: plan.top]
