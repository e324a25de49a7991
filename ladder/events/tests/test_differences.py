"""Histories of plans name every field that changed, with its old and its new value."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from ladder.core.contest.durations import read_minutes, say_minutes, spell_minutes
from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, Reveal, Seeding, StagePlan
from ladder.core.stages.contract import TieBreak
from ladder.events.changes import differences
from ladder.events.kinds.registry import kind_of

STAGE = StagePlan("a", "Groups", "g", "r", Kind.SWISS)
OTHER = StagePlan("b", "Cup", "g", "r", Kind.SINGLE)
CHANGED: dict[str, Any] = {
    "name": "Pools",
    "game": "h",
    "ruleset": "blitz",
    "kind": Kind.ROUND_ROBIN,
    "seeding": Seeding.ORDER,
    "begins": 14 * 24 * 60,
    "ends": 90,
    "freeze": 60,
    "maps": (3, 8),
    "reveal": Reveal.HIDDEN,
    "about": "Come",
    "opens": 2880,
}
SAID = {
    "begins": "Groups: begins nothing → 2w",
    "freeze": "Groups: freeze 0m → 1h",
    "ruleset": "Groups: ruleset r → blitz",
    "maps": "Groups: maps nothing → 3, 8",
    "reveal": "Groups: reveal public → hidden",
    "opens": "Groups: opens nothing → 2d",
}


def said(old: StagePlan, new: StagePlan) -> list[str]:
    return differences(EventPlan((old,)), EventPlan((new,)))


@pytest.mark.parametrize("name", [f.name for f in fields(StagePlan) if f.name in CHANGED])
def test_a_changed_field_is_told_with_its_old_and_its_new_value(name):
    (words,) = said(STAGE, replace(STAGE, **{name: CHANGED[name]}))
    assert f"{name} " in words
    assert "→" in words
    assert words == SAID.get(name, words)


@pytest.mark.parametrize("each", fields(Options), ids=lambda each: each.name)
def test_a_changed_option_is_shown(each):
    old = getattr(Options(), each.name)
    new = (TieBreak.SEED,) if isinstance(old, tuple) else (not old if old in (0, 1) else old + 1)
    new = type(old)(new)
    (words,) = said(STAGE, replace(STAGE, options=replace(Options(), **{each.name: new})))
    assert words.startswith(f"Groups: {each.name.replace('_', ' ')} ")


def test_every_field_of_a_stage_is_shown():
    assert {f.name for f in fields(StagePlan)} == {*CHANGED, "key", "feeds", "options"}


def test_sources_are_told_with_numbers_and_places():
    feeds = (Feed("b", 3, first=2, pass_on=False), Feed("c", exclude=True))
    (words,) = said(STAGE, replace(STAGE, feeds=feeds))
    assert words == (
        "Groups: sources all of all entered bots → "
        "3 of b from place 2, without replacements; not all of c"
    )


def test_stages_that_were_added_removed_or_moved_are_shown():
    both = EventPlan((STAGE, OTHER))
    assert differences(both, both) == []
    assert differences(EventPlan((STAGE,)), both) == ["stage added: Cup"]
    assert differences(both, EventPlan((OTHER,))) == ["stage removed: Groups"]
    moved = differences(both, EventPlan((OTHER, STAGE)))
    assert moved == ["order of stages Groups, Cup → Cup, Groups"]


@pytest.mark.parametrize(
    ("words", "minutes"),
    [("", None), ("90m", 90), ("2w 1d", 15 * 1440), ("1d 12h", 2160), ("0m", 0)],
)
def test_times_are_read_and_said_the_same_way(words, minutes):
    assert read_minutes(words) == minutes
    assert read_minutes(say_minutes(minutes)) == minutes


def test_minutes_are_words_in_sentences():
    assert spell_minutes(2) == "2 minutes"
    assert spell_minutes(36 * 60) == "1 day 12 hours"
    assert spell_minutes(0) == "0 minutes"
    for minutes, every in ((1440, "every day"), (2, "every 2 minutes")):
        daily = replace(STAGE, kind=Kind.SCHEDULE, options=Options(matchday=minutes))
        assert kind_of(daily).description(daily).endswith(f"A round begins {every}.")
