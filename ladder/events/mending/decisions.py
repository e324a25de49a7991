"""Results by decision: a judge ranks the bots of an encounter, and can undo that.

All games of the encounter then have these ranks, whatever was played.  Games that were played count
again when the decision is undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.permissions import require_reason
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from ladder.events.kinds.registry import kind_of
from ladder.events.models import Encounter, Event, Stage, StageEntry
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct
from ladder.events.running import advancing
from matches.services import withdraw

if TYPE_CHECKING:
    from accounts.models import Viewer

_FIELDS = ("awarded", "award_ranks", "award_reason", "awarded_at")
OBSOLETE = "This encounter does not count any more, so it cannot be decided."


def candidates(row: Encounter) -> list[StageEntry]:
    """The bots that an encounter can be awarded to, in the order of their sides."""
    rows = row.stage.entries.filter(group=row.group, number__in=row.entrants)
    entry_of = {entry.number: entry for entry in rows.select_related("entry__bot__owner")}
    return [entry_of[number] for number in row.entrants]


def objection(row: Encounter) -> str:
    """Why a decision about an encounter cannot change; empty if it can."""
    if row.obsolete:
        return OBSOLETE
    if row.stage.event.state == Event.State.ABORTED:
        return "The event was aborted, so its results can no longer change."
    return advancing.objection_to_reopening(row.stage) if row.stage.is_over else ""


@transaction.atomic
def decide(row: Encounter, ranks: Mapping[int, int] | int, by: Viewer, reason: str) -> None:
    """Decide an encounter; its waiting games are withdrawn.  ``ranks`` are those of all entrants by
    their numbers, or the number of the winner: all others then share the second place.

    PermissionDenied for people who do not judge the event, ValidationError for an encounter that
    cannot be decided, or not by these ranks, and for a missing reason.
    """
    person = require(by, row.stage.event, EventAct.JUDGE)
    why = require_reason(reason)
    row = _held(row)
    entries = {entry.number: entry for entry in candidates(row)}
    if row.awarded is not None:
        raise ValidationError("This encounter is decided already. Undo that decision first.")
    if isinstance(ranks, int):
        if ranks not in row.entrants:
            raise ValidationError("Choose one of the bots of this encounter.")
        ranks = {number: 1 if number == ranks else 2 for number in row.entrants}
    row.award_ranks = _checked(row, ranks)
    row.awarded = row.entrants[row.award_ranks.index(1)]
    row.award_reason, row.awarded_at = why[:300], timezone.now()
    row.save(update_fields=_FIELDS)
    games = [game.match for game in row.games.select_related("match")]
    withdraw(games, "The encounter was decided by the organizers.")
    act, why = _act(row, entries, why)
    record(person, row.stage.event, row.stage, act, why)
    _go_on(row.stage)


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


def _act(row: Encounter, entries: Mapping[int | None, StageEntry], why: str) -> tuple[str, str]:
    """The act and its reason for the history."""
    if sorted(row.award_ranks) == [1, 2]:
        return f"awarded {row.title} to {entries[row.awarded].entry.bot}", why
    order = sorted(zip(row.award_ranks, row.entrants, strict=True))
    places = ", ".join(f"{rank}. {entries[number].entry.bot}" for rank, number in order)
    return f"ranked the bots of {row.title}", f"{why} ({places})"


@transaction.atomic
def undo(row: Encounter, by: Viewer, reason: str) -> None:
    """The result follows from the games again; those that are missing are played."""
    person = require(by, row.stage.event, EventAct.JUDGE)
    why = require_reason(reason)
    row = _held(row)
    if row.awarded is None:
        raise ValidationError("This encounter is not decided, so there is nothing to undo.")
    row.awarded, row.award_ranks, row.award_reason, row.awarded_at = None, [], "", None
    row.save(update_fields=_FIELDS)
    record(person, row.stage.event, row.stage, f"undid the decision about {row.title}", why)
    _go_on(row.stage)


def _held(row: Encounter) -> Encounter:
    """The encounter with its stage, locked, and running again if it was finished."""
    stage = lock(Stage.objects).select_related("event").get(pk=row.stage_id)
    held = Encounter.objects.get(pk=row.pk)
    held.stage = stage
    if why := objection(held):
        raise ValidationError(why)
    if stage.is_over:
        advancing.reopen(stage)
    return held


def _go_on(stage: Stage) -> None:
    forget()
    advancing.note_correction(stage.event_id)
    transaction.on_commit(partial(advancing.move, stage.pk), robust=True)
