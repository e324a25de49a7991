"""Numbers of entrants and groups that follow from a plan."""

from __future__ import annotations

from collections.abc import Mapping

from ladder.core import series
from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, StagePlan
from ladder.core.stages.formats import FORMATS


def most_entrants(plan: EventPlan, entered: Mapping[str, int]) -> dict[str, int]:
    """The most entrants of each stage by its key, if ``entered`` has the entries of each game.

    ValueError if stages form a cycle, KeyError if a source is missing.
    """
    most: dict[str, int] = {}
    for stage in plan.in_order():
        fed = (_fed(plan, feed, stage, most, entered) for feed in stage.feeds if not feed.exclude)
        most[stage.key] = min(entered.get(stage.game, 0), sum(fed))
    return most


def _fed(
    plan: EventPlan,
    feed: Feed,
    stage: StagePlan,
    most: Mapping[str, int],
    entered: Mapping[str, int],
) -> int:
    there = entered.get(stage.game, 0) if feed.source is None else most[feed.source]
    if feed.count is None:
        return max(0, there - (0 if feed.each_group else feed.first - 1))
    times = 1
    if feed.each_group and feed.source is not None:
        times = plan.stage(feed.source).options.group_count(there)
    return min(there, feed.count * times)


def group_sizes(options: Options, entrants: int) -> tuple[int, ...]:
    """The sizes of the groups of this number of entrants, the largest first."""
    count = options.group_count(entrants)
    return tuple((entrants + count - 1 - at) // count for at in range(count))


def largest_group(options: Options, most: int) -> int:
    """The size of the largest group of any number of entrants up to ``most``."""
    return max((-(-count // options.group_count(count)) for count in range(1, most + 1)), default=0)


def most_groups(options: Options, most: int) -> int:
    """The most groups of any number of entrants up to ``most``."""
    return max((options.group_count(count) for count in range(1, most + 1)), default=1)


def most_games(stage: StagePlan, entrants: int, sides: int) -> int:
    """The most games of a stage with this many entrants, decisive extra games left out; ``sides``
    are those of its games.  0 for a season of the ladder, whose games depend on its time."""
    if stage.kind is Kind.LADDER:
        return 0
    sizes = group_sizes(stage.options, entrants) if stage.kind.grouped else (entrants,)
    return sum(_of_group(stage, size, sides) for size in sizes if size > 1)


def _of_group(stage: StagePlan, size: int, sides: int) -> int:
    options = stage.options
    if stage.kind is Kind.SERIES:
        return options.most_games or series.bound(size, min(options.winners, size - 1))
    return FORMATS[stage.kind.value].most_games(options.terms(size, sides))
