"""Plans that organizers start from.

`season_and_finals` is the contest of a points season.  It has a season of the ladder, and a brawl
with its own rules every two weeks, whose first three bots qualify for the final directly.  The
other bots play a qualifier of one series, and its first seven qualify.  The final is one series.
The other templates are usual cups and leagues.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, Seeding, StagePlan

HOUR = 60
DAY = 24 * HOUR
WEEK = 7 * DAY
QUALIFIED = 7
FROM_BRAWL = 3
BETWEEN_BRAWLS = 2 * WEEK
MOST_BRAWLS = 8
PLAYOFFS = 8
"""Bots of a Swiss system that play the play-offs."""


class Rules(NamedTuple):
    """A game and one of its rulesets."""

    game: str
    ruleset: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The inputs of a template.  ``rules`` is the ruleset of everything that names no other;
    ``brawls`` has the rulesets of the brawls, in their order; ``qualifier`` and ``finals`` those
    that are played on a map of their own.  ``weeks`` is how long the season takes."""

    rules: Rules
    qualifier: Rules | None = None
    finals: Rules | None = None
    brawls: Sequence[Rules] = ()
    weeks: int = 8
    prefix: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.weeks <= 52:
            raise ValueError("A season must have 1 to 52 weeks.")
        if len(self.brawls) > MOST_BRAWLS:
            raise ValueError(f"An event can have at most {MOST_BRAWLS} brawls.")
        if len(self.brawls) * BETWEEN_BRAWLS > self.weeks * WEEK:
            most = self.weeks // 2
            raise ValueError(f"A season of {self.weeks} weeks has time for {most} brawls.")


@dataclass(frozen=True, slots=True)
class Template:
    """A template; ``make`` returns the stages for one game."""

    name: str
    title: str
    text: str
    make: Callable[[Choice], EventPlan]
    series: bool = False
    """Whether it needs games with handicaps."""
    two_sides: bool = False


def season_and_finals(choice: Choice) -> EventPlan:
    """A points season, brawls every two weeks, a qualifier and a final.

    The first three bots of each brawl qualify for the final and do not play the qualifier.  Its
    first seven bots qualify, too.  Brawls have no replacements: a bot that wins two brawls takes
    one place of the final.
    """
    own, weeks = choice.prefix, choice.weeks
    season = StagePlan(
        f"{own}season",
        "Season",
        *choice.rules,
        Kind.LADDER,
        options=Options(new_season=True, points=True),
        begins=0,
        ends=weeks * WEEK,
    )
    brawls = _brawls(choice)
    winners = [Feed(brawl.key, FROM_BRAWL, pass_on=False) for brawl in brawls]
    qualifier = _qualifier(choice, season, winners)
    finals = StagePlan(
        f"{own}finals",
        "Finals",
        *(choice.finals or choice.rules),
        Kind.SERIES,
        options=Options(winners=1),
        feeds=(*winners, Feed(qualifier.key, QUALIFIED)),
        begins=(weeks + 1) * WEEK,
        freeze=HOUR,
    )
    return EventPlan((season, *brawls, qualifier, finals))


def _qualifier(choice: Choice, season: StagePlan, winners: Sequence[Feed]) -> StagePlan:
    """One series of the bots that did not qualify for the final in a brawl."""
    return StagePlan(
        f"{choice.prefix}qualifier",
        "Qualifier",
        *(choice.qualifier or choice.rules),
        Kind.SERIES,
        options=Options(winners=QUALIFIED),
        feeds=(Feed(season.key), *(replace(feed, exclude=True) for feed in winners)),
        seeding=Seeding.ORDER,
        begins=choice.weeks * WEEK + DAY,
        freeze=HOUR,
    )


def _brawls(choice: Choice) -> list[StagePlan]:
    """One series every two weeks."""
    return [
        StagePlan(
            f"{choice.prefix}brawl-{number}",
            f"Brawl {number}",
            *rules,
            Kind.SERIES,
            options=Options(winners=FROM_BRAWL),
            begins=number * BETWEEN_BRAWLS,
        )
        for number, rules in enumerate(choice.brawls, 1)
    ]


def groups_and_cup(choice: Choice) -> EventPlan:
    """Round-robin groups of four or five bots; the first two of each play a cup, in which winners
    of groups meet runners-up of other groups."""
    own = choice.prefix
    split, kind = Options(group_size=4, group_limit=5), Kind.ROUND_ROBIN
    groups = StagePlan(f"{own}groups", "Groups", *choice.rules, kind, options=split, begins=0)
    cup = StagePlan(
        f"{own}cup",
        "Cup",
        *(choice.finals or choice.rules),
        Kind.SINGLE,
        options=Options(games=4, third_place=True),
        feeds=(Feed(groups.key, 2, each_group=True),),
        seeding=Seeding.GROUPS,
    )
    return EventPlan((groups, cup))


def swiss_and_double(choice: Choice) -> EventPlan:
    """A Swiss system, then double elimination of the first eight."""
    own = choice.prefix
    swiss = StagePlan(f"{own}swiss", "Swiss", *choice.rules, Kind.SWISS, begins=0)
    finals = StagePlan(
        f"{own}finals",
        "Finals",
        *(choice.finals or choice.rules),
        Kind.DOUBLE,
        options=Options(games=4),
        feeds=(Feed(swiss.key, 8),),
        seeding=Seeding.ORDER,
    )
    return EventPlan((swiss, finals))


def swiss_and_playoffs(choice: Choice) -> EventPlan:
    """A Swiss system with accelerated pairing and a play-off at its cut, then a cup of the first
    eight, whose last rounds are longer."""
    own = choice.prefix
    first = Options(accelerated=True, cut=PLAYOFFS)
    swiss = StagePlan(f"{own}swiss", "Swiss", *choice.rules, Kind.SWISS, options=first, begins=0)
    playoffs = StagePlan(
        f"{own}playoffs",
        "Play-offs",
        *(choice.finals or choice.rules),
        Kind.SINGLE,
        options=Options(games=3, last_games=(7, 5), early=True, third_place=True),
        feeds=(Feed(swiss.key, PLAYOFFS),),
        seeding=Seeding.ORDER,
    )
    return EventPlan((swiss, playoffs))


def league(choice: Choice) -> EventPlan:
    return EventPlan(
        (StagePlan(f"{choice.prefix}league", "League", *choice.rules, Kind.ROUND_ROBIN, begins=0),)
    )


def equal_schedule(choice: Choice) -> EventPlan:
    """A schedule of ten encounters for each bot."""
    key, kind, played = f"{choice.prefix}schedule", Kind.SCHEDULE, Options(rounds=10)
    return EventPlan((StagePlan(key, "Schedule", *choice.rules, kind, options=played, begins=0),))


def one_hill(choice: Choice) -> EventPlan:
    key = f"{choice.prefix}hill"
    return EventPlan((StagePlan(key, "Hill", *choice.rules, Kind.HILL, begins=0),))


def one_series(choice: Choice) -> EventPlan:
    return EventPlan((StagePlan(f"{choice.prefix}series", "Series", *choice.rules, Kind.SERIES),))


def joined(plans: Sequence[EventPlan]) -> EventPlan:
    """One event of several games.  The keys of their stages must differ."""
    return EventPlan(tuple(stage for plan in plans for stage in plan.stages))


TEMPLATES = (
    Template(
        "contest",
        "Season, brawls and finals",
        "A season on the ladder for points. Every two weeks there is a brawl with its own rules. "
        "Its first three bots qualify for the final. The other bots play a qualifier, and its "
        "first seven qualify for the final.",
        season_and_finals,
        series=True,
    ),
    Template(
        "cup",
        "Groups and cup",
        "Groups of four or five bots. In a group, every bot meets every other bot. The first two "
        "of each group play a cup, in which bots of one group meet as late as possible.",
        groups_and_cup,
        two_sides=True,
    ),
    Template(
        "swiss",
        "Swiss and finals",
        "All bots play a Swiss system. The first eight then play a double elimination.",
        swiss_and_double,
        two_sides=True,
    ),
    Template(
        "playoffs",
        "Swiss and play-offs",
        "All bots play a Swiss system, in whose first rounds strong bots meet each other. If the "
        "bots at places 8 and 9 have equal points, one more encounter decides. The first eight "
        "play a cup: best of 3, in semi-finals best of 5, in the final best of 7.",
        swiss_and_playoffs,
        two_sides=True,
    ),
    Template("league", "League", "Every bot meets every other bot.", league),
    Template(
        "schedule",
        "Equal schedule",
        "Every bot plays the same number of encounters, with opponents of all strengths.",
        equal_schedule,
    ),
    Template(
        "hill",
        "King of the hill",
        "The best bot holds the hill, and the others challenge it in turn. A bot that wins takes "
        "the hill.",
        one_hill,
        two_sides=True,
    ),
    Template(
        "series",
        "One series",
        "Each winner starts the next game with an advantage. Five wins win the series.",
        one_series,
        series=True,
    ),
)
