"""The state of a stage of any kind: its entries by group, and what the core makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet

from arbiter.database.light import relate
from ladder.core import series as series_rules
from ladder.core.contest.qualifying import Placed
from ladder.core.seating import sides
from ladder.core.stages.contract import Progress, Standing
from ladder.core.standings import Left
from ladder.events.models import Encounter, Series, SeriesGame, Stage, StageEntry
from ladder.events.models.labels import group_name
from rulesets.catalogue import find


@dataclass(frozen=True)
class Group:
    """One group of a stage, its entries by number.

    Of a stage of encounters: its ``progress``, ``rows`` with the encounters that stand, by key, and
    ``made`` with all that were made.  Of a series: its ``state`` after the games that were
    ``played`` and count.  None of these for a season of the ladder.
    """

    number: int
    entries: Sequence[StageEntry]
    rows: Mapping[str, Encounter] = field(default_factory=dict)
    progress: Progress | None = None
    made: Sequence[Encounter] = ()
    series: Series | None = None
    state: series_rules.SeriesState | None = None
    played: Sequence[SeriesGame] = ()

    @property
    def name(self) -> str:
        """The name of the group, if the stage has several."""
        return group_name(self.number)

    @property
    def order(self) -> list[Standing]:
        """The standings of a group of encounters: best first, among equals the better seed."""
        assert self.progress is not None, "a stage of encounters"
        return sorted(self.progress.standings, key=lambda line: (line.place, line.entrant))

    @property
    def placed(self) -> list[Placed]:
        """The table by entries, also of a series; empty before a series was made."""
        rows: Sequence[Standing | series_rules.SeriesStanding] = ()
        if self.progress is not None:
            rows = self.order
        elif self.state is not None:
            rows = series_rules.standings(self.state)
        return [
            Placed(self.entries[row.entrant].entry_id, row.place, row.out, left=row.left)
            for row in rows
        ]


@dataclass(frozen=True, slots=True)
class Without:
    """The hypothetical changes of a preview: ``matches`` to leave out, ``entries`` that are
    disqualified or ``reinstated``, and ``after`` which round (from 1) to stop. ``restored`` matches
    count, though they do not now.
    """

    matches: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    reinstated: tuple[int, ...] = ()
    after: int | None = None


NOTHING = Without()


def side_seats(stage: Stage) -> list[list[int]]:
    """The seats of each side of the stage's games.  KeyError if the ruleset is not installed."""
    rules = find(stage.game, stage.ruleset)
    return sides(rules.seats, rules.teams)


def entries_of(stage: Stage) -> QuerySet[StageEntry]:
    """The entries of a stage with their bots and versions, without the long texts."""
    rows = stage.entries.select_related("entry__bot__owner", "version__bot__owner")
    return rows.defer("version__build_log", "version__failure")


_READ = (
    *("stage", "version", "group", "number", "seed", "rating", "place", "won"),
    *(f"entry__{name}" for name in ("event", "bot", "disqualified_at", "dropped_at")),
    *(f"entry__bot__{name}" for name in ("owner", "team", "game", "name", "is_house")),
    *(f"entry__bot__owner__{name}" for name in ("username", "is_active", "deleted_at")),
    *("version__bot", "version__number"),
)
"""The columns that tables show: with a thousand entries the others cost more than these."""


def seated(stage: Stage) -> list[list[StageEntry]]:
    """The entries that play, by group and number."""
    by_group: list[list[StageEntry]] = []
    every = StageEntry.objects.filter(stage=stage).exclude(number=None)
    related = every.select_related("entry__bot__owner", "version")
    rows = list(related.only(*_READ).order_by("group", "number"))
    relate(rows, "stage", stage)
    for row in rows:
        relate((row.version,), "bot", row.entry.bot)
        while len(by_group) <= row.group:
            by_group.append([])
        by_group[row.group].append(row)
    return by_group


def left_of(row: StageEntry, without: Without = NOTHING) -> Left:
    """How an entry left its stage, or is assumed to have."""
    if row.entry_id in without.entries:
        return Left.DISQUALIFIED
    if row.entry_id in without.reinstated:
        return Left.STAYED
    return row.left


def out_of(entries: Sequence[StageEntry], without: Without = NOTHING) -> frozenset[int]:
    """The numbers of entries that play no more, or are assumed to."""
    return frozenset(number for number, row in enumerate(entries) if left_of(row, without))


def disqualified_of(entries: Sequence[StageEntry], without: Without) -> frozenset[int]:
    return frozenset(
        number for number, row in enumerate(entries) if left_of(row, without) is Left.DISQUALIFIED
    )
