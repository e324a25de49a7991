"""The table of a stage of encounters: groups, lines, tie-breaks and crosstable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ladder.core.contest.qualifying import merged
from ladder.core.stages.contract import Standing
from ladder.core.standings import Left
from ladder.events.kinds.contract import Shape
from ladder.events.kinds.registry import groups, kind_of, shape_of
from ladder.events.kinds.state import Group, Without, side_seats
from ladder.events.models import Stage, StageEntry
from ladder.events.reading import labels
from ladder.events.reading.bracket import Bracket, bracket
from ladder.events.reading.labels import Break
from ladder.events.reading.pairings import Pairing, Round, pairings, round_of
from ladder.events.reading.qualifying import Mark, Marks, marks
from ladder.events.reading.viewer import EventViewer

MOST_CROSSED = 40
"""Entrants of the largest group that has a crosstable."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """An entrant in a table.

    ``standing`` is None if only places are known.  ``cut``: this is the last line that qualifies.
    ``left`` is how it left the stage before its end; ``tie`` names the tied bots if the seed
    decided the place.
    """

    place: int
    entry: StageEntry
    standing: Standing | None = None
    goes: Sequence[Mark] = ()
    left: Left = Left.STAYED
    cut: bool = False
    tie: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """The encounters with one opponent and their scores; ``own``: the entrant against itself."""

    pairings: Sequence[tuple[Pairing, float | None, float | None]] = ()
    own: bool = False


@dataclass(frozen=True)
class GroupTable:
    """One group; ``crossed`` has a row of cells for each line, both in the order of the lines.

    ``rounds`` is the number of rounds, if known.  ``now`` is the current round, and ``newest`` the
    last one that has an encounter.  ``hill`` has the bots of a king of the hill, the holder first
    and then the queue.
    """

    number: int
    name: str
    lines: Sequence[TableRow]
    breaks: Sequence[Break] = ()
    tie_breaks: labels.Breaks = ()
    crossed: Sequence[Sequence[Cell]] = ()
    every: Mapping[str, Pairing] = field(default_factory=dict)
    round: Round | None = None
    now: int = 0
    newest: int = 0
    rounds: int | None = None
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
    def shown_rounds(self) -> Sequence[int]:
        """Numbers of rounds that have pairings."""
        return sorted({pairing.round for pairing in self.every.values()})

    @property
    def rows(self) -> Sequence[tuple[TableRow, Sequence[Cell]]]:
        return list(zip(self.lines, self.crossed, strict=True))


@dataclass(frozen=True, slots=True)
class Asked:
    """The query parameters: the table after a round, the group, the round of the pairings.

    ``most`` is the last round that the reader may see, None for all.
    """

    after: int | None = None
    group: int = 0
    round: int | None = None
    most: int | None = None

    @property
    def up_to(self) -> int | None:
        """The last round that counts for the table; None: all."""
        return min((n for n in (self.after, self.most) if n is not None), default=None)


def every_group(
    viewer: EventViewer, stage: Stage, after: int | None
) -> list[tuple[Group, list[TableRow]]]:
    """The groups of a stage of encounters with their lines, ``after`` a round or now; of a stage
    that shows its first rounds, after these.

    KeyError if this site no longer has its ruleset.
    """
    found = groups(stage, Without(after=viewer.up_to(stage, after)))
    marked = marks(viewer, stage, merged([group.placed for group in found]))
    return [(group, lines_of(stage, group, marked)) for group in found]


def groups_shown(
    viewer: EventViewer, stage: Stage, after: int | None = None
) -> list[tuple[Group, list[TableRow]]]:
    """`every_group`; empty for a stage without encounters, and where the site no longer has its
    ruleset: the places that were kept are left then."""
    if shape_of(stage) is not Shape.GROUPS:
        return []
    try:
        return every_group(viewer, stage, after)
    except KeyError:
        return []


def group_table(stage: Stage, group: Group, lines: list[TableRow], asked: Asked) -> GroupTable:
    """One of `every_group` in full."""
    progress = group.progress
    assert progress is not None, "a stage of encounters"
    up_to, most = asked.up_to, asked.most
    every = pairings(stage, group, up_to)
    number = asked.round or min(progress.round, up_to or progress.round)
    made = [row.round for row in group.rows.values() if most is None or row.round <= most]
    plan, kind = stage.planned, kind_of(stage)
    crossed = kind.crossed and len(side_seats(stage)) == 2
    return GroupTable(
        number=group.number,
        name=group.name,
        lines=lines,
        breaks=labels.breaks_of(plan),
        tie_breaks=plan.breaks,
        crossed=_crossed(lines, every) if crossed and len(lines) <= MOST_CROSSED else (),
        every=every,
        round=replace(
            round_of(stage, group, every.values(), number), begins=stage.round_begins(number)
        ),
        now=progress.round if most is None else min(progress.round, most),
        newest=max(made, default=0),
        rounds=progress.rounds,
        bracket=bracket(group, every) if progress.slots else None,
        hill=kind.queue(stage, group),
    )


def lines_of(stage: Stage, group: Group, marked: Marks) -> list[TableRow]:
    found = [
        TableRow(
            row.place,
            group.entries[row.entrant],
            row,
            marked.get(group.entries[row.entrant].entry_id, ()),
            row.left,
            tie=_tie(stage, group, row),
        )
        for row in group.order
    ]
    return with_cut(found, over=stage.is_over)


def _tie(stage: Stage, group: Group, row: Standing) -> str:
    """The sentence about a tie; empty before the first encounter, when all bots are tied."""
    if not row.tied or not row.played:
        return ""
    others = [str(group.entries[number].entry.bot) for number in row.tied]
    return labels.tie_words(others, stage.planned.breaks)


def ties_of(lines: Sequence[TableRow]) -> list[str]:
    """The sentences about ties of these lines, each once."""
    return list(dict.fromkeys(line.tie for line in lines if line.tie))


def with_cut(lines: Sequence[TableRow], *, over: bool) -> list[TableRow]:
    """Lines with ``cut`` set on the last one that qualifies, unless all or none qualify; of a stage
    that is ``over`` also with the places that the seed decided."""
    going = [at for at, line in enumerate(lines) if line.goes]
    if not going or going[-1] == len(lines) - 1:
        return list(lines)
    found, at = [_shared(line, lines) if over else line for line in lines], going[-1]
    found[at] = replace(found[at], cut=True)
    return found


def _shared(line: TableRow, lines: Sequence[TableRow]) -> TableRow:
    """The line; if only some of those who share its place qualify, it says that the seed decided
    which.  Bots that left share no place with others: they cannot qualify, whatever their seed."""
    equal = [each for each in lines if each.place == line.place and not each.left]
    if line.left or all(bool(each.goes) == bool(line.goes) for each in equal):
        return line
    names = [str(each.entry.entry.bot) for each in equal]
    return replace(line, tie=labels.shared_words(names, line.place))


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
