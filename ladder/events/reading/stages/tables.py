"""The table of a stage of encounters: groups, lines, tie-breaks, rounds and crosstable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ladder.core.contest.qualifying import merged
from ladder.core.stages.contract import Standing
from ladder.events.kinds.registry import kind_of
from ladder.events.kinds.state import Group, side_seats
from ladder.events.models import Stage, StageEntry
from ladder.events.models.labels import group_letter
from ladder.events.reading.stages import labels
from ladder.events.reading.stages.bracket import Bracket, bracket
from ladder.events.reading.stages.labels import Break
from ladder.events.reading.stages.pairings import Pairing, Round, pairings, rounds_of
from ladder.events.reading.stages.qualifying import Marks, marks
from ladder.events.reading.stages.rows import TableRow, ties_of, with_cut
from ladder.events.reading.viewer import EventViewer

MOST_CROSSED = 40
"""Entrants of the largest group that has a crosstable."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The encounters with one opponent and their scores; ``own``: the entrant against itself."""

    pairings: Sequence[tuple[Pairing, float | None, float | None]] = ()
    own: bool = False


@dataclass(frozen=True)
class GroupTable:
    """One group; its name is empty if the stage has no other.

    ``crossed`` has a row of cells for each line, both in the order of the lines.  ``every`` has the
    encounters by key.  ``now`` is the current round of ``round_count``, if that is known,
    ``current`` the round to show first, ``newest`` the last one that has an encounter.  ``done`` is
    the part of the encounters that has been played, from 0 to 1; 1 where their number is not known.
    ``hill`` has the bots of a king of the hill, the holder first and then the queue.
    """

    name: str
    lines: Sequence[TableRow]
    breaks: Sequence[Break] = ()
    tie_breaks: labels.Breaks = ()
    crossed: Sequence[Sequence[Cell]] = ()
    every: Mapping[str, Pairing] = field(default_factory=dict)
    rounds: Sequence[Round] = ()
    now: int = 0
    current: int = 0
    newest: int = 0
    round_count: int | None = None
    done: float = 1.0
    bracket: Bracket | None = None
    hill: Sequence[StageEntry] = ()

    @property
    def ties(self) -> Sequence[str]:
        """A sentence for each set of bots of which the seed decided places, or who qualifies."""
        tied: dict[frozenset[int], list[str]] = {}
        others: list[TableRow] = []
        for line in self.lines:
            if line.tie and line.standing is not None and line.standing.tied:
                members = frozenset({line.standing.entrant, *line.standing.tied})
                tied.setdefault(members, []).append(str(line.entry.entry.bot))
            else:
                others.append(line)
        every = [names for names in tied.values() if names[1:]]
        return [*(labels.ties_words(names, self.tie_breaks) for names in every), *ties_of(others)]

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
    marked = marks(viewer, stage, merged([group.placed for group in groups]))
    up_to, most = viewer.up_to(stage, after), viewer.rounds(stage)
    tables = []
    for group in groups:
        letter = group_letter(group.number) if len(groups) > 1 else ""
        lines = _lines(stage, group, marked, letter)
        tables.append(_table(stage, group, lines, up_to, most))
    return tables


def _table(
    stage: Stage, group: Group, lines: list[TableRow], up_to: int | None, most: int | None
) -> GroupTable:
    progress = group.progress
    assert progress is not None, "a stage of encounters"
    every = pairings(stage, group, up_to)
    made = [row.round for row in group.rows.values() if most is None or row.round <= most]
    plan, kind = stage.planned, kind_of(stage)
    crossed = kind.crossed and len(lines) <= MOST_CROSSED and len(side_seats(stage)) == 2
    return GroupTable(
        name=group.name if any(line.group for line in lines) else "",
        lines=lines,
        breaks=labels.breaks_of(plan),
        tie_breaks=plan.breaks,
        crossed=_crossed(lines, every) if crossed else (),
        every=every,
        rounds=rounds_of(stage, group, every.values()),
        now=progress.round if most is None else min(progress.round, most),
        current=min(progress.round, up_to or progress.round),
        newest=max(made, default=0),
        round_count=progress.rounds,
        done=_done(stage, group, lines),
        bracket=bracket(group, every) if progress.slots else None,
        hill=kind.queue(stage, group),
    )


def _lines(stage: Stage, group: Group, marked: Marks, letter: str) -> list[TableRow]:
    rows = [
        TableRow(
            row.place,
            group.entries[row.entrant],
            letter,
            row,
            marked.get(group.entries[row.entrant].entry_id, ()),
            row.left,
            tie=_tie(stage, group, row),
        )
        for row in group.order
    ]
    return with_cut(rows, over=stage.is_over)


def _tie(stage: Stage, group: Group, row: Standing) -> str:
    """The sentence about a tie; empty before the first encounter, when all bots are tied."""
    if not row.tied or not row.played:
        return ""
    others = [str(group.entries[number].entry.bot) for number in row.tied]
    return labels.tie_words(others, stage.planned.breaks)


def _done(stage: Stage, group: Group, lines: Sequence[TableRow]) -> float:
    progress = group.progress
    if stage.is_over or progress is None or progress.over or not progress.rounds:
        return 1.0
    played = max((line.standing.played for line in lines if line.standing is not None), default=0)
    return min(1.0, played / progress.rounds)


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
