"""The half-turns of a lost game of generals that cost most land: the capital, attacks, growth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from games.decisive import Moment, Place, falls, first_of, gains, named, place_of, worst_span
from games.engine import JSON
from games.generals.engine import GeneralsEngine
from games.generals.rules import NOWHERE, World
from games.generals.terrain import NEUTRAL, Kind
from games.replayed import Played, Step
from games.texts.sentences import counted, spanned

NEAR = 8
"""Steps from a capital within which an army threatens it."""
ATTACK, SPAN = 60, 100
"""Half-turns of the longest attack, and of the longest time of growth, in one sentence."""

GUARD = (
    "Look at each half-turn for an enemy army near the capital, and lead the nearest own armies to "
    "the capital as soon as one is larger than what stands there."
)
KEEP = "Leave more units on the capital: an army that comes out of the fog cannot be outrun."
MEET = "Meet an attack with one army: tiles with a unit each stop nobody."
ORDER = "Keep an order on the queue in every half-turn: an idle half-turn is a tile that is lost."
CHECK = "Look at the board before each order: an illegal one clears the whole queue."
PATH = (
    "Take free tiles along a path that never crosses itself, and cities as soon as they are cheap."
)
FINISH = (
    "Find the capital of a weakened player before others do: its land goes to whoever takes it."
)


@dataclass(slots=True)
class _Taken:
    """Tiles that the seat lost in a half-turn, by taker, and how many of them were cities."""

    place: Place
    by: Counter[int]
    cities: int


@dataclass(slots=True)
class _Watch:
    """The game as the seat's player saw it; lists are by half-turn."""

    player: int
    rival: int = 0
    rows: list[Place] = field(default_factory=list)
    land: list[tuple[int, int]] = field(default_factory=list)
    """Of the player and of the rival."""
    idle: list[bool] = field(default_factory=list)
    dropped: list[str | None] = field(default_factory=list)
    taken: dict[int, _Taken] = field(default_factory=dict)
    threat: int = 0
    """Half-turns in a row in which an army that could take the capital was in sight near it."""
    guard: int = 0
    units: int = 0
    """Of the player's capital and of all its tiles, before the half-turn."""
    fallen: bool = False
    found: list[Moment] = field(default_factory=list)


def moments(played: Played) -> list[Moment]:
    watch: _Watch | None = None
    before = b""
    for step in played.steps_of(GeneralsEngine):
        world = step.engine.world
        if watch is None:
            watch = _Watch(step.seat + 1, _rival(played, step))
        for event in step.events:
            if event["e"] == "half" and not watch.fallen:
                _take(watch, step, event, before)
        if not watch.fallen:
            _look(watch, step, world)
        before = world.board.owners.tobytes()
    if watch is None:
        return []
    return [*watch.found, *_attacks(watch), *_growth(watch)]


def _rival(played: Played, step: Step[GeneralsEngine]) -> int:
    """The player of another team that came in first."""
    teams = [seat.team or -number for number, seat in enumerate(step.setup.seats, 1)]
    others = (seat for seat, team in enumerate(teams) if team != teams[step.seat])
    return 1 + first_of(played, step, others)


def _take(watch: _Watch, step: Step[GeneralsEngine], event: JSON, before: bytes) -> None:
    me, teams = watch.player, step.engine.world.teams
    watch.idle.append(all(move[0] != me for move in event["moves"]))
    watch.dropped.append(next((each[-1] for each in event["dropped"] if each[0] == me), None))
    for loser, taker, at in event["captures"]:
        if loser == me:
            watch.fallen = True
            watch.found.append(_capital(watch, step, event, taker, at))
            return
        if taker == watch.rival:
            watch.found.append(_conquest(watch, step, loser, before.count(loser)))
    lost = [
        (owner, kind)
        for place, owner, kind, _ in event["tiles"]
        if before[place] == me and owner != me and teams[owner] != teams[me]
    ]
    if lost:
        cities = sum(kind == Kind.CITY for _, kind in lost)
        watch.taken[step.turn] = _Taken(place_of(step), Counter(by for by, _ in lost), cities)


def _look(watch: _Watch, step: Step[GeneralsEngine], world: World) -> None:
    """Note land and units, and whether an army threatens the capital."""
    watch.rows.append(place_of(step))
    lands = {row.player: row for team in world.ranking() for row in team.players}
    watch.land.append((lands[watch.player].land, lands[watch.rival].land))
    watch.units = lands[watch.player].units
    capital = world.capitals[watch.player]
    if capital == NOWHERE:
        watch.fallen = True
        return
    owners, _, units = world.seen(world.teams[watch.player])
    watch.guard = int(world.board.unit[capital])
    teams = np.array(world.teams)
    hostile = (owners != NEUTRAL) & (teams[owners] != world.teams[watch.player])
    rows, columns = np.divmod(np.flatnonzero(hostile & (units > watch.guard)), world.board.width)
    x, y = divmod(capital, world.board.width)
    near = bool(((np.abs(rows - x) + np.abs(columns - y)) <= NEAR).any())
    watch.threat = watch.threat + 1 if near else 0


def _capital(watch: _Watch, step: Step[GeneralsEngine], event: JSON, taker: int, at: int) -> Moment:
    army = max(
        (move[3] for move in event["moves"] if move[0] == taker and move[2] == at), default=0
    )
    land = watch.land[-1][0]
    seen = (
        f"An army that could take it had been in sight for {counted(watch.threat, 'half-turn')}."
        if watch.threat
        else "No army that could take it was in sight before."
    )
    text = (
        f"In half-turn {step.turn} {named(step, taker - 1)} took its capital, and "
        f"{counted(land, 'tile')} with it: {army} units came, {watch.guard} stood there, and "
        f"{watch.units - watch.guard} stood elsewhere. {seen}"
    )
    return Moment(place_of(step), text, land + 1, GUARD if watch.threat else KEEP)


def _conquest(watch: _Watch, step: Step[GeneralsEngine], loser: int, land: int) -> Moment:
    text = (
        f"In half-turn {step.turn} {named(step, watch.rival - 1)} took the capital of "
        f"{named(step, loser - 1)}, and {counted(land, 'tile')} with it."
    )
    return Moment(place_of(step), text, land / 2, FINISH)


def _attacks(watch: _Watch) -> Iterator[Moment]:
    """The half-turns in which it lost most land, by what was left of it."""
    lands = [float(own) for own, _ in watch.land]
    for first, end in falls(lands, ATTACK):
        rows = watch.rows[first + 1 : end + 1]
        lost = [watch.taken[row.turn] for row in rows if row.turn in watch.taken]
        if not lost:
            continue  # a swamp took them
        by = sum((each.by for each in lost), Counter[int]())
        cities = sum(each.cities for each in lost)
        takers = [f"{{{player - 1}}}" for player, _ in by.most_common(2) if player != NEUTRAL]
        also = f", {counted(cities, 'city', 'cities')} among them" if cities else ""
        when = spanned("half-turn", rows[0].turn, rows[-1].turn)
        text = (
            f"In {when} it went from {lands[first]:.0f} to "
            f"{lands[end]:.0f} tiles: {' and '.join(takers) or 'nobody'} took "
            f"{by.total()}{also}."
        )
        yield Moment(rows[0], text, lands[first] - lands[end] + 10 * cities, MEET)


def _growth(watch: _Watch) -> Iterator[Moment]:
    """The half-turns in which the rival's land grew most beyond what this seat lost."""
    leads = gains(watch.land)
    first, end = worst_span(leads, SPAN)
    cost = leads[end] - leads[first]
    if cost < 1:
        return
    begin, name = watch.rows[min(first + 1, end)], f"{{{watch.rival - 1}}}"
    idle = sum(watch.idle[first:end])
    reasons = [reason for reason in watch.dropped[first:end] if reason]
    when = spanned("half-turn", begin.turn, watch.rows[end].turn)
    text = (
        f"In {when} {name} gained {cost:.0f} tiles on it: "
        f"{name} had {watch.land[end][1]} then, it {watch.land[end][0]}."
    )
    hint = PATH
    if idle * 3 > end - first:
        text += f" It carried out no move in {idle} of these half-turns."
        hint = ORDER
    if len(reasons) > 3:
        often = Counter(reasons).most_common(1)[0][0]
        text += f" {len(reasons)} of its orders were illegal, most often because {often}."
        hint = CHECK
    yield Moment(begin, text, cost / 2, hint)
