"""The numbers on the help page of events, taken from the code that uses them."""

from __future__ import annotations

from ladder.core import points, series
from ladder.core.contest.plan import (
    LEAST_GROUP,
    MOST_ENTRANTS,
    MOST_GROUPS,
    MOST_STAGES,
    Options,
)
from ladder.core.stages.contract import TieBreak
from ladder.events.kinds.encounters import IN_FLIGHT
from ladder.events.kinds.formats import MOST_TOGETHER
from ladder.events.kinds.matches import MOST_TRIES
from ladder.events.planning.acts import MOST_PER_PERSON
from ladder.events.reading.stages.labels import BREAKS, Break

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
    usual = Options()
    return {
        "stages": MOST_STAGES,
        "entrants": MOST_ENTRANTS,
        "per_person": MOST_PER_PERSON,
        "together": MOST_TOGETHER,
        "groups": MOST_GROUPS,
        "group_size": LEAST_GROUP,
        "games": usual.games,
        "extra": usual.extra,
        "window": usual.window,
        "full": points.FULL,
        "goal": series.GOAL,
        "growth": series.GROWTH,
        "least_bound": series.LEAST_BOUND,
        "large_bound": series.bound(64, 7),
        "patience": usual.patience,
        "in_flight": IN_FLIGHT,
        "tries": MOST_TRIES,
    }


def breaks() -> list[tuple[TieBreak, Break, bool]]:
    """Every tie-break, and whether stages use it by default."""
    usual = Options().tie_breaks
    return [(name, explained, name in usual) for name, explained in BREAKS.items()]
