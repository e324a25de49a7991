"""Results by decision: a judge ranks the bots of an encounter, and can undo that.

All games of the encounter then have these ranks, whatever was played.  Games that were played count
again when the decision is undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import User
from ladder.events.kinds.registry import kind_of
from ladder.events.mending import results
from ladder.events.mending.rulings import Ruling
from ladder.events.models import Encounter, Event, Stage, StageEntry
from ladder.events.running import advancing
from ladder.publishing import Preview
from matches.services import withdraw

OBSOLETE = "This encounter does not count any more, so it cannot be decided."


def candidates(row: Encounter) -> list[StageEntry]:
    """The bots that an encounter can be awarded to, in the order of their sides."""
    return candidates_of([row])[row.pk]


def candidates_of(rows: Sequence[Encounter]) -> dict[int, list[StageEntry]]:
    """By id of the encounter: the same for several, in one query."""
    numbers = {number for row in rows for number in row.entrants}
    groups, stages = {row.group for row in rows}, {row.stage_id for row in rows}
    found = StageEntry.objects.filter(stage__in=stages, group__in=groups, number__in=numbers)
    entry_of = {
        (entry.stage_id, entry.group, entry.number): entry
        for entry in found.select_related("entry__bot__owner")
    }
    return {
        row.pk: [entry_of[row.stage_id, row.group, number] for number in row.entrants]
        for row in rows
    }


def objection(row: Encounter) -> str:
    """Why a decision about an encounter cannot change; empty if it can."""
    return OBSOLETE if row.obsolete else results.objection_in(row.stage)


@dataclass(frozen=True)
class _OnEncounter(Ruling[Preview, None]):
    row: Encounter

    @property
    def within(self) -> Event:
        return self.row.stage.event

    def locked(self, why: str) -> Self:
        row = Encounter.objects.get(pk=self.row.pk)
        row.stage = advancing.locked(row.stage_id)
        return replace(self, row=row)


@dataclass(frozen=True)
class Decide(_OnEncounter):
    """Decide an encounter; its waiting games are withdrawn.  ``ranks`` are those of all entrants by
    their numbers, or the number of the winner: all others then share the second place."""

    ranks: Mapping[int, int] | int

    def preview(self) -> Preview:
        decided = "This encounter is decided already. Undo that decision first."
        return Preview(
            objection=objection(self.row) or (decided if self.row.awarded is not None else "")
        )

    def apply(self, shown: Preview, person: User, why: str) -> None:
        row, ranks = self.row, self.ranks
        if isinstance(ranks, int):
            if ranks not in row.entrants:
                raise ValidationError("Choose one of the bots of this encounter.")
            ranks = {number: 1 if number == ranks else 2 for number in row.entrants}
        checked = _checked(row, ranks)
        _store(row, row.entrants[checked.index(1)], checked, why[:300])
        games = [game.match for game in row.games.select_related("match")]
        withdraw(games, "The encounter was decided by the organizers.")

    def history(self, shown: Preview, why: str) -> tuple[Stage, str, str]:
        row, bots = self.row, {each.number: each.entry.bot for each in candidates(self.row)}
        if sorted(row.award_ranks) == [1, 2]:
            return row.stage, f"awarded {row.title} to {bots[row.awarded]}", why
        order = sorted(zip(row.award_ranks, row.entrants, strict=True))
        places = ", ".join(f"{rank}. {bots[number]}" for rank, number in order)
        return row.stage, f"ranked the bots of {row.title}", f"{why} ({places})"


class UndoDecision(_OnEncounter):
    """The result follows from the games again; those that are missing are played."""

    def preview(self) -> Preview:
        undecided = "This encounter is not decided, so there is nothing to undo."
        return Preview(
            objection=objection(self.row) or (undecided if self.row.awarded is None else "")
        )

    def apply(self, shown: Preview, person: User, why: str) -> None:
        _store(self.row, None, [], "")

    def history(self, shown: Preview, why: str) -> tuple[Stage, str, str]:
        return self.row.stage, f"undid the decision about {self.row.title}", why


def _checked(row: Encounter, ranks: Mapping[int, int]) -> list[int]:
    """The ranks in the order of the entrants; entrants who share a rank have the best of theirs."""
    if ranks.keys() != set(row.entrants):
        raise ValidationError("Rank each bot of this encounter, and no other.")
    given = [ranks[number] for number in row.entrants]
    if 1 not in given or not all(1 <= rank <= len(given) for rank in given):
        raise ValidationError(f"Enter ranks from 1 to {len(given)}. One bot at least is first.")
    if kind_of(row.stage).one_winner and given.count(1) > 1:
        raise ValidationError("An encounter of a bracket has one winner. Rank one bot first.")
    return [1 + sum(other < rank for other in given) for rank in given]


def _store(row: Encounter, awarded: int | None, ranks: list[int], why: str) -> None:
    """Store a decision, or that there is none.  A finished stage is running again."""
    advancing.outdate(row.stage)
    if row.stage.is_over:
        advancing.reopen(row.stage)
    row.awarded, row.award_ranks, row.award_reason = awarded, tuple(ranks), why
    row.awarded_at = None if awarded is None else timezone.now()
    row.save(update_fields=["awarded", "award_ranks", "award_reason", "awarded_at"])
    results.go_on(row.stage)
