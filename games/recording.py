"""Frames of games that were played: their steps, written into a replay, and their replies, read
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.engine import JSON, Action, EndState, Engine, Event, Fault, Seat, Setup
from games.replay import KEY_EVERY, ReplayWriter
from games.wire import encode

Replies = Mapping[Seat, Action | Fault]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game: the turn, the replies of the pending seats, and the events."""

    turn: int
    replies: Replies
    events: tuple[Event, ...]


def write_frames(
    writer: ReplayWriter, number: int, setup: Setup, engine: Engine, steps: Iterable[Step]
) -> None:
    """Write game ``number`` of a match: the first frame now, one more after each of ``steps``.

    ``engine`` is fresh; taking a step from ``steps`` must bring it into the state after that step.
    """
    head: dict[str, JSON] = {"type": "frame", "game": number}
    start = {"setup": setup.to_json(), "scene": engine.scene(), "key": engine.view()}
    line = {**head, "n": writer.frames, "turn": engine.progress().turn, **start}
    writer.frame(encode(line), key=True, first=True)
    for count, step in enumerate(steps, 1):
        line = {**head, "n": writer.frames, "turn": step.turn}
        line["replies"] = replies_to_json(step.replies)
        line["events"] = [event.data for event in step.events]
        outcome = engine.outcome()
        key = count % KEY_EVERY == 0 or outcome is not None
        if key:
            line["key"] = engine.view()
        if outcome is not None:
            line["outcome"] = outcome.to_json()
        writer.frame(encode(line), key=key)


def replies_to_json(replies: Replies) -> JSON:
    """Replies as a frame holds them: a fault is ``{"fault": kind, "detail": text}``."""
    return {
        str(seat): {"fault": reply.kind.value, "detail": reply.detail}
        if isinstance(reply, Fault)
        else reply
        for seat, reply in replies.items()
    }


def replies_from_json(data: JSON) -> Replies:
    """Inverse of `replies_to_json`."""
    return {
        int(seat): Fault(EndState(reply["fault"]), reply["detail"])
        if isinstance(reply, dict) and "fault" in reply
        else reply
        for seat, reply in data.items()
    }
