"""Acts on a whole circuit: create, change, publish, finish, delete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import Viewer
from arbiter import texts
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from games.registry import GAMES
from ladder.core.contest.plan import StagePlan
from ladder.events.circuits.permissions import CircuitAct, record_act, require
from ladder.events.models import Circuit, CircuitMember, CircuitRole, Event
from ladder.events.models.circuits import usual_points
from ladder.events.permissions import require_creator

RESERVED = ("new",)
"""Addresses below /events/circuits/ that are pages of their own."""
MOST_EVENTS = 60
MOST_POINTS = 1000
MOST_PLACES = 64
GAME_STAYS = "{event} has no final stage of {game}. Take it out of the circuit first."


@dataclass(frozen=True)
class CircuitDraft:
    """The fields of a circuit's form."""

    name: str
    about: str = ""
    game: str = ""
    rows: str = Circuit.Rows.PEOPLE
    points: Sequence[int] = field(default_factory=usual_points)
    best: int = 0


@transaction.atomic
def create(by: Viewer, draft: CircuitDraft) -> Circuit:
    """A draft, visible to its people only, whose owner is its author."""
    organizer = require_creator(by)
    _check(draft)
    circuit = Circuit(slug=texts.free_slug(draft.name, _is_taken, "circuit"), created_by=organizer)
    _write(circuit, draft)
    CircuitMember.objects.create(circuit=circuit, person=organizer, role=CircuitRole.OWNER)
    record_act(organizer, circuit, "drafted")
    return circuit


@transaction.atomic
def change(circuit: Circuit, by: Viewer, draft: CircuitDraft) -> None:
    """Anything at any time until the circuit is finished; the table follows."""
    organizer = require(by, circuit, CircuitAct.CHANGE)
    circuit = unfinished(circuit)
    _check(draft)
    for leg in circuit.legs.select_related("event"):
        if draft.game and draft.game not in games_of(leg.event):
            refusal = GAME_STAYS.format(event=leg.event, game=GAMES.title(draft.game))
            raise ValidationError({"game": refusal})
    _write(circuit, draft)
    record_act(organizer, circuit, "changed")


def _is_taken(slug: str) -> bool:
    return slug in RESERVED or Circuit.objects.filter(slug=slug).exists()


def _check(draft: CircuitDraft) -> None:
    if not draft.name.strip():
        raise ValidationError({"name": "Enter a name."})
    texts.require_lines(name=draft.name.strip())
    texts.require_texts(about=draft.about)
    if draft.game and draft.game not in GAMES:
        raise ValidationError({"game": "There is no such game here. Choose another."})
    if draft.rows not in Circuit.Rows:
        raise ValidationError({"rows": "Choose one of these."})
    points = list(draft.points)
    if not 1 <= len(points) <= MOST_PLACES:
        raise ValidationError({"points": f"Enter the points of 1 to {MOST_PLACES} places."})
    if points != sorted(points, reverse=True) or not 0 <= points[-1] <= points[0] <= MOST_POINTS:
        refusal = f"Enter numbers from {MOST_POINTS} to 0, none greater than the one before it."
        raise ValidationError({"points": refusal})
    if not 0 <= draft.best <= MOST_EVENTS:
        raise ValidationError({"best": f"Enter a number from 0 to {MOST_EVENTS}."})


def _write(circuit: Circuit, draft: CircuitDraft) -> None:
    circuit.name, circuit.about = draft.name.strip(), draft.about.strip()
    circuit.game, circuit.rows = draft.game, draft.rows
    circuit.points, circuit.best = list(draft.points), draft.best
    circuit.save()
    forget()


def locked(circuit: Circuit) -> Circuit:
    """The row, locked until the transaction ends."""
    return lock(Circuit.objects, deletes=True).get(pk=circuit.pk)


def unfinished(circuit: Circuit) -> Circuit:
    """The circuit, locked; ValidationError if it is finished."""
    fresh = locked(circuit)
    if fresh.state == Circuit.State.FINISHED:
        raise ValidationError("The circuit is finished. Open it again to change it.")
    return fresh


@transaction.atomic
def set_state(circuit: Circuit, by: Viewer, state: str) -> None:
    """Publish a draft, finish a circuit, or open a finished one again."""
    organizer = require(by, circuit, CircuitAct.OWN)
    circuit = locked(circuit)
    steps = {
        (Circuit.State.DRAFT, Circuit.State.RUNNING): "published",
        (Circuit.State.RUNNING, Circuit.State.FINISHED): "finished",
        (Circuit.State.FINISHED, Circuit.State.RUNNING): "opened again",
    }
    act = steps.get((Circuit.State(circuit.state), Circuit.State(state)))
    if act is None:
        raise ValidationError(f"The circuit is {circuit.get_state_display()} already.")
    if state == Circuit.State.FINISHED and _unplayed(circuit):
        raise ValidationError(
            "Not all events of the circuit are over. Wait for them, or take them out first."
        )
    circuit.state = state
    circuit.save(update_fields=["state"])
    forget()
    record_act(organizer, circuit, act)


def _unplayed(circuit: Circuit) -> bool:
    over = (Event.State.FINISHED, Event.State.ABORTED)
    return circuit.legs.exclude(event__state__in=over).exists()


@transaction.atomic
def discard(circuit: Circuit, by: Viewer) -> None:
    """Delete a draft.  Its events stay."""
    organizer = require(by, circuit, CircuitAct.OWN)
    circuit = locked(circuit)
    if circuit.state != Circuit.State.DRAFT:
        raise ValidationError("Only a draft can be deleted.")
    record_act(organizer, circuit, "deleted")
    circuit.delete()


def games_of(event: Event) -> list[str]:
    return [stage.game for stage in finals_of(event)]


def finals_of(event: Event) -> Sequence[StagePlan]:
    """The final stages of an event, as planned; none if this version cannot read its plan."""
    try:
        return event.planned.finals
    except ValueError:
        return ()
