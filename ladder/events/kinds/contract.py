"""The questions that each kind of stage answers; `registry` has all kinds.

A page, a file or a service that depends on the kind of a stage asks one of these questions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from games.engine import Ruleset
from ladder.core.contest.plan import MOST_GROUPS, Kind, Problem, StagePlan
from ladder.core.contest.qualifying import Placed, merged
from ladder.core.contest.simulation import StageForecast
from ladder.core.contest.timing import Span
from ladder.events.kinds.games import StageGame, within
from ladder.events.kinds.state import NOTHING, Group, Without
from ladder.events.models import Scene, Stage, StageEntry
from matches.models import Match, MatchQuerySet


@dataclass(kw_only=True)
class Thought:
    """Findings of a kind about a stage of this ``revision``, before the stage was locked."""

    revision: int


@dataclass(frozen=True, kw_only=True)
class StageKind(ABC):
    """A kind of stage.

    ``sentence`` says how it is played.  ``fields`` are the fields of a stage's form that it reads,
    besides those that all kinds read.  ``scenes`` show its results on a projector.  ``part`` is the
    name of the parts by which results open: a round or a game; empty if they open all at once.

    ``own_matches``: its matches are its own, played by groups, not those of a season of the ladder.
    ``most_together`` is the most entrants of a group; None: no bound.
    """

    kind: Kind
    sentence: str
    scenes: tuple[Scene, ...]
    fields: frozenset[str]
    part: str = "round"
    own_matches: bool = True
    most_together: int | None = None

    # Of encounters

    paired_by_hand: bool = False
    """Whether judges may pair a round."""
    one_winner: bool = False
    """Whether an encounter has one winner, also if a judge decides it."""
    crossed: bool = False
    """Whether its table has the results of each pair of entrants."""
    rest: str = ""
    """The word of pages for entrants without an encounter in a round; empty if they name none."""

    @property
    def has_end(self) -> bool:
        """Whether it lasts until a time that its plan sets."""
        return "ends" in self.fields

    # In words

    def description(self, plan: StagePlan) -> str:
        """How a stage is played, in a sentence."""
        return self.sentence

    def group_words(self, plan: StagePlan) -> str:
        """The groups of a stage as its plan has them; empty for a stage without groups."""
        options = plan.options
        if "groups" not in self.fields or not options.splits:
            return ""
        least, most = options.group_size, options.group_limit
        if most and least == most:
            return f"groups of {most} bots, as many as the number of bots needs"
        if most:
            return f"groups of {least} to {most} bots, as many as the number of bots needs"
        return f"up to {options.groups} groups of at least {options.group_size} bots"

    # Its plan

    def unplayable(self, plan: StagePlan, rules: Ruleset, sides: int) -> Iterator[Problem]:
        """Why a stage cannot be played by these rules, whose games have this many sides."""
        yield from ()

    def too_large(self, plan: StagePlan, largest: int, groups: int) -> Iterator[Problem]:
        """Why it cannot have this many groups, or this many entrants in the largest one."""
        if "groups" in self.fields and groups > MOST_GROUPS:
            text = (
                f"There could be {groups} groups, but a stage has at most {MOST_GROUPS}. "
                "Allow larger groups, or offer fewer places."
            )
            yield Problem(text, plan.key, "group_limit")
        if self.most_together is not None and largest > self.most_together:
            text = (
                f"A group would have up to {largest} bots, but a {self.kind.label} allows "
                f"{self.most_together}. Make more groups, choose a Swiss system, or offer fewer "
                "places."
            )
            yield Problem(text, plan.key, "groups")

    # Its forecast

    def at_once(self, plan: StagePlan, groups: int, workers: int) -> int:
        """The most games that are played at the same time."""
        return workers

    def shortest(self, plan: StagePlan, largest: int) -> float:
        """Seconds that it lasts at least, with this many entrants in the largest group."""
        return 0.0

    def forecast(
        self, plan: StagePlan, drawn: StageForecast, usual: Span, pace: float
    ) -> tuple[StageForecast, float]:
        """The forecast and the seconds of one worker, at this pace in seconds per match."""
        return drawn, usual.worked

    # Being played

    @abstractmethod
    def objection(self, stage: Stage) -> str:
        """Why it can neither begin nor go on now, for organizers; empty if it can."""

    def objection_to(self, stage: Stage, entries: Sequence[int]) -> str:
        """Why it cannot begin with these entries, for organizers; empty if it can."""
        return ""

    def begin(self, stage: Stage, qualified: Callable[[], Collection[int]]) -> None:
        """Make the rows that a stage needs whose entries have their seats.

        ``qualified`` returns the entries that are in the next stage already.
        """
        return

    def waits_for_time(self, stage: Stage) -> bool:
        """Whether a running stage goes on at a time, and not only when its games have ended."""
        return self.has_end

    def think(self, stage: Stage) -> Thought | None:
        """What `play` will do, found by reading alone, so that the stage is locked only for it.
        None for a kind that reads and does in one."""
        return None

    @abstractmethod
    def play(self, stage: Stage, thought: Thought | None) -> bool:
        """Make the matches that are needed; returns whether the stage is over.

        The caller holds the lock of the stage.  ``thought`` is what `think` has found.
        """

    # Its state

    @abstractmethod
    def groups(self, stage: Stage, without: Without = NOTHING) -> list[Group]:
        """Every group of a stage that has begun, by the games that count."""

    def places(self, stage: Stage, groups: Sequence[Group], without: Without) -> list[Placed]:
        """The table of a stage that has begun, by its ``groups``: best first, among equals the
        better seed."""
        return merged([group.placed for group in groups])

    def winners(self, stage: Stage) -> frozenset[int]:
        """The ids of the entries that have won more than a place."""
        return frozenset()

    def inside(self, stage: Stage) -> frozenset[tuple[int, int]]:
        """The entrants, by group and number, that had qualified when the stage began and whose wins
        therefore do not count."""
        return frozenset()

    def queue(self, stage: Stage, group: Group) -> list[StageEntry]:
        """The holder of the hill, and the others in the order in which they will challenge it;
        empty without a hill."""
        return []

    # Its matches

    @abstractmethod
    def games(self, stage: Stage, last: int | None) -> Iterator[StageGame]:
        """Every match with its place, read in batches; also those that do not count, last those
        from before the stage was taken back.  ``last`` is the last round or game; None: all."""

    def matches(self, stage: Stage) -> MatchQuerySet:
        """Every match, also those from before the stage was taken back."""
        return Match.objects.filter(within([stage]))
