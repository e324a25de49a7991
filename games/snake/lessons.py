"""First steps in snake."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import JSON
from games.lessons import Lesson, Played
from games.snake.board import NONE
from games.snake.engine import SnakeEngine
from games.snake.events import EndReason

SHORT = {"rounds": 64}
BLITZ = {"rounds": 128}


def survived(played: Played) -> int:
    """Halves at whose end the learner had a snake."""
    return sum(
        event["reason"] == EndReason.ROUNDS and bool(engine.board.order[seat])
        for engine, seat, event in _events(played, "end")
    )


def eaten(played: Played) -> int:
    """Items that the learner's snakes ate by a move, or that appeared on them."""
    moves = sum(1 for *_, event in _own(played, "move") if event["item"] != NONE)
    appeared = 0
    for engine, seat, event in _events(played, "round"):
        own = set(engine.board.order[seat])
        appeared += sum(snake in own for _, snake, _ in event["eaten"])
    return moves + appeared


def splits(played: Played) -> int:
    return sum(1 for _ in _own(played, "split"))


def enclosed(played: Played) -> int:
    """Cells that loops of the learner made walls."""
    return sum(
        len(event["cells"]) for _, seat, event in _events(played, "solid") if event["owner"] == seat
    )


def _events(played: Played, kind: str) -> Iterator[tuple[SnakeEngine, int, JSON]]:
    """The events of a kind, each with the engine after its step and the learner's seat."""
    for step in played.steps():
        assert isinstance(step.engine, SnakeEngine)
        for event in step.events:
            if event["e"] == kind:
                yield step.engine, step.seat, event


def _own(played: Played, kind: str) -> Iterator[tuple[SnakeEngine, int, JSON]]:
    """Those that an op of the learner caused: the first event of a step is its op."""
    for step in played.steps():
        assert isinstance(step.engine, SnakeEngine)
        if step.events and step.events[0].get("player") == step.seat:
            yield from (
                (step.engine, step.seat, event) for event in step.events if event["e"] == kind
            )


LESSONS = (
    Lesson(
        name="stay-alive",
        title="Do not hit the wall",
        text="The edge of the board, a wall and another snake each kill a snake that moves there. "
        "Keep at least one snake to the end of both halves of 64 rounds. The code of this lesson "
        "always moves on in one direction: let it ask the board first what a move leads to.",
        opponent="drifter",
        needs=2,
        unit=("half survived", "halves survived"),
        count=survived,
        params=SHORT,
    ),
    Lesson(
        name="eat",
        title="Move and eat",
        text="Most items make a snake longer, and each of its cells is a point. The list of all "
        "items arrives before the first move, with the round in which each one appears. The code "
        "of this lesson does not look for them: let it prefer moves towards the nearest one.",
        opponent="drifter",
        needs=30,
        unit=("item eaten", "items eaten"),
        count=eaten,
        params=BLITZ,
    ),
    Lesson(
        name="split",
        title="Split",
        text="A snake may split in two, and each part moves by itself: so you gather more in a "
        "round. A side has at most four snakes, and the new one acts from the next round on. "
        "Split as soon as a snake is long enough and the rules allow it.",
        opponent="drifter",
        needs=5,
        unit=("split", "splits"),
        count=splits,
        params=BLITZ,
    ),
    Lesson(
        name="close-a-loop",
        title="Close a loop",
        text="A snake that steps on its own body becomes walls of yours, with all that lies "
        "inside the loop. Walls are points that no collision takes away. The smallest loop is a "
        "square of 2 × 2; one around open land makes many more cells yours. Close loops while "
        "another snake of yours plays on.",
        opponent="drifter",
        needs=26,
        unit=("cell made a wall", "cells made walls"),
        count=enclosed,
        params=BLITZ,
    ),
    Lesson(
        name="beat-gardener",
        title="Beat gardener",
        text="Gardener eats, closes small loops and keeps its garden. Win three of five matches "
        "against it, each two halves of 96 rounds. Go for items by what they add and how soon, "
        "also for those that are yet to come, and leave what another snake reaches before you.",
        opponent="gardener",
        needs=3,
        matches=5,
        params={"rounds": 96},
    ),
    Lesson(
        name="beat-hunter",
        title="Beat hunter",
        text="Hunter weighs every step by what it leads to, and cuts snakes off. Win one of five "
        "matches against it, each two halves of 96 rounds. Keep away from items that it reaches "
        "before you: each way to one is a way into its reach.",
        opponent="hunter",
        needs=1,
        matches=5,
        params={"rounds": 96},
    ),
)
