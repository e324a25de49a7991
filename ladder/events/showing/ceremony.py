"""How the results of a stage open: at a set time, round by round, or place by place.

`Stage.reveal` says who sees all results.  ``rounds_shown`` opens the first rounds to everybody
before the others, ``places_shown`` the last places of the final table.  Steps can be undone until
all is shown.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User, Viewer
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from audit import services as audit
from ladder.advancing import Machine
from ladder.core.contest.plan import EventPlan, Reveal, leading_to
from ladder.core.contest.qualifying import Placed, final_table
from ladder.events.changes import moment
from ladder.events.kinds.audience import show_matches
from ladder.events.kinds.registry import kind_of
from ladder.events.models import Stage
from ladder.events.notifications import tell_stuck
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct
from ladder.events.running import advancing

logger = logging.getLogger(__name__)

MOST_ROUNDS = 1000
SHOWN = "All results of this stage are shown to everybody already. Hide them first."


def final_places_of(stage: Stage) -> list[Placed]:
    """The final table of a final stage by all stages that are over, whoever may see them; empty
    while the stage is not over."""
    rows = list(stage.event.stages.all())
    plan = EventPlan(tuple(each.planned for each in rows))
    placed = {each.key: advancing.final_places(each) for each in rows if each.is_over}
    return final_table(plan, stage.key, placed) if stage.key in placed else []


def places_of(stage: Stage) -> list[int]:
    """The places of the final table, from the first to the last; several bots may share one."""
    return sorted({row.place for row in final_places_of(stage)})


def _locked(stage: Stage) -> Stage:
    return lock(Stage.objects).select_related("event").get(pk=stage.pk)


def _hidden(stage: Stage) -> Stage:
    """The stage, locked; ValidationError where nothing of it is kept back."""
    hidden = _locked(stage)
    if hidden.reveal == Reveal.PUBLIC:
        raise ValidationError(SHOWN)
    return hidden


def _keep(stage: Stage, actor: User, act: str, *fields: str) -> None:
    """Store a step, with its act in the history."""
    stage.save(update_fields=fields)
    forget()
    record(actor, stage.event, stage, act)


# Everything at once -------------------------------------------------------------------------------


@transaction.atomic
def open_now(stage: Stage, by: Viewer) -> None:
    """Show all results of a stage, and of those that lead to it, to everybody."""
    actor = require(by, stage.event, EventAct.REVEAL)
    stage = _hidden(stage)
    _open(stage)
    record(actor, stage.event, stage, "shown to: public")


def _open(stage: Stage) -> None:
    """Entrants are results of the stages before, so these open, too."""
    rows = {each.key: each for each in stage.event.stages.all()}
    keys = leading_to(stage.key, lambda key: rows[key].planned.sources)
    opening = Stage.objects.filter(pk__in=[rows[key].pk for key in keys])
    opening.update(reveal=Reveal.PUBLIC.value, reveals_at=None)
    stage.refresh_from_db()
    show_matches(stage.event)
    forget()


@transaction.atomic
def set_time(stage: Stage, by: Viewer, when: datetime | None) -> None:
    """Have all results of a stage open by themselves at this time; None: they stay as they are."""
    actor = require(by, stage.event, EventAct.REVEAL)
    stage = _hidden(stage)
    if when is not None and when <= timezone.now():
        raise ValidationError("This time has passed. Choose a later one, or show the results now.")
    stage.reveals_at = when
    act = "results open at no set time"
    if when is not None:
        act = f"results open: {moment(when, stage.event.time_zone)}"
    _keep(stage, actor, act, "reveals_at")


def open_when_due() -> None:
    """Open the stages whose time has come, also where it came while the site was off."""
    due = Stage.objects.filter(reveals_at__lte=timezone.now()).exclude(reveal=Reveal.PUBLIC)
    _RESULTS.move_all(due.values_list("pk", flat=True))


def _open_when_due(stage: Stage) -> None:
    when = stage.reveals_at
    if when is None or when > timezone.now() or stage.reveal == Reveal.PUBLIC:
        return
    _open(stage)
    reason = f"The time that was set: {moment(when, stage.event.time_zone)}"
    audit.record(None, stage, "shown to: public", reason)
    logger.info("%s has opened its results", stage)


_RESULTS = Machine[Stage](
    "open the results", lambda: Stage.objects.select_related("event"), _open_when_due, tell_stuck
)


# Round by round -----------------------------------------------------------------------------------


@transaction.atomic
def show_rounds(stage: Stage, by: Viewer, number: int) -> None:
    """Show the results of the first rounds, or games of a series, and keep back the others."""
    actor = require(by, stage.event, EventAct.REVEAL)
    stage = _hidden(stage)
    if not kind_of(stage).part:
        raise ValidationError(f"A {stage.kind.label} has no rounds.")
    if not 0 <= number <= MOST_ROUNDS:
        raise ValidationError(f"Enter a round from 0 to {MOST_ROUNDS}.")
    stage.rounds_shown = number
    stage.save(update_fields=["rounds_shown"])
    show_matches(stage.event)
    forget()
    record(
        actor, stage.event, stage, f"shown up to round {number}" if number else "no round is shown"
    )


# Place by place -----------------------------------------------------------------------------------


@transaction.atomic
def begin(stage: Stage, by: Viewer, first: int | None = None) -> None:
    """Begin the ceremony: the final table shows the places behind ``first``, by default none."""
    actor = require(by, stage.event, EventAct.REVEAL)
    stage = _hidden(stage)
    places = places_of(stage)
    plan = EventPlan(tuple(each.planned for each in stage.event.stages.all()))
    if stage.key not in {final.key for final in plan.finals}:
        raise ValidationError("Only a final stage has a final table. Choose one of these.")
    if not places:
        raise ValidationError("The stage is not over, so its places are not final. Wait for it.")
    if stage.places_shown is not None:
        raise ValidationError("The ceremony of this stage has begun already.")
    first = places[-1] if first is None else first
    if not 1 <= first <= places[-1]:
        raise ValidationError(f"Enter a place from 1 to {places[-1]}.")
    behind = [place for place in places if place > first]
    stage.places_shown = behind[0] if behind else places[-1] + 1
    _keep(stage, actor, f"ceremony begun from place {first} on", "places_shown")


@transaction.atomic
def step(stage: Stage, by: Viewer, seen: int) -> bool:
    """Show the next place, or all places if it is the first one; returns whether it was shown.

    ``seen`` is the place that the announcer saw as the last one: a key that is pressed twice, or
    by two people, shows one place.
    """
    actor = require(by, stage.event, EventAct.REVEAL)
    stage = _locked(stage)
    _require_begun(stage)
    coming = [place for place in places_of(stage) if place < (stage.places_shown or 0)]
    if seen != stage.places_shown or not coming or stage.reveal == Reveal.PUBLIC:
        return False
    stage.places_shown = coming[-1]
    stage.save(update_fields=["places_shown"])
    if len(coming) == 1:
        _open(stage)
    forget()
    record(actor, stage.event, stage, f"ceremony: place {coming[-1]} shown")
    return True


@transaction.atomic
def step_back(stage: Stage, by: Viewer, seen: int) -> bool:
    """Hide the place that was shown last; before the first step, end the ceremony."""
    actor = require(by, stage.event, EventAct.REVEAL)
    stage = _locked(stage)
    _require_begun(stage)
    if stage.reveal == Reveal.PUBLIC:
        raise ValidationError("All places are shown to everybody, so no step can be undone.")
    if seen != stage.places_shown:
        return False
    places = places_of(stage)
    behind = [place for place in places if place > seen]
    last = places[-1] if places else 0
    stage.places_shown = None if seen > last else behind[0] if behind else last + 1
    ended = stage.places_shown is None
    act = "ceremony ended" if ended else f"ceremony: place {seen} hidden"
    _keep(stage, actor, act, "places_shown")
    return True


def _require_begun(stage: Stage) -> None:
    if stage.places_shown is None:
        raise ValidationError("The ceremony of this stage has not begun. Begin it first.")
