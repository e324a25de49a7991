"""The numbers on the help page of events, taken from the code that uses them."""

from __future__ import annotations

from ladder.core import points, series
from ladder.core.contest import plan as plans
from ladder.core.stages import contract
from ladder.events.kinds import encounters, formats, matches
from ladder.events.planning import acts
from ladder.events.reading.stages import labels

SECTIONS = (
    ("stages", "Stages"),
    ("encounters", "Encounters and games"),
    ("formats", "Formats"),
    ("groups", "Groups"),
    ("seeding", "Seeding"),
    ("ties", "Tie-breaks"),
    ("byes", "Byes"),
    ("draws", "Draws"),
    ("freeze", "Fixed versions"),
    ("voids", "Voids"),
    ("disqualified", "Disqualification"),
    ("entries", "Entries"),
    ("withdrawal", "Withdrawal"),
    ("hidden", "Hidden results"),
    ("projector", "Projector and stream"),
    ("papers", "Calendar, print and files"),
    ("roles", "Roles"),
    ("notices", "Notices"),
)
"""Ids and titles of the page's headings."""


def facts() -> dict[str, float]:
    """Numbers by their names in the template."""
    usual = plans.Options()
    return {
        "stages": plans.MOST_STAGES,
        "entrants": plans.MOST_ENTRANTS,
        "per_person": acts.MOST_PER_PERSON,
        "together": formats.MOST_TOGETHER,
        "groups": plans.MOST_GROUPS,
        "group_size": plans.LEAST_GROUP,
        "games": usual.games,
        "extra": usual.extra,
        "window": usual.window,
        "full": points.FULL,
        "goal": series.GOAL,
        "growth": series.GROWTH,
        "least_bound": series.LEAST_BOUND,
        "large_bound": series.bound(64, 7),
        "patience": usual.patience,
        "in_flight": encounters.LEAST_AT_ONCE,
        "tries": matches.MOST_TRIES,
    }


def breaks() -> list[tuple[contract.TieBreak, labels.Break, bool]]:
    """Every tie-break, and whether stages use it by default."""
    usual = plans.Options().tie_breaks
    return [(name, labels.BREAKS[name], name in usual) for name in contract.TieBreak]
