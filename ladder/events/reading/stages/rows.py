"""The rows of the tables of stages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ladder.core.series import EntrantGame, SeriesStanding
from ladder.core.stages.contract import Standing
from ladder.core.standings import Left
from ladder.events.models import StageEntry
from ladder.events.reading.stages import labels
from ladder.events.reading.stages.lazy import LazyList
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


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entrant at its place: what a table knows of each of its lines before it makes them."""

    place: int
    entry: StageEntry
    goes: Sequence[Mark] = ()
    left: Left = Left.STAYED


class Lines(LazyList[TableRow]):
    """The lines of a table in their order.

    ``make`` returns the line at an index.  The last line that qualifies gets ``cut``, unless all or
    none qualify.  Of a stage that is ``over``, lines of bots that share a place of which only some
    qualify say that the seed decided which.  Bots that left share no place with others: they cannot
    qualify, whatever their seed.
    """

    def __init__(
        self, ranked: Sequence[Ranked], make: Callable[[int], TableRow], *, over: bool
    ) -> None:
        self.ranked = ranked
        going = [at for at, each in enumerate(ranked) if each.goes]
        last = going[-1] if going and going[-1] < len(ranked) - 1 else None
        shared = _shared(ranked) if over and last is not None else {}

        def marked(at: int) -> TableRow:
            line = make(at)
            if not line.left and (equal := shared.get(line.place)):
                names = LazyList(len(equal), lambda n: equal[n].entry.entry.bot)
                line = replace(line, tie=labels.shared_words(names, line.place))
            return replace(line, cut=True) if at == last else line

        super().__init__(len(ranked), marked)

    def of(self, entries: Collection[int]) -> list[int]:
        """The indexes of the lines of these entries, which are given by id."""
        return [at for at, each in enumerate(self.ranked) if each.entry.entry_id in entries]

    def matching(self, words: str) -> list[int]:
        """The indexes of the lines whose bot has the words in ``owner/name``, in any case."""
        wanted = words.casefold()
        names = (str(each.entry.entry.bot).casefold() for each in self.ranked)
        return [at for at, name in enumerate(names) if wanted in name]


def _shared(ranked: Sequence[Ranked]) -> Mapping[int, Sequence[Ranked]]:
    """By place the entrants that share it, where only some of them qualify."""
    by_place: dict[int, list[Ranked]] = {}
    for each in ranked:
        if not each.left:
            by_place.setdefault(each.place, []).append(each)
    return {
        place: equal for place, equal in by_place.items() if len({bool(e.goes) for e in equal}) > 1
    }


def ties_of(lines: Iterable[TableRow]) -> list[str]:
    """The sentences about ties of these lines, each once."""
    return list(dict.fromkeys(line.tie for line in lines if line.tie))
