"""First steps in microwars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine import JSON, Seat
from games.lessons import Played
from games.microwars.engine import MicrowarsEngine
from games.microwars.units import OWNER


class Turn(NamedTuple):
    """A turn: its event, the learner's seat, and who owned each unit, by the unit's id."""

    event: JSON
    seat: Seat
    owners: dict[int, Seat]


def damage(played: Played) -> int:
    """Points that the learner's enemies lost."""
    return sum(
        points
        for turn in _turns(played)
        for unit, points in turn.event["damage"]
        if turn.owners[unit] != turn.seat
    )


def steps(played: Played) -> int:
    """Moves of the learner's units that were carried out."""
    return sum(
        turn.owners[unit] == turn.seat and unit not in turn.event["blocked"]
        for turn in _turns(played)
        for unit, _, _ in turn.event["moves"]
    )


def destroyed(played: Played) -> int:
    """Enemies that are no longer on the board."""
    return sum(
        unit[-1] <= 0 and unit[OWNER] != turn.seat
        for turn in _turns(played)
        for unit in turn.event["units"]
    )


def spared(played: Played) -> int:
    """Units of the learner that are left at the end of a match that was won."""
    *_, last = played.steps_of(MicrowarsEngine)
    left = sum(unit[OWNER] == last.seat for unit in last.engine.army.units.values())
    lead = last.engine.score[last.seat] - last.engine.score[1 - last.seat]
    return left if lead > 0 else 0


def _turns(played: Played) -> Iterator[Turn]:
    owners: dict[int, Seat] = {}
    for step in played.steps_of(MicrowarsEngine):
        if not step.events:
            owners = {unit[0]: unit[OWNER] for unit in step.engine.layout.army().units.values()}
        for event in step.events:
            if event["e"] == "turn":
                yield Turn(event, step.seat, owners)
