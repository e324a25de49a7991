"""Stages with scenarios that are not published yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from ladder.core.contest.durations import spell_minutes
from ladder.core.contest.plan import EventPlan, Problem, StagePlan
from rulesets.catalogue import scenario_of
from rulesets.models import Scenario


def unpublished(
    plan: EventPlan, starts: datetime | None, *, announced: bool = False
) -> Iterator[Problem]:
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
    minutes = earliest(plan, stage)
    if starts is None or scenario.published_at <= starts + timedelta(minutes=minutes):
        return ""
    return (
        f"{stage.name} may begin too early: it can begin {spell_minutes(minutes)} after the start, "
        f"but its scenario {scenario.title} is public only from "
        f"{scenario.published_at:%Y-%m-%d %H:%M %Z} on. "
        "Let the stage begin later, or publish the scenario earlier."
    )


def earliest(plan: EventPlan, stage: StagePlan) -> int:
    """The earliest begin of a stage in minutes after the start.  The plan has no cycle."""
    begins_at = stage.begins or 0
    for key in stage.sources:
        source = plan.stage(key)
        begins = earliest(plan, source)
        begins_at = max(begins_at, begins if source.ends is None else source.ends)
    return begins_at
