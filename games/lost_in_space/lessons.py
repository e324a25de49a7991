"""First steps in Lost in Space."""

from __future__ import annotations

from games.lessons import Played
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.state import Status


def keys(played: Played) -> int:
    """The most keys that the learner had at once."""
    most = 0
    for step in played.steps_of(LostInSpaceEngine):
        most = max(most, len(step.engine.world.players[step.seat].keys))
    return most


def escapes(played: Played) -> int:
    """1 where the learner has left with the capsule, or 0."""
    *_, last = played.steps_of(LostInSpaceEngine)
    return int(last.engine.world.players[last.seat].status is Status.ESCAPED)


def traps(played: Played) -> int:
    """Traps that the learner placed."""
    return _acts(played, "place_trap")


def attacks(played: Played) -> int:
    """Attacks of the learner on other players."""
    return _acts(played, "attack")


def _acts(played: Played, kind: str) -> int:
    """Entries of a kind in the record of the learner."""
    return sum(
        event.get("type") == kind and event["playerid"] == step.seat
        for step in played.steps_of(LostInSpaceEngine)
        for event in step.events
    )
