"""All kinds of stages, and how a stage stands by its kind."""

from __future__ import annotations

from collections.abc import Mapping

from ladder.core.contest.plan import Kind, StagePlan
from ladder.core.contest.qualifying import Placed
from ladder.events.kinds.contract import StageKind
from ladder.events.kinds.encounter_state import counts
from ladder.events.kinds.formats import FORMATS_OF_ENCOUNTERS
from ladder.events.kinds.season import SEASON
from ladder.events.kinds.series import SERIES
from ladder.events.kinds.state import NOTHING, Group, Without, left_of, seated
from ladder.events.models import Stage

KINDS: Mapping[Kind, StageKind] = {
    each.kind: each for each in (*FORMATS_OF_ENCOUNTERS, SERIES, SEASON)
}


def kind_of(stage: Stage | StagePlan) -> StageKind:
    return KINDS[stage.kind]


class States:
    """The states of stages, each computed once: for acts and previews that ask several questions
    about the same results.  Results that are added meanwhile are not seen."""

    def __init__(self) -> None:
        self._groups: dict[tuple[int, Without], list[Group]] = {}

    def groups(self, stage: Stage, without: Without = NOTHING) -> list[Group]:
        """Every group of a stage that has begun, by the games that count."""
        key = (stage.pk, without)
        if key not in self._groups:
            self._groups[key] = kind_of(stage).groups(stage, without)
        return self._groups[key]

    def table(self, stage: Stage, without: Without = NOTHING) -> list[Placed]:
        """The stage's table so far, by entries: best first, among equals the better seed.

        Empty before it has begun.  That of a stage which was skipped are those who would have
        played.
        """
        if stage.state == Stage.State.WAITING:
            return []
        if stage.state == Stage.State.SKIPPED:
            rows = [row for group in seated(stage) for row in group]
            return [
                Placed(row.entry_id, n, bool(left := left_of(row, without)), left=left)
                for n, row in enumerate(rows, 1)
            ]
        return kind_of(stage).places(stage, self.groups(stage, without), without)

    def counting(self, stage: Stage, without: Without = NOTHING) -> frozenset[int]:
        """The matches of a stage whose results count."""
        stage_groups = self.groups(stage, without)
        rows = [row for group in stage_groups for row in group.rows.values() if row.awarded is None]
        met = {game.match for row in rows for game in row.attempts if counts(game, without)}
        return frozenset(met | {game.match_id for group in stage_groups for game in group.played})


def groups(stage: Stage, without: Without = NOTHING) -> list[Group]:
    """`States.groups`, for one question."""
    return States().groups(stage, without)


def table(stage: Stage, without: Without = NOTHING) -> list[Placed]:
    """`States.table`, for one question."""
    return States().table(stage, without)
