"""Draws that everybody can verify: the hash of a seed is public before the event begins, and the
seed when its stage is over."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from ladder.core.contest.plan import EventPlan
from ladder.events.models import Event, Stage, StageDraw
from ladder.events.reading.viewer import EventViewer
from matches.creating import new_seed


def prepare(event: Event, plan: EventPlan) -> None:
    """Draw the seeds of stages that have none, when an event becomes public or its plan changes.

    A stage that leaves the plan takes its draw along, so that a new one of its name has another.
    """
    keys = [stage.key for stage in plan.stages]
    event.draws.exclude(key__in=keys).delete()
    known = set(event.draws.values_list("key", flat=True))
    StageDraw.objects.bulk_create(
        StageDraw(event=event, key=key, seed=new_seed(), nonce=secrets.token_hex(16))
        for key in keys
        if key not in known
    )


def seeds(event: Event, plan: EventPlan) -> dict[str, int]:
    """The seed of each stage of an event that begins, by key."""
    prepare(event, plan)
    return dict(event.draws.values_list("key", "seed"))


@dataclass(frozen=True, slots=True)
class ShownDraw:
    """A draw on the page of its stage; ``content`` is empty while the seed is secret."""

    digest: str
    content: str
    row: StageDraw


def shown(viewer: EventViewer, key: str, stage: Stage | None) -> ShownDraw | None:
    """The draw of a stage as this person may see it; None for stages that have none."""
    row = viewer.event.draws.filter(key=key).first()
    if row is None:
        return None
    row.event = viewer.event
    is_open = stage is not None and stage.is_over and viewer.results(stage)
    return ShownDraw(row.digest, row.content if is_open else "", row)
