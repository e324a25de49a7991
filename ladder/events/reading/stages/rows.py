"""The rows of the tables of stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ladder.core.series import EntrantGame, SeriesStanding
from ladder.core.stages.contract import Standing
from ladder.core.standings import Left
from ladder.events.models import StageEntry
from ladder.events.reading.stages import labels
from ladder.events.reading.stages.qualifying import Mark


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """An entrant of a series.  ``parts`` has one for each game, None where it sat out or had left.
    ``qualified``: it was in the next stage before."""

    entry: StageEntry
    standing: SeriesStanding
    parts: tuple[EntrantGame | None, ...]
    qualified: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """An entrant in the table of a stage.

    ``group`` is a letter, empty if the stage has one group.  ``left`` is how it left the stage
    before its end; ``goes`` says for which stages it qualifies, ``cut``: it is the last one that
    does.  ``tie`` names the tied bots if the seed decided the place.

    ``standing`` has points and results of encounters, or of a season by points; ``series`` wins,
    handicap and games of a series.  Of a season ``figure`` is the points or the rating as text,
    empty before the first rated match; ``counted`` of ``played`` matches count for it.
    """

    place: int
    entry: StageEntry
    group: str = ""
    standing: Standing | None = None
    goes: Sequence[Mark] = ()
    left: Left = Left.STAYED
    cut: bool = False
    tie: str = ""
    series: SeriesRow | None = None
    figure: str = ""
    counted: int = 0
    played: int = 0


def ties_of(lines: Sequence[TableRow]) -> list[str]:
    """The sentences about ties of these lines, each once."""
    return list(dict.fromkeys(line.tie for line in lines if line.tie))


def with_cut(lines: Sequence[TableRow], *, over: bool) -> list[TableRow]:
    """Lines with ``cut`` set on the last one that qualifies, unless all or none qualify; of a stage
    that is ``over`` also with the places that the seed decided."""
    going = [at for at, line in enumerate(lines) if line.goes]
    if not going or going[-1] == len(lines) - 1:
        return list(lines)
    marked, at = [_shared(line, lines) if over else line for line in lines], going[-1]
    marked[at] = replace(marked[at], cut=True)
    return marked


def _shared(line: TableRow, lines: Sequence[TableRow]) -> TableRow:
    """The line; if only some of those who share its place qualify, it says that the seed decided
    which.  Bots that left share no place with others: they cannot qualify, whatever their seed."""
    equal = [each for each in lines if each.place == line.place and not each.left]
    if line.left or all(bool(each.goes) == bool(line.goes) for each in equal):
        return line
    names = [str(each.entry.entry.bot) for each in equal]
    return replace(line, tie=labels.shared_words(names, line.place))
