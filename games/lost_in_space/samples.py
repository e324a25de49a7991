"""Random legal messages, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine import JSON, Action


def sample(options: JSON, choose: Callable[[int], int]) -> Action:
    """One of the legal actions, or sometimes the end of the turn."""
    actions = list(_actions(options))
    if not actions or not choose(4):
        return {"type": "finish"}
    return {"type": "action", "action": actions[choose(len(actions))]}


def _actions(options: JSON) -> Iterator[JSON]:
    # Actions that are rarely possible count four times, so that samples contain them.
    for _ in range(4):
        yield from (["attack", at, number] for number, at in options["attacks"])
        yield from (["interact", "Box"] for _ in range(options["box"]))
        yield from (["interact", "KeyMachine"] for _ in range(options["machine"]))
        yield from (["interact", "EscapeCapsule", True] for _ in range(options["start"]))
        yield from (["interact", "Materials", item] for item in options["materials"])
        yield from (["trap", kind] for kind in options["traps"])
        yield from (["tool", "Transport", to] for to in options["blinks"])
    yield from (["tool", "Kit"] for _ in range(options["kit"]))
    yield from (["interact", "EscapeCapsule", False] for _ in range(options["stop"]))
    yield from (["move", to] for to in (*options["moves"], *options["lifts"]))
    yield from (["detect", at] for at in options["detects"])
