"""The table of a stage of encounters: groups, lines, tie-breaks, rounds and crosstable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bots.models import Bot
from ladder.core.contest.plan import StagePlan
from ladder.core.contest.qualifying import merged
from ladder.core.stages.contract import Progress, Standing
from ladder.events.kinds.registry import kind_of
from ladder.events.kinds.state import Group, side_seats
from ladder.events.models import Stage, StageEntry
from ladder.events.models.labels import group_letter
from ladder.events.reading.stages import labels
from ladder.events.reading.stages.bracket import Bracket, bracket
from ladder.events.reading.stages.labels import Break
from ladder.events.reading.stages.lazy import LazyList
from ladder.events.reading.stages.pairings import Pairing, Pairings, Round, rounds_of
from ladder.events.reading.stages.qualifying import Marks, marks
from ladder.events.reading.stages.rows import Lines, Ranked, TableRow, ties_of
from ladder.events.reading.viewer import EventViewer

MOST_CROSSED = 32
"""Entrants of the largest group that has a crosstable."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The encounters with one opponent and their scores; ``own``: the entrant against itself."""

    pairings: Sequence[tuple[Pairing, float | None, float | None]] = ()
    own: bool = False


@dataclass(frozen=True)
class GroupTable:
    """One group; its name is empty if the stage has no other.

    Lines, encounters and boxes of a bracket are made when they are read, so that a page which shows
    a part of them makes no others.  ``up_to`` is the round after which the table is shown, ``most``
    the last one that the viewer may see; None without such a limit.
    """

    name: str
    stage: Stage
    group: Group
    lines: Lines
    up_to: int | None = None
    most: int | None = None

    @property
    def progress(self) -> Progress:
        assert self.group.progress is not None, "a stage of encounters"
        return self.group.progress

    @cached_property
    def _plan(self) -> StagePlan:
        return self.stage.planned

    @property
    def breaks(self) -> Sequence[Break]:
        """The tie-breaks of the table, in their order."""
        return [labels.BREAKS[each] for each in self._plan.breaks]

    @cached_property
    def every(self) -> Pairings:
        """The encounters by key."""
        return Pairings(self.stage, self.group, self.up_to)

    @cached_property
    def rounds(self) -> Sequence[Round]:
        return rounds_of(self.stage, self.every)

    @property
    def now(self) -> int:
        """The current round of ``round_count``, if that is known."""
        current = self.progress.round
        return current if self.most is None else min(current, self.most)

    @property
    def current(self) -> int:
        """The round to show first."""
        return min(self.progress.round, self.up_to or self.progress.round)

    @cached_property
    def newest(self) -> int:
        """The last round that has an encounter."""
        rows = self.group.rows.values()
        made = (row.round for row in rows if self.most is None or row.round <= self.most)
        return max(made, default=0)

    @property
    def round_count(self) -> int | None:
        return self.progress.rounds

    @property
    def done(self) -> float:
        """The part of the encounters that has been played, from 0 to 1; 1 where their number is
        not known."""
        progress = self.progress
        if self.stage.is_over or progress.over or not progress.rounds:
            return 1.0
        played = max((line.played for line in progress.standings), default=0)
        return min(1.0, played / progress.rounds)

    @cached_property
    def bracket(self) -> Bracket | None:
        return bracket(self.group, self.every) if self.progress.slots else None

    @cached_property
    def hill(self) -> Sequence[StageEntry]:
        """The bots of a king of the hill, the holder first and then the queue."""
        return kind_of(self.stage).queue(self.stage, self.group)

    @cached_property
    def crossed(self) -> Sequence[Sequence[Cell]]:
        """A row of cells for each line, both in the order of the lines; empty for a stage without a
        crosstable, and for a large group."""
        wanted = kind_of(self.stage).crossed and len(self.lines) <= MOST_CROSSED
        if not wanted or len(side_seats(self.stage)) != 2:
            return ()
        return _crossed(self.lines, self.every)

    @property
    def ties(self) -> Sequence[str]:
        return self.ties_among(self.lines)

    def ties_among(self, lines: Iterable[TableRow]) -> Sequence[str]:
        """A sentence for each set of bots of which the seed decided places, or who qualifies, and
        of which one is in these lines."""
        sets: dict[int, Standing] = {}
        others: list[TableRow] = []
        for line in lines:
            if line.tie and line.standing is not None and line.standing.tied:
                sets.setdefault(line.standing.tied[0], line.standing)
            else:
                others.append(line)
        every = [self._tied(standing) for standing in sets.values()]
        words = [labels.ties_words(bots, self._plan.breaks) for bots in every if bots[1:]]
        return [*words, *ties_of(others)]

    def _tied(self, standing: Standing) -> Sequence[Bot]:
        """The bots of a set that have met another, the better seed first."""
        played = [number for number in standing.tied if number in self._played]
        return LazyList(len(played), lambda at: self.group.entries[played[at]].entry.bot)

    @cached_property
    def _played(self) -> frozenset[int]:
        return frozenset(each.entrant for each in self.progress.standings if each.played)

    @property
    def begun_rounds(self) -> Sequence[int]:
        """Numbers of the rounds up to the last one that has an encounter."""
        return range(1, self.newest + 1)

    @property
    def rows(self) -> Sequence[tuple[TableRow, Sequence[Cell]]]:
        return list(zip(self.lines, self.crossed, strict=True))


def group_tables(
    viewer: EventViewer, stage: Stage, groups: Sequence[Group], after: int | None
) -> list[GroupTable]:
    """The tables of all groups, which were found as they are ``after`` a round, or now."""
    marked = marks(viewer, stage, lambda: merged([group.placed for group in groups]))
    up_to, most = viewer.up_to(stage, after), viewer.rounds(stage)
    tables = []
    for group in groups:
        letter = group_letter(group.number) if len(groups) > 1 else ""
        lines = _lines(stage, group, marked, letter)
        name = group.name if letter else ""
        tables.append(GroupTable(name, stage, group, lines, up_to, most))
    return tables


def _lines(stage: Stage, group: Group, marked: Marks, letter: str) -> Lines:
    order, breaks = group.order, stage.planned.breaks
    entries = [group.entries[each.entrant] for each in order]
    ranked = [
        Ranked(each.place, entry, marked.get(entry.entry_id, ()), each.left)
        for each, entry in zip(order, entries, strict=True)
    ]

    def line(at: int) -> TableRow:
        each, head = order[at], ranked[at]
        tie = _tie(group, each, breaks)
        return TableRow(
            each.place, head.entry, letter, standing=each, goes=head.goes, left=each.left, tie=tie
        )

    return Lines(ranked, line, over=stage.is_over)


def _tie(group: Group, row: Standing, breaks: labels.Breaks) -> str:
    """The sentence about a tie; empty before the first encounter, when all bots are tied."""
    if not row.tied or not row.played:
        return ""
    own = row.tied.index(row.entrant)
    others = LazyList(
        len(row.tied) - 1, lambda at: group.entries[row.tied[at + (at >= own)]].entry.bot
    )
    return labels.tie_words(others, breaks)


def _crossed(lines: Sequence[TableRow], every: Mapping[str, Pairing]) -> list[list[Cell]]:
    met: dict[tuple[int, int], list[Pairing]] = {}
    for pairing in every.values():
        if len(pairing.parts) == 2:
            one, two = (part.number for part in pairing.parts)
            met.setdefault((one, two), []).append(pairing)
            met.setdefault((two, one), []).append(pairing)
    numbers = [line.entry.number or 0 for line in lines]
    return [[_cell(met.get((one, two), ()), one, two) for two in numbers] for one in numbers]


def _cell(met: Sequence[Pairing], one: int, two: int) -> Cell:
    if one == two:
        return Cell(own=True)
    ordered = sorted(met, key=lambda pairing: pairing.round)
    return Cell([(each, each.of(one).points, each.of(two).points) for each in ordered])
