"""An event as data: a graph of stages, each of which names its sources.

Organizers edit plans, templates make them, and the database stores them.  The module `problems`
lists all errors of a plan by stage and field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum

from ladder.core.points import Worth
from ladder.core.series import PATIENCE
from ladder.core.stages.contract import HILL_BREAKS, TIE_BREAKS, HillBreak, StageSetup, TieBreak

MOST_STAGES = 30
MOST_ENTRANTS = 4096
MOST_GAMES = 20
"""Games of an encounter."""
MOST_LAST = 10
"""Rounds of a bracket with their own number of games."""
MOST_ROUNDS = 40
MOST_CHALLENGES = 2 * MOST_ENTRANTS
"""Rounds of a king of the hill."""
LONGEST_SERIES = 1000
MOST_PATIENCE = 100
MOST_POINTS = 10_000
"""Points of a place, or to begin with."""
MOST_PLACES = 64
"""Places with points of their own."""
MOST_GROUPS = 512
LONGEST_EVENT = 2 * 366 * 24 * 60
"""Minutes after the start."""
LONGEST_MATCHDAY = 31 * 24 * 60
"""Minutes from one round of a schedule to the next."""
LEAST_GROUP = 3
"""Default for the smallest number of entrants in a group."""


class Kind(StrEnum):
    """The format of a stage.  Those that meet are formats of `ladder.core.stages`."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    SINGLE = "single-elimination"
    DOUBLE = "double-elimination"
    HILL = "king-of-the-hill"
    SCHEDULE = "schedule"
    SERIES = "series"
    LADDER = "ladder"

    @property
    def label(self) -> str:
        return _LABELS[self]

    @property
    def grouped(self) -> bool:
        """Whether its entrants can be split into groups."""
        return self in (Kind.ROUND_ROBIN, Kind.SWISS, Kind.SCHEDULE, Kind.SERIES)

    @property
    def adds_points(self) -> bool:
        """Whether its table adds up the points of games."""
        return self in (Kind.ROUND_ROBIN, Kind.SWISS, Kind.SCHEDULE)

    @property
    def has_match_days(self) -> bool:
        """Whether its rounds can begin one after another at fixed times."""
        return self is Kind.SCHEDULE

    @property
    def is_bracket(self) -> bool:
        return self in (Kind.SINGLE, Kind.DOUBLE)


DEFAULT_KIND = Kind.ROUND_ROBIN
_LABELS = {
    Kind.ROUND_ROBIN: "round robin",
    Kind.SWISS: "Swiss system",
    Kind.SINGLE: "single elimination",
    Kind.DOUBLE: "double elimination",
    Kind.HILL: "king of the hill",
    Kind.SCHEDULE: "schedule",
    Kind.SERIES: "series",
    Kind.LADDER: "season of the ladder",
}


class Seeding(StrEnum):
    """The order of seeds: that of the feeds, by rating, as organizers seeded the entries, or by
    places in groups.

    GROUPS is for a bracket: all winners of groups come first, then all second ones, and so on, each
    in the order of the feeds.
    """

    ORDER = "order"
    RATING = "rating"
    LIST = "list"
    GROUPS = "groups"


class Reveal(StrEnum):
    """The audience of a stage's results."""

    HIDDEN = "hidden"
    PARTICIPANTS = "participants"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Feed:
    """Where entrants come from: a stage by its key, or the registered ones (None).

    It takes ``count`` of them (None: all), from place ``first`` on.  A bot that has already
    qualified by an earlier feed uses one of these places, unless places are passed on.

    With ``each_group`` places and ``count`` are those of each group of the source: the first two of
    each group are twice as many entrants as there are groups.

    A feed with ``exclude`` brings nobody: the entries that it names do not play this stage,
    whichever feed brings them.  They hold places of the other feeds only where these do not pass
    places on.
    """

    source: str | None = None
    count: int | None = None
    first: int = 1
    pass_on: bool = True
    exclude: bool = False
    each_group: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a stage of any kind; each kind reads those that concern it.

    ``groups`` is the most groups that entrants are split into: there are fewer where one would have
    fewer than ``group_size`` entrants.  With a ``group_limit`` the number of groups follows from
    the entrants instead, see `group_count`.

    ``games`` per encounter, in the last rounds of a bracket ``last_games``; ``rounds`` (0: as many
    as fit), ``cycles``, ``third_place``, ``reset``, ``extra``, ``early``, ``cut``, ``accelerated``
    and ``tie_breaks`` as in `ladder.core.stages.contract.StageSetup`; ``winners``, ``most_games``
    and ``patience`` as in `ladder.core.series.SeriesSetup`.  ``new_season`` opens a season of its
    own for a stage of the ladder, with ``points`` by points, of which the newest ``window`` matches
    count.  ``matchday`` is the number of minutes from one round of a schedule to the next one; 0:
    all rounds are played at once.  ``place_points`` as in `StageSetup`.  ``start_points`` are those
    to begin with by seed of the stage, the best seed first; later seeds begin with 0.
    """

    games: int = 2
    rounds: int = 0
    cycles: int = 1
    groups: int = 1
    group_size: int = LEAST_GROUP
    group_limit: int = 0
    third_place: bool = False
    reset: bool = True
    extra: int = 4
    last_games: tuple[int, ...] = ()
    early: bool = False
    cut: int = 0
    accelerated: bool = False
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    winners: int = 1
    most_games: int = 0
    patience: int = PATIENCE
    new_season: bool = False
    points: bool = False
    window: int = 100
    matchday: int = 0
    place_points: tuple[int, ...] = ()
    start_points: tuple[int, ...] = ()

    @property
    def splits(self) -> bool:
        """Whether entrants may be split into several groups."""
        return self.groups > 1 or self.group_limit > 0

    def group_count(self, entrants: int) -> int:
        """The number of groups of this number of entrants.

        With a ``group_limit``, as few groups as keep every group within it.  In both cases there
        are fewer groups where one would have fewer than ``group_size`` entrants.
        """
        count = -(-entrants // self.group_limit) if self.group_limit else self.groups
        return max(1, min(count, entrants // self.group_size))

    def terms(
        self,
        entrants: int,
        sides: int,
        out: frozenset[int] = frozenset(),
        seed: int = 0,
        worth: Worth | None = None,
        seeds: Sequence[int] = (),
        disqualified: frozenset[int] = frozenset(),
    ) -> StageSetup:
        """The setup of one group for its format. ValueError for a group that cannot be played.

        ``seeds`` are those of its entrants in the stage, from 1; empty: all in order.
        """
        start: dict[int, int] = dict(enumerate(self.start_points, 1))
        seeds = seeds or range(1, entrants + 1)
        own = {name: getattr(self, name) for name in _OF_FORMATS}
        own["start_points"] = tuple(start.get(seed, 0) for seed in seeds) if start else ()
        return StageSetup(
            entrants=entrants,
            sides=sides,
            out=out,
            disqualified=disqualified,
            seed=seed,
            worth=worth if sides == 2 else None,
            **own,
        )


_OF_FORMATS = {each.name for each in fields(Options)} & {each.name for each in fields(StageSetup)}
"""The options that formats read from their setup, which has them under the same names."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage.  Times are minutes after the event's start.

    ``begins`` None: as soon as all stages that feed it are over; otherwise not before.  ``ends`` is
    for stages of the ladder.  ``freeze`` is in minutes before the beginning: the versions that play
    are fixed then.  ``maps`` are ids: game after game of an encounter is played on the next one;
    empty for the pool of the ruleset.  ``opens`` is when the results open to everybody, None: when
    an organizer reveals them.
    """

    key: str
    name: str
    game: str
    ruleset: str
    kind: Kind
    feeds: tuple[Feed, ...] = (Feed(),)
    options: Options = Options()
    seeding: Seeding = Seeding.RATING
    begins: int | None = None
    ends: int | None = None
    freeze: int = 0
    maps: tuple[int, ...] = ()
    reveal: Reveal = Reveal.PUBLIC
    about: str = ""
    opens: int | None = None

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of the stages that it waits for: those that feed it, and those whose entrants it
        excludes."""
        return tuple(feed.source for feed in self.feeds if feed.source is not None)

    @property
    def breaks(self) -> tuple[TieBreak | HillBreak, ...]:
        """The tie-breaks of a table of encounters; a bracket has none."""
        if self.kind.is_bracket or self.kind in (Kind.SERIES, Kind.LADDER):
            return ()
        return HILL_BREAKS if self.kind is Kind.HILL else self.options.tie_breaks

    @property
    def fed_by(self) -> tuple[str, ...]:
        """The keys of the stages from which its entrants come."""
        return tuple(f.source for f in self.feeds if f.source is not None and not f.exclude)


def leading_to(key: str, sources: Callable[[str], Iterable[str]]) -> set[str]:
    """The keys of a stage and of all stages before it.  ``sources`` gives those just before one.

    Results of these tell who plays in the stage, so what keeps back one of them keeps it back, too.
    """
    keys, left = {key}, [key]
    while left:
        before = set(sources(left.pop())) - keys
        keys |= before
        left += before
    return keys


@dataclass(frozen=True, slots=True)
class Problem:
    """An error with its stage and field; no stage: an error of the whole plan."""

    text: str
    stage: str = ""
    field: str = ""

    @property
    def place(self) -> str:
        """The stage and its field, such as “final, games”; empty for the whole plan."""
        return ", ".join(each for each in (self.stage, self.field) if each)


@dataclass(frozen=True, slots=True)
class EventPlan:
    """The stages of an event in the order in which they are shown."""

    stages: tuple[StagePlan, ...] = field(default=())

    def stage(self, key: str) -> StagePlan:
        """The stage with this key; KeyError if there is none."""
        for stage in self.stages:
            if stage.key == key:
                return stage
        raise KeyError(key)

    @property
    def finals(self) -> tuple[StagePlan, ...]:
        """Stages that feed no other stage; each has a final table."""
        sources = {key for stage in self.stages for key in stage.fed_by}
        return tuple(stage for stage in self.stages if stage.key not in sources)

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(stage.game for stage in self.stages))

    def in_order(self) -> tuple[StagePlan, ...]:
        """The stages, each after those that feed it.  ValueError if they form a cycle."""
        ordered: list[StagePlan] = []
        left = list(self.stages)
        while left:
            known = {stage.key for stage in ordered}
            ready = [stage for stage in left if known.issuperset(stage.sources)]
            if not ready:
                raise ValueError("some stages feed each other in a cycle")
            ordered += ready
            left = [stage for stage in left if stage not in ready]
        return tuple(ordered)

    def with_stage(self, stage: StagePlan) -> EventPlan:
        """The plan with this stage: it replaces the one with its key, or comes last."""
        keys = [each.key for each in self.stages]
        if stage.key not in keys:
            return EventPlan((*self.stages, stage))
        return EventPlan(tuple(stage if s.key == stage.key else s for s in self.stages))

    def without(self, key: str) -> EventPlan:
        """The plan without a stage.  Stages without another source take all registered entries."""
        left = []
        for stage in self.stages:
            if stage.key != key:
                feeds = tuple(feed for feed in stage.feeds if feed.source != key)
                if all(feed.exclude for feed in feeds):
                    feeds = (Feed(), *feeds)
                left.append(replace(stage, feeds=feeds))
        return EventPlan(tuple(left))
