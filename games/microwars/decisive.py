"""The turns of a lost game of microwars that cost most units: fights, own fire, spread fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.decisive import Moment, Place, episodes, named, place_of
from games.engine import JSON, Seat
from games.microwars.engine import MicrowarsEngine
from games.microwars.units import KIND, OWNER, SPECS, Kind, Unit
from games.replayed import Played, Step
from games.texts.sentences import counted, spanned

PAUSE = 5
"""Turns without a loss after which another fight begins."""

TOGETHER = "Wait for the others before a unit comes into range, so that all of them shoot at once."
AWAY = "Keep cannons five fields from enemy tanks and four from targets: step back after a shot."
HURT = "Pull a unit with few points out of range: it is a point for the other side only when gone."
BLOCK = (
    "Count the units in the block of nine around each target, and shoot only where more enemies "
    "than own units stand."
)
FOCUS = "Add the shots of all units up on the enemy with the fewest points that most can reach."


@dataclass(slots=True)
class _Loss:
    """A turn in which the seat lost ``units``; ``ready`` counts the units of the seat and of the
    other side that had an enemy within range, ``blows`` the points that each side's shots took
    from the seat's units."""

    place: Place
    units: list[Unit]
    won: int
    ready: tuple[int, int]
    blows: tuple[int, int]


@dataclass(slots=True)
class _Spread:
    """The points that a side took from the other one, and the units that it destroyed."""

    points: int = 0
    destroyed: int = 0


@dataclass(slots=True)
class _Game:
    other: str = ""
    losses: dict[int, _Loss] = field(default_factory=dict)
    own_points: int = 0
    own_units: float = 0.0
    """Taken by shots of the seat from units of its own."""
    worst: tuple[int, Place] | None = None
    """The points of the turn in which they took most."""
    spread: tuple[_Spread, _Spread] = field(default_factory=lambda: (_Spread(), _Spread()))
    idle: Place | None = None
    """The turn in which the seat took most points without destroying a unit."""
    most: int = 0


def moments(played: Played) -> list[Moment]:
    game, before = _Game(), dict[int, Unit]()
    start = before
    for step in played.steps_of(MicrowarsEngine):
        engine = step.engine
        if step.begins:
            game.other, start = named(step, 1 - step.seat), dict(engine.army.units)
        for event in step.events:
            if event["e"] == "turn":
                _take(game, step, event, before, start)
        before = dict(engine.army.units)
    return [*_fights(game), *_own_fire(game), *_spread(game)]


def _take(
    game: _Game,
    step: Step[MicrowarsEngine],
    event: JSON,
    before: dict[int, Unit],
    start: dict[int, Unit],
) -> None:
    seat = step.seat
    gone = [before[unit[0]] for unit in event["units"] if unit[-1] <= 0]
    lost = [unit for unit in gone if unit[OWNER] == seat]
    hits = {side: _hits(event, before, side) for side in (seat, 1 - seat)}
    blows = tuple(_points(hits[side], before, seat) for side in (seat, 1 - seat))
    mine, theirs = game.spread
    taken = _points(hits[seat], before, 1 - seat)
    mine.points += taken
    mine.destroyed += len(gone) - len(lost)
    theirs.points += blows[1]
    theirs.destroyed += len(lost)
    if taken > game.most and len(gone) == len(lost):
        game.most, game.idle = taken, place_of(step)
    if lost:
        ready = _ready(before, seat), _ready(before, 1 - seat)
        won = len(gone) - len(lost)
        game.losses[step.turn] = _Loss(place_of(step), lost, won, ready, (blows[0], blows[1]))
    if blows[0]:
        game.own_points += blows[0]
        game.own_units += sum(
            points / max(1, start[unit][-1])
            for unit, points in hits[seat].items()
            if before[unit][OWNER] == seat
        )
        if game.worst is None or blows[0] > game.worst[0]:
            game.worst = blows[0], place_of(step)


def _hits(event: JSON, before: dict[int, Unit], side: Seat) -> dict[int, int]:
    """The points that a side's shots of a turn take, by unit."""
    at = {(unit[3], unit[4]): unit[0] for unit in before.values()}
    found: dict[int, int] = {}
    for shooter, x, y in event["shots"]:
        if before[shooter][OWNER] != side:
            continue
        spec = SPECS[Kind(before[shooter][KIND])]
        for dx in range(-spec.blast, spec.blast + 1):
            for dy in range(-spec.blast, spec.blast + 1):
                unit = at.get((x + dx, y + dy))
                if unit is not None:
                    found[unit] = found.get(unit, 0) + spec.power
    return found


def _points(hits: dict[int, int], units: dict[int, Unit], owner: Seat) -> int:
    return sum(points for unit, points in hits.items() if units[unit][OWNER] == owner)


def _ready(units: dict[int, Unit], side: Seat) -> int:
    """How many units of a side have an enemy within range."""
    enemies = [unit for unit in units.values() if unit[OWNER] != side]
    return sum(
        any(max(abs(unit[3] - x), abs(unit[4] - y)) <= _range(unit) for _, _, _, x, y, _ in enemies)
        for unit in units.values()
        if unit[OWNER] == side
    )


def _range(unit: Unit) -> int:
    spec = SPECS[Kind(unit[KIND])]
    return spec.reach + spec.blast


def _fights(game: _Game) -> Iterator[Moment]:
    for fight in episodes(game.losses, PAUSE):
        first, last = fight[0], fight[-1]
        units = [unit for each in fight for unit in each.units]
        won = sum(each.won for each in fight)
        own, theirs = (max(each.ready[side] for each in fight) for side in (0, 1))
        self_hit = sum(each.blows[0] for each in fight)
        when = spanned("turn", first.place.turn, last.place.turn)
        also = f"; its own shots took {counted(self_hit, 'point')} of these" if self_hit else ""
        text = (
            f"In {when} it lost {_kinds(units)} and destroyed {won}. At most {own} of its units "
            f"had an enemy in range, and {theirs} of {game.other}'s{also}."
        )
        yield Moment(first.place, text, len(units) - won / 2, _hint(units, own, theirs, self_hit))


def _hint(units: list[Unit], own: int, theirs: int, self_hit: int) -> str:
    if self_hit > len(units):
        return BLOCK
    if own < theirs:
        return TOGETHER
    cannons = sum(unit[KIND] == Kind.CANNON for unit in units)
    return AWAY if cannons * 2 > len(units) else HURT


def _kinds(units: list[Unit]) -> str:
    cannons = sum(unit[KIND] == Kind.CANNON for unit in units)
    parts = [(len(units) - cannons, "tank"), (cannons, "cannon")]
    return " and ".join(counted(number, kind) for number, kind in parts if number)


def _own_fire(game: _Game) -> Iterator[Moment]:
    if game.worst is None:
        return
    most, place = game.worst
    text = (
        f"Its own shots took {counted(game.own_points, 'point')} from its own units, most of them "
        f"({most}) in turn {place.turn}."
    )
    yield Moment(place, text, game.own_units * 1.5, BLOCK)


def _spread(game: _Game) -> Iterator[Moment]:
    """Hits that destroyed little: the other side needed fewer for each unit."""
    mine, theirs = game.spread
    if game.idle is None or not theirs.destroyed:
        return
    for_one = theirs.points / theirs.destroyed
    missed = mine.points / max(1.0, for_one) - mine.destroyed
    if missed < 1:
        return
    text = (
        f"It took {counted(mine.points, 'point')} from {game.other}'s units and destroyed "
        f"{mine.destroyed}; {game.other} took {theirs.points} and destroyed {theirs.destroyed}. "
        f"In turn {game.idle.turn} {counted(game.most, 'hit')} destroyed no unit."
    )
    yield Moment(game.idle, text, missed, FOCUS)
