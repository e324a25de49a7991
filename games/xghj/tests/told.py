"""The messages to a seat in a game, line by line, and the knowledge that they give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from games.engine import SeatSetup, Setup
from games.xghj.engine import XghjEngine
from games.xghj.game import XGHJ
from games.xghj.orders import USUAL, Relation
from games.xghj.state import NOBODY
from games.xghj.wire import XghjWire

HIDDEN, FREE, NOWHERE = 213, 233, (255, 255)


def setup(ruleset: str, seed: int = 1, rounds: int = 30) -> Setup:
    given = XGHJ.ruleset(ruleset)
    seats = tuple(SeatSetup(index, f'n° {index} \t"\\') for index in range(given.seats))
    return Setup(seats, seed, ruleset, {**given.params, "constants": {"max_round": rounds}})


@dataclass(frozen=True)
class Told:
    """A line to a seat, and what its AI must say that it has understood."""

    seat: int
    line: bytes
    trace: str


def follow(given: Setup) -> Iterator[Told]:
    """A game of sample actions, as its seats read it."""
    engine, random = XghjEngine(given), Random(given.seed)
    wires = [XghjWire(given, seat) for seat in engine.state.players]
    for seat, wire in enumerate(wires):
        yield Told(seat, wire.begin(engine.scene(), engine.view(seat)), "")
    while asked := engine.pending():
        for seat, ask in asked.items():
            phase = ask.prompt["phase"]
            if phase == "bid":
                trace = ["ground", *ground_of(engine)]
            elif phase == "spawn":
                named = ask.prompt["chosen"]
                trace = ["chosen", *(number for point in named for number in point)]
            else:
                trace = ["round", *numbers_of(engine, seat)]
            yield Told(seat, wires[seat].ask(ask), " ".join(map(str, trace)))
        engine.submit({seat: XGHJ.sample_action(engine, seat, random.randrange) for seat in asked})


def ground_of(engine: XghjEngine) -> list[int]:
    ground, scenario = engine.rules.ground, engine.scenario
    found = [ground.cols, ground.rows]
    for x in range(ground.cols):
        for y in range(ground.rows):
            at = ground.place(x, y)
            found += [int(board[at]) for board in (ground.resource, ground.attack, ground.defence)]
    constants = engine.rules.constants
    found += constants.to_json().values()
    found += map(replace(constants, bomb_cost=3).capital_bomb, (0, 10, 11, 101))
    for point in scenario.points:
        found += [point.x, point.y, len(point.tags)]
    return [*found, len(engine.state.saving), len(scenario.words())]


def numbers_of(engine: XghjEngine, seat: int) -> list[int]:
    """A seat's permitted knowledge, from the state itself."""
    rules, state = engine.rules, engine.state
    ground = rules.ground
    found = [seat, len(state.saving), ground.rows, ground.cols, state.round]
    found.append(int(state.betrayed[seat]))
    for other in state.players:
        found += country(engine, seat, other)
    seen = rules.bits.flags(rules.in_sight(state, seat))
    for x in range(ground.cols):
        for y in range(ground.rows):
            at = ground.place(x, y)
            owner = FREE if state.owner[at] == NOBODY else int(state.owner[at])
            sieged = int(seen[at] and state.sieged[at])
            found += [int(seen[at]), owner if seen[at] else HIDDEN, sieged]
    found += [weight for row in rules.kernel.weights for weight in row]
    for mark in rules.marks(state):
        if mark.public or seen[mark.place]:
            found += [*ground.point(mark.place), -1 if mark.player is None else mark.player]
    found += [USUAL[state.relation[seat][other]] for other in state.players]
    home = state.capital[seat]
    return [*found, *(NOWHERE if home == NOBODY else ground.point(home)), 0]


def country(engine: XghjEngine, seat: int, other: int) -> list[int]:
    state, point = engine.state, engine.rules.ground.point
    relation = state.relation[seat][other]
    union = seat == other or relation is Relation.ALLIED
    told = union or engine.rules.knows_all(state, seat)
    visible = told or relation is Relation.NEUTRAL
    everything = state.relation[other] if told else []
    wars = [
        third
        for third, between in enumerate(state.relation[other])
        if visible and between is Relation.AT_WAR
    ]
    capital = state.capital[other]
    at = point(capital) if told and capital != NOBODY else NOWHERE
    return [
        int(relation),
        int(visible),
        int(union),
        state.area(other) if visible else -1,
        state.saving[other] if told else 0,
        state.income[other] if told else 0,
        *at,
        len(wars),
        len(everything),
        *wars,
        *map(int, everything),
    ]
