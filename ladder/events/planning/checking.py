"""The errors of an event's plan on this site, in the words of forms."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.registry import GAMES
from ladder.core.contest.durations import spell_minutes
from ladder.core.contest.plan import EventPlan, Problem, StagePlan
from ladder.core.contest.problems import problems
from ladder.core.contest.sizes import largest_group, most_entrants, most_groups
from ladder.core.seating import sides
from ladder.events.kinds.formats import MOST_TOGETHER
from ladder.events.kinds.registry import kind_of
from maps.boards import objection
from maps.models import Map
from maps.pools import drawable, generates, pool
from rulesets import services
from rulesets.catalogue import find, scenario_of
from rulesets.models import Scenario


def findings(plan: EventPlan, places: int = MOST_TOGETHER) -> list[Problem]:
    """All problems by stage and field; empty for a plan that can be played on this site.

    ``places`` is the number of bots that may enter per game.
    """
    wrong = problems(plan)
    for stage in plan.stages:
        wrong += _of_rules(stage)
    return wrong or list(_too_many(plan, places))


def at_publication(
    plan: EventPlan,
    places: int = MOST_TOGETHER,
    starts: datetime | None = None,
    *,
    announced: bool = False,
) -> list[Problem]:
    """The errors of a plan at its publication, or at its start if it was ``announced``: `findings`,
    and scenarios that are not public in time. ``starts`` is None if the start is not known.
    """
    return findings(plan, places) or list(_unpublished(plan, starts, announced=announced))


def _too_many(plan: EventPlan, places: int) -> Iterator[Problem]:
    """Groups that are too large or too many, in a plan without other problems."""
    most = most_entrants(plan, dict.fromkeys(plan.games, places))
    for stage in plan.in_order():
        together = largest_group(stage.options, most[stage.key])
        count = most_groups(stage.options, most[stage.key])
        yield from kind_of(stage).too_large(stage, together, count)


def _of_rules(stage: StagePlan) -> Iterator[Problem]:
    if stage.game not in GAMES:
        yield Problem(f"This site has no game “{stage.game}”.", stage.key, "game")
        return
    title = GAMES[stage.game].title
    scenario = scenario_of(stage.game, stage.ruleset)
    if (
        scenario is not None
        and scenario.published_at is None
        and services.findings(scenario).problems
    ):
        problem = (
            f"The scenario {scenario.title} cannot be played yet: its draft has problems. "
            "Correct them on the scenario's page."
        )
        yield Problem(problem, stage.key, "ruleset")
        return
    try:
        rules = find(stage.game, stage.ruleset)
    except KeyError:
        problem = f"{title} has no ruleset “{stage.ruleset}”."
        yield Problem(problem, stage.key, "ruleset")
        return
    count = len(sides(rules.seats, rules.teams))
    if count < 2:
        yield Problem(f"{rules.title} has one side, but a stage needs two.", stage.key, "ruleset")
    yield from kind_of(stage).unplayable(stage, rules, count)
    yield from _of_maps(stage)


def _of_maps(stage: StagePlan) -> Iterator[Problem]:
    if not stage.maps:
        if not generates(stage.game, stage.ruleset) and not pool(stage.game, stage.ruleset):
            yield Problem(
                "The ruleset's pool has no map. Enter numbers of maps.", stage.key, "maps"
            )
        return
    if "maps" not in kind_of(stage).fields:
        problem = f"A {stage.kind.label} uses the maps of its ruleset's pool. Leave this empty."
        yield Problem(problem, stage.key, "maps")
        return
    maps = Map.objects.filter(pk__in=stage.maps, game=stage.game, archived=None).in_bulk()
    rules = find(stage.game, stage.ruleset)
    for pk in stage.maps:
        if pk not in maps:
            yield Problem(f"This game has no map {pk}.", stage.key, "maps")
        elif why := objection(stage.game, maps[pk].board, rules):
            yield Problem(f"{maps[pk].label}: {why}.", stage.key, "maps")


def repeated_games(stage: StagePlan) -> str:
    """A sentence where a pair has more games in a stage than there are different starts; else
    empty.  Where the seed changes nothing, programs without chance play the same game again."""
    game, options = GAMES[stage.game], stage.options
    rules = find(stage.game, stage.ruleset)
    on_maps = [board is not None for board in stage.maps or drawable(stage.game, stage.ruleset)]
    new = any(game.uses_seed(on_map=on_map) for on_map in on_maps)
    met = "games" in kind_of(stage).fields
    if new or not met or len(sides(rules.seats, rules.teams)) > 2:
        return ""
    starts = len(on_maps) * (1 if game.exchanges_sides else 2)
    games = max(options.games, *options.last_games, 0) * options.cycles
    if games <= starts:
        return ""
    return (
        f"In {stage.name}, two bots play up to {games} games, but {rules.title} has only {starts} "
        "different starts for them: further games may repeat earlier ones."
    )


# Scenarios that are not public --------------------------------------------------------------------


def _unpublished(plan: EventPlan, starts: datetime | None, *, announced: bool) -> Iterator[Problem]:
    """The errors at the publication of an event: stages whose scenario has no date, is retired, or
    may not be public when the stage begins. ``starts`` is None if it is not known. An event that
    was ``announced`` is played to its end by scenarios that were public and were retired since.
    """
    for stage in plan.stages:
        scenario = scenario_of(stage.game, stage.ruleset)
        if scenario is None or (announced and _was_public(scenario)):
            continue
        if text := _wrong(plan, stage, scenario, starts):
            yield Problem(text, stage.key, "ruleset")


def _was_public(scenario: Scenario) -> bool:
    """Whether a retired scenario had been public before."""
    published, retired = scenario.published_at, scenario.retired_at
    return published is not None and retired is not None and published <= retired


def _wrong(plan: EventPlan, stage: StagePlan, scenario: Scenario, starts: datetime | None) -> str:
    if scenario.retired_at is not None:
        return (
            f"{stage.name} cannot be played: its scenario {scenario.title} is retired. "
            "Choose other rules."
        )
    if scenario.published_at is None:
        return (
            f"{stage.name} cannot be announced: its scenario {scenario.title} is a draft without "
            "a date, so nobody would know when its map becomes public. "
            "Set the date on the scenario's page."
        )
    minutes = _earliest(plan, stage)
    if starts is None or scenario.published_at <= starts + timedelta(minutes=minutes):
        return ""
    return (
        f"{stage.name} may begin too early: it can begin {spell_minutes(minutes)} after the start, "
        f"but its scenario {scenario.title} is public only from "
        f"{scenario.published_at:%Y-%m-%d %H:%M %Z} on. "
        "Let the stage begin later, or publish the scenario earlier."
    )


def _earliest(plan: EventPlan, stage: StagePlan) -> int:
    """The earliest begin of a stage in minutes after the start.  The plan has no cycle."""
    begins_at = stage.begins or 0
    for key in stage.sources:
        source = plan.stage(key)
        begins = _earliest(plan, source)
        begins_at = max(begins_at, begins if source.ends is None else source.ends)
    return begins_at
