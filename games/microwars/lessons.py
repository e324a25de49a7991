"""First steps in microwars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine import JSON, Seat
from games.lessons import Lesson, Played
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
    *_, last = played.steps()
    assert isinstance(last.engine, MicrowarsEngine)
    left = sum(unit[OWNER] == last.seat for unit in last.engine.army.units.values())
    lead = last.engine.score[last.seat] - last.engine.score[1 - last.seat]
    return left if lead > 0 else 0


def _turns(played: Played) -> Iterator[Turn]:
    owners: dict[int, Seat] = {}
    for step in played.steps():
        assert isinstance(step.engine, MicrowarsEngine)
        if not step.events:
            owners = {unit[0]: unit[OWNER] for unit in step.engine.layout.army().units.values()}
        for event in step.events:
            if event["e"] == "turn":
                yield Turn(event, step.seat, owners)


LESSONS = (
    Lesson(
        name="hit",
        title="Hit",
        text="Each unit may shoot once in a turn: a tank at the fields beside it, a cannon up to "
        "four fields away, at all units in the block of nine around its target. Take points "
        "from straggler's units. The code of this lesson can choose a target within reach, but no "
        "order uses it.",
        opponent="straggler",
        needs=40,
        unit=("point taken", "points taken"),
        count=damage,
        ruleset="skirmish",
    ),
    Lesson(
        name="destroy",
        title="Destroy units",
        text="A unit without points leaves the board, and each one is a point for the other side. "
        "A hit on each of ten cannons is worth nothing, ten hits on one are worth a point. Add the "
        "shots of your units up on one enemy, and begin with those that have few points left. The "
        "code of this lesson does not.",
        opponent="straggler",
        needs=7,
        unit=("unit destroyed", "units destroyed"),
        count=destroyed,
        params={"most_turns": 100},
    ),
    Lesson(
        name="keep-moving",
        title="Keep moving",
        text="All shots fall on the positions from the start of the turn. Two units that choose "
        "the same field both stay where they are, and nobody may choose a field that is taken. "
        "Have your units carry out many moves: away from the fields that enemies aim at, and "
        "never two to the same one.",
        opponent="straggler",
        needs=155,
        unit=("move carried out", "moves carried out"),
        count=steps,
        params={"most_turns": 100},
    ),
    Lesson(
        name="spare-your-own",
        title="Win, and keep your units",
        text="Cannons reach far and die soon, and a block of nine hits your own units, too. Win "
        "against straggler, and have more than half of your eight units left. The code of this "
        "lesson counts a hit on a unit of yours as a good one.",
        opponent="straggler",
        needs=13,
        matches=3,
        unit=("unit left in matches that were won", "units left in matches that were won"),
        count=spared,
        ruleset="skirmish",
        params={"width": 12, "height": 8, "tanks": 4, "cannons": 4},
    ),
    Lesson(
        name="beat-straggler",
        title="Beat straggler",
        text="Straggler moves each unit for itself and shoots at the nearest enemy. Win two of "
        "three matches on small boards: give each unit an order in each turn, with a target and a "
        "step.",
        opponent="straggler",
        needs=2,
        matches=3,
        ruleset="skirmish",
    ),
    Lesson(
        name="beat-gunner",
        title="Stand up to gunner",
        text="Gunner advances in line, keeps its distance, and adds its shots up to kills. Hit "
        "back: a cannon may shoot at any field within reach, so its block also hits units five "
        "fields away, or several at once. Weigh what each target is worth.",
        opponent="gunner",
        needs=4,
        matches=5,
        unit=("unit destroyed", "units destroyed"),
        count=destroyed,
        ruleset="skirmish",
    ),
)
