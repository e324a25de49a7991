"""Results by decision: a judge awards an encounter to one of its bots, and can undo that.

The bot has then won all games of the encounter, whatever was played.  Games that were played count
again when the decision is undone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.permissions import require_reason
from arbiter.kept import forget
from ladder.events import running
from ladder.events.models import Encounter, Event, Stage, StageEntry
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct
from matches.services import withdraw

if TYPE_CHECKING:
    from accounts.models import Viewer

OBSOLETE = "This encounter does not count any more, so it cannot be decided."


def candidates(row: Encounter) -> list[StageEntry]:
    """The bots that an encounter can be awarded to, in the order of their sides."""
    rows = row.stage.entries.filter(group=row.group, number__in=row.entrants)
    found = {entry.number: entry for entry in rows.select_related("entry__bot__owner")}
    return [found[number] for number in row.entrants]


def objection(row: Encounter) -> str:
    """Why a decision about an encounter cannot change; empty if it can."""
    if row.obsolete:
        return OBSOLETE
    if row.stage.event.state == Event.State.ABORTED:
        return "The event was aborted, so its results can no longer change."
    return running.objection_to_reopening(row.stage) if row.stage.is_over else ""


@transaction.atomic
def decide(row: Encounter, winner: int, by: Viewer, reason: str) -> None:
    """Award an encounter to the entrant with this number; its waiting games are withdrawn.

    PermissionDenied for people who do not judge the event, ValidationError for an encounter that
    cannot be decided, or not for this entrant, and for a missing reason.
    """
    person = require(by, row.stage.event, EventAct.JUDGE)
    why = require_reason(reason)
    row = _held(row)
    entries = {entry.number: entry for entry in candidates(row)}
    if winner not in entries:
        raise ValidationError("Choose one of the bots of this encounter.")
    if row.awarded is not None:
        raise ValidationError("This encounter is decided already. Undo that decision first.")
    row.awarded, row.award_reason, row.awarded_at = winner, why[:300], timezone.now()
    row.save(update_fields=["awarded", "award_reason", "awarded_at"])
    games = [game.match for game in row.games.select_related("match")]
    withdraw(games, "The encounter was decided by the organizers.")
    what = f"awarded {row.words} to {entries[winner].entry.bot}"
    record(person, row.stage.event, row.stage, what, why)
    _go_on(row.stage)


@transaction.atomic
def undo(row: Encounter, by: Viewer, reason: str) -> None:
    """The result follows from the games again; those that are missing are played."""
    person = require(by, row.stage.event, EventAct.JUDGE)
    why = require_reason(reason)
    row = _held(row)
    if row.awarded is None:
        raise ValidationError("This encounter is not decided, so there is nothing to undo.")
    row.awarded, row.award_reason, row.awarded_at = None, "", None
    row.save(update_fields=["awarded", "award_reason", "awarded_at"])
    record(person, row.stage.event, row.stage, f"undid the decision about {row.words}", why)
    _go_on(row.stage)


def _held(row: Encounter) -> Encounter:
    """The encounter with its stage, locked, and running again if it was finished."""
    stage = Stage.objects.select_for_update().select_related("event").get(pk=row.stage_id)
    found = Encounter.objects.get(pk=row.pk)
    found.stage = stage
    if why := objection(found):
        raise ValidationError(why)
    if stage.is_over:
        running.reopen(stage)
    return found


def _go_on(stage: Stage) -> None:
    forget()
    transaction.on_commit(partial(running.move, stage.pk), robust=True)
