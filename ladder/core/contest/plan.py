"""An event as data: a graph of stages, each of which names its sources.

Organizers edit plans, templates make them, and the database stores them.  `problems` lists all
errors of a plan by stage and field, so that a form can show them beside the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ladder.core.contest.durations import say_minutes
from ladder.core.points import Worth
from ladder.core.series import PATIENCE
from ladder.core.stages.contract import TIE_BREAKS, StageSetup, TieBreak

MOST_STAGES = 30
MOST_ENTRANTS = 512
LONGEST_SERIES = 1000
MOST_PATIENCE = 100
MOST_GROUPS = 32
LONGEST_EVENT = 2 * 366 * 24 * 60
"""Minutes after the start."""
LEAST_GROUP = 3
"""Default for the smallest number of entrants in a group."""


class Kind(StrEnum):
    """The format of a stage.  The first four are those of `ladder.core.stages`."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    SINGLE = "single-elimination"
    DOUBLE = "double-elimination"
    SERIES = "series"
    LADDER = "ladder"

    @property
    def label(self) -> str:
        return _LABELS[self]

    @property
    def meets(self) -> bool:
        """Whether it consists of encounters."""
        return self not in (Kind.SERIES, Kind.LADDER)

    @property
    def grouped(self) -> bool:
        """Whether its entrants can be split into groups."""
        return self in (Kind.ROUND_ROBIN, Kind.SWISS, Kind.SERIES)

    @property
    def is_bracket(self) -> bool:
        return self in (Kind.SINGLE, Kind.DOUBLE)


_LABELS = {
    Kind.ROUND_ROBIN: "round robin",
    Kind.SWISS: "Swiss system",
    Kind.SINGLE: "single elimination",
    Kind.DOUBLE: "double elimination",
    Kind.SERIES: "series",
    Kind.LADDER: "season of the ladder",
}


class Seeding(StrEnum):
    """The order of seeds: that of the feeds, by rating, or as organizers seeded the entries."""

    ORDER = "order"
    RATING = "rating"
    LIST = "list"


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

    A feed with ``exclude`` brings nobody: the entries that it names do not play this stage,
    whichever feed brings them.  They hold places of the other feeds only where these do not pass
    places on.
    """

    source: str | None = None
    count: int | None = None
    first: int = 1
    pass_on: bool = True
    exclude: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a stage of any kind; each kind reads those that concern it.

    ``groups`` is the most groups that entrants are split into: there are fewer where one would have
    fewer than ``group_size`` entrants.

    ``games`` per encounter; ``rounds`` (0: as many as fit), ``cycles``, ``third_place``, ``reset``,
    ``extra`` and ``tie_breaks`` as in `ladder.core.stages.contract.StageSetup`; ``winners``,
    ``most_games`` and ``patience`` as in `ladder.core.series.SeriesSetup`.  ``new_season`` opens a
    season of its own for a stage of the ladder, with ``points`` by points, of which the newest
    ``window`` matches count.
    """

    games: int = 2
    rounds: int = 0
    cycles: int = 1
    groups: int = 1
    group_size: int = LEAST_GROUP
    third_place: bool = False
    reset: bool = True
    extra: int = 4
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    winners: int = 1
    most_games: int = 0
    patience: int = PATIENCE
    new_season: bool = False
    points: bool = False
    window: int = 100

    def terms(
        self,
        entrants: int,
        sides: int,
        out: frozenset[int] = frozenset(),
        seed: int = 0,
        worth: Worth | None = None,
    ) -> StageSetup:
        """The setup of one group for its format. ValueError for a group that cannot be played."""
        return StageSetup(
            entrants=entrants,
            sides=sides,
            games=self.games,
            rounds=self.rounds,
            cycles=self.cycles,
            third_place=self.third_place,
            reset=self.reset,
            extra=self.extra,
            tie_breaks=self.tie_breaks,
            out=out,
            seed=seed,
            worth=worth if sides == 2 else None,
        )


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
    def fed_by(self) -> tuple[str, ...]:
        """The keys of the stages from which its entrants come."""
        return tuple(f.source for f in self.feeds if f.source is not None and not f.exclude)


@dataclass(frozen=True, slots=True)
class Problem:
    """An error with its stage and field; no stage: an error of the whole plan."""

    text: str
    stage: str = ""
    field: str = ""


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
        found: list[StagePlan] = []
        left = list(self.stages)
        while left:
            known = {stage.key for stage in found}
            ready = [stage for stage in left if known.issuperset(stage.sources)]
            if not ready:
                raise ValueError("some stages feed each other in a cycle")
            found += ready
            left = [stage for stage in left if stage not in ready]
        return tuple(found)

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


def problems(plan: EventPlan) -> list[Problem]:
    """All errors of a plan that do not depend on the games of a site."""
    found = []
    if not plan.stages:
        found.append(Problem("An event has at least one stage."))
    if len(plan.stages) > MOST_STAGES:
        found.append(Problem(f"An event has at most {MOST_STAGES} stages."))
    keys = [stage.key for stage in plan.stages]
    for stage in plan.stages:
        if keys.count(stage.key) > 1:
            found.append(Problem("Two stages have this key.", stage.key, "key"))
        found += _of_stage(stage)
        found += _of_feeds(plan, stage, keys)
    found += _of_times(plan)
    try:
        plan.in_order()
    except ValueError:
        if all(key in keys for stage in plan.stages for key in stage.sources):
            found.append(
                Problem("Some stages feed each other in a cycle. Remove one of these sources.")
            )
    return found


def _of_stage(stage: StagePlan) -> Iterator[Problem]:
    options, key = stage.options, stage.key
    if not stage.name.strip():
        yield Problem("Enter a name for the stage.", key, "name")
    bounds: Sequence[tuple[str, int, int, int]] = (
        ("games", options.games, 1, 20),
        ("rounds", options.rounds, 0, 40),
        ("cycles", options.cycles, 1, 10),
        ("groups", options.groups, 1, MOST_GROUPS),
        ("group_size", options.group_size, 2, MOST_ENTRANTS),
        ("extra", options.extra, 0, 20),
        ("winners", options.winners, 1, MOST_ENTRANTS),
        ("most_games", options.most_games, 0, LONGEST_SERIES),
        ("patience", options.patience, 1, MOST_PATIENCE),
        ("window", options.window, 1, 1000),
        ("freeze", stage.freeze, 0, 14 * 24 * 60),
        ("begins", stage.begins or 0, 0, LONGEST_EVENT),
        ("ends", stage.ends or 0, 0, LONGEST_EVENT),
        ("opens", stage.opens or 0, 0, LONGEST_EVENT),
    )
    for name, value, least, most in bounds:
        if not least <= value <= most:
            yield Problem(f"Enter a number from {least} to {most}.", key, name)
    if options.groups > 1 and not stage.kind.grouped:
        yield Problem(f"A {stage.kind.label} has no groups. Enter 1.", key, "groups")
    if stage.kind is Kind.LADDER:
        if stage.ends is None or stage.ends <= (stage.begins or 0):
            yield Problem("Enter when the stage ends, later than it begins.", key, "ends")
    elif stage.ends is not None:
        yield Problem("Only a season of the ladder has an end time. Leave this empty.", key, "ends")
    if stage.opens is not None and stage.reveal is Reveal.PUBLIC:
        yield Problem("Everybody sees these results at once. Leave this empty.", key, "opens")
    if not options.tie_breaks or len(set(options.tie_breaks)) < len(options.tie_breaks):
        yield Problem("Add at least one tie-break, and none of them twice.", key, "tie_breaks")


def _of_times(plan: EventPlan) -> Iterator[Problem]:
    """Stages that would begin before a stage that they wait for begins or, if a season, ends."""
    known = {stage.key: stage for stage in plan.stages}
    for stage in plan.stages:
        for source in (known[key] for key in stage.sources if key in known):
            least = source.begins if source.ends is None else source.ends
            if stage.begins is not None and least is not None and stage.begins < least:
                what = "begins" if source.ends is None else "ends"
                yield Problem(
                    f"{stage.name} begins {say_minutes(stage.begins)} after the start, but waits "
                    f"for {source.name}, which {what} {say_minutes(least)} after the start. "
                    "Choose a later time, or leave it empty.",
                    stage.key,
                    "begins",
                )


def _of_feeds(plan: EventPlan, stage: StagePlan, keys: Sequence[str]) -> Iterator[Problem]:
    if all(feed.exclude for feed in stage.feeds):
        yield Problem(
            "The stage has no entrants: no source brings any. Add a source that takes bots.",
            stage.key,
            "feeds",
        )
    if any(feed.exclude and feed.source is None for feed in stage.feeds):
        yield Problem(
            "All entered bots cannot be left out: nobody would play. Name a stage instead.",
            stage.key,
            "feeds",
        )
    if len({feed.source for feed in stage.feeds}) < len(stage.feeds):
        yield Problem("A source is listed twice. List each source once.", stage.key, "feeds")
    for feed in stage.feeds:
        if feed.first < 1 or (feed.count is not None and feed.count < 1):
            yield Problem("Places and numbers of entrants count from 1.", stage.key, "feeds")
        if feed.source is None:
            continue
        if feed.source not in keys:
            yield Problem(f"There is no stage “{feed.source}”.", stage.key, "feeds")
        elif feed.source == stage.key:
            yield Problem("A stage cannot feed itself.", stage.key, "feeds")
        elif plan.stage(feed.source).game != stage.game:
            yield Problem(
                "The source has another game. Choose a stage of the same game.", stage.key, "feeds"
            )
