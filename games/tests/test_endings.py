"""Every end of the five games, told to each seat and to readers without one.

``endings.toml`` has the sentences by the case and the seat, counted from 1.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest

from games.ending import Moment, Player, plain
from games.engine import JSON, EndState, Fault, Outcome, Seat, Wants, with_facts
from games.game import Game
from games.generals.engine import GeneralsEngine
from games.generals.game import GENERALS
from games.generals.orders import LETTERS, STEPS
from games.generals.terrain import Kind
from games.generals.tests import play as generals
from games.lost_in_space import rules as station
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.news import News
from games.lost_in_space.state import CAPSULE, Cause, Status
from games.lost_in_space.tests import worlds
from games.microwars.game import MICROWARS
from games.microwars.tests import boards as microwars
from games.snake.game import SNAKE
from games.snake.tests import halves as snake
from games.snake.tests.test_match import outcome as half
from games.tests.sampling import Player as Sampler
from games.tests.sampling import outcome_of, walk
from games.xghj.engine import XghjEngine
from games.xghj.game import XGHJ
from games.xghj.orders import Relation
from games.xghj.parts import PointRules, ScenarioPart
from games.xghj.state import NOBODY, State
from games.xghj.tests import test_engine as xghj

NAMES = ("Ann", "Bob", "Cy", "Di")
CRASH = Fault(EndState.CRASH, "exit status 1")
LATE = Fault(EndState.TIMEOUT, "3,012 ms of 3,000 ms")
ILLEGAL = Fault(EndState.ILLEGAL, "op 7 does not exist")

# Snake.  Faults come in round 3 of a half, by its number and the seat of the match.


def snake_with(faults: Mapping[tuple[int, Seat], Fault]) -> Outcome:
    setup = snake.setup(rounds=4)
    outcomes: list[Outcome] = []
    while (begun := SNAKE.next_game(setup, outcomes)) is not None:
        engine, number = SNAKE.engine(begun), len(outcomes)
        sampler = Sampler(SNAKE, Random(3))
        for step, _ in enumerate(walk(engine, sampler)):
            if step == 3:
                seats = [seat.index for seat in begun.seats]
                sampler.faults = {
                    n: faults[number, seat]
                    for n, seat in enumerate(seats)
                    if (number, seat) in faults
                }
        outcomes.append(outcome_of(engine).in_match_order(begun))
    return SNAKE.decide(outcomes)


def snake_halves(*halves: Outcome) -> Outcome:
    """Halves that were played to the end of round 512."""
    for each in halves:
        for seat in each.seats:
            seat.facts.update({"round": 512, "how": "rounds"})  # type: ignore[attr-defined]
    return SNAKE.decide(halves)


# Microwars.


def battle(first: JSON = (), second: JSON = ()) -> Outcome:
    """One turn; a shot of the first side destroys the only unit of the second one."""
    engine = microwars.engine_of("T t", turns=1, points="points 2 1 1")
    microwars.play(engine, first, second)
    return outcome_of(engine)


# Generals.


def capture(engine: GeneralsEngine, taker: Seat, loser: Seat) -> None:
    """A large army beside the capital moves onto it."""
    world = engine.world
    x, y = divmod(world.capitals[loser + 1], world.board.width)
    for letter, (down, right) in zip(LETTERS, STEPS, strict=True):
        if not world.board.inside(x - down, y - right):
            continue
        place = world.board.place(x - down, y - right)
        if world.board.kind[place] != Kind.MOUNTAIN:
            world._put(place, taker + 1, 999)
            generals.step(engine, {taker: [["clear"], ["move", x - down, y - right, letter]]})
            return


def duel(halfturns: int = 1000) -> GeneralsEngine:
    return generals.engine_of(halfturns=halfturns)


def many(teams: tuple[int, ...], halfturns: int = 9) -> GeneralsEngine:
    return generals.engine_of(None, teams, width=8, height=7, halfturns=halfturns)


def generals_capture() -> Outcome:
    engine = duel()
    generals.step(engine)
    capture(engine, 1, 0)
    return outcome_of(engine)


def generals_failed(*seats: Seat) -> Outcome:
    engine = duel()
    generals.step(engine, dict.fromkeys(seats, CRASH))
    return outcome_of(engine)


def generals_land(more: int = 0, units: int = 0) -> Outcome:
    """All half-turns are played; player 1 has ``more`` tiles and ``units`` than the other one."""
    engine = duel(halfturns=3)
    for place in range(more):
        engine.world._put(5 + place, 1, 1)
    engine.world._put(engine.world.capitals[1], 1, 1 + units)
    for _ in range(3):
        generals.step(engine)
    return outcome_of(engine)


def generals_four() -> Outcome:
    engine = many((0, 0, 0, 0))
    capture(engine, 1, 0)
    generals.step(engine, {2: CRASH})
    capture(engine, 1, 3)
    return outcome_of(engine)


def generals_pairs() -> Outcome:
    engine = many((1, 1, 2, 2))
    capture(engine, 2, 0)
    generals.step(engine, {3: CRASH})
    capture(engine, 1, 2)
    return outcome_of(engine)


def generals_pairs_land() -> Outcome:
    engine = many((1, 1, 2, 2), halfturns=3)
    capture(engine, 2, 0)
    for _ in range(2):
        generals.step(engine)
    return outcome_of(engine)


# Lost in Space.


def station_end(engine: LostInSpaceEngine, **faults: Fault) -> Outcome:
    """Everybody finishes every turn, but for the seats with faults, ``s0`` to ``s3``."""
    while engine.pending():
        ((seat, ask),) = engine.pending().items()
        usual = worlds.FINISH if ask.wants is Wants.ANSWER else None
        engine.submit({seat: faults.get(f"s{seat}", usual)})
    return outcome_of(engine)


def die(engine: LostInSpaceEngine, seat: Seat, by: Seat | None, cause: Cause) -> None:
    world = engine.world
    killer = None if by is None else world.players[by]
    station.die(world, News(world), world.players[seat], killer, cause)


def station_escape() -> Outcome:
    engine = worlds.engine(rounds=3)
    worlds.put(engine.world, 1, CAPSULE, status=Status.COUNTDOWN, countdown=1)
    die(engine, 2, 3, Cause.MINE)
    return station_end(engine, s0=CRASH)


def station_two_escape() -> Outcome:
    engine = worlds.engine()
    engine.world.round = 20
    die(engine, 2, 3, Cause.MINE)
    engine.world.players[2].status, engine.world.round = Status.ALIVE, 84
    worlds.put(engine.world, 1, CAPSULE, status=Status.COUNTDOWN, countdown=1)
    worlds.put(engine.world, 0, CAPSULE, status=Status.COUNTDOWN, countdown=2)
    die(engine, 2, None, Cause.ZONE)
    die(engine, 3, 1, Cause.ATTACK)
    return station_end(engine)


def station_all_dead() -> Outcome:
    engine = worlds.engine()
    engine.world.round = 84
    for seat in (3, 1, 0, 2):
        die(engine, seat, None, Cause.ZONE)
    return station_end(engine)


def station_nobody_escapes() -> Outcome:
    engine = worlds.engine(rounds=2)
    engine.world.players[2].score = 4
    return station_end(engine, s0=CRASH, s1=LATE)


def station_all_fail() -> Outcome:
    return station_end(worlds.engine(rounds=2), **{f"s{seat}": CRASH for seat in range(4)})


# XGHJ.


def countries_end(engine: XghjEngine) -> Outcome:
    while engine.pending():
        xghj.step(engine)
    return outcome_of(engine)


def no_place(*seats: Seat, players: int = 2) -> Outcome:
    engine = xghj.engine_of(players)
    xghj.step(engine, dict.fromkeys(seats, CRASH))
    return countries_end(engine)


def no_orders() -> Outcome:
    engine = xghj.begun(xghj.engine_of(2))
    xghj.step(engine)
    xghj.step(engine, {0: CRASH})
    return countries_end(engine)


def land(saving: int = 0) -> Outcome:
    engine = xghj.begun(xghj.engine_of(2))
    engine.state.saving[0] += saving
    return countries_end(engine)


def eliminated(players: int) -> Outcome:
    """Country 1 takes the only cell of country 0 in round 2."""
    engine = xghj.begun(xghj.engine_of(players))
    xghj.step(engine)
    state, ground = engine.state, engine.rules.ground
    owner, place = state.owner.copy(), state.capital[1] + 1
    owner[owner == 0] = NOBODY
    owner[place] = 0
    state.owner, state.capital[0], state.saving[1] = owner, NOBODY, 99
    state.relation[0][1] = state.relation[1][0] = Relation.AT_WAR
    x, y = ground.point(state.capital[1])
    xghj.step(engine, {1: {"bombs": [[x, y, 90]]}})
    return outcome_of(engine) if engine.outcome() else countries_end(engine)


class Second(ScenarioPart):
    """A goal that country 1 reaches in the first round."""

    def reached(self, rules: PointRules, state: State) -> list[int]:
        return [1]


def goal() -> Outcome:
    engine = xghj.engine_of(2)
    engine.rules.parts = (Second("goal", {}, {}),)
    return countries_end(engine)


CASES: dict[str, tuple[Game, Callable[[], Outcome]]] = {
    "snake: the first mover crashes": (SNAKE, lambda: snake_with({(0, 0): CRASH})),
    "snake: the second mover crashes": (SNAKE, lambda: snake_with({(0, 1): CRASH})),
    "snake: a timeout in half 2": (SNAKE, lambda: snake_with({(1, 0): LATE})),
    "snake: both fail": (SNAKE, lambda: snake_with({(0, 0): CRASH, (0, 1): LATE})),
    "snake: an illegal move": (SNAKE, lambda: snake_with({(0, 0): ILLEGAL})),
    "snake: two halves": (SNAKE, lambda: snake_halves(half([60, 40]), half([50, 45]))),
    "snake: points": (SNAKE, lambda: snake_halves(half([60, 40]), half([44, 45]))),
    "snake: one half and a draw": (SNAKE, lambda: snake_halves(half([60, 40]), half([9, 9]))),
    "snake: the first item": (SNAKE, lambda: snake_halves(half([9, 9], (7, 3)), half([9, 9]))),
    "snake: the second mover": (SNAKE, lambda: snake_halves(half([9, 9]), half([9, 9]))),
    "microwars: one side fails": (MICROWARS, lambda: battle(CRASH)),
    "microwars: both sides fail": (MICROWARS, lambda: battle(CRASH, LATE)),
    "microwars: units": (MICROWARS, lambda: battle([(1, 1, 2, 1, 1, 1)])),
    "microwars: a draw": (MICROWARS, lambda: battle()),
    "generals: a capital falls": (GENERALS, generals_capture),
    "generals: one fails": (GENERALS, lambda: generals_failed(0)),
    "generals: both fail": (GENERALS, lambda: generals_failed(0, 1)),
    "generals: land": (GENERALS, lambda: generals_land(more=3)),
    "generals: units": (GENERALS, lambda: generals_land(units=5)),
    "generals: a draw": (GENERALS, generals_land),
    "generals: four": (GENERALS, generals_four),
    "generals: pairs": (GENERALS, generals_pairs),
    "generals: pairs with land": (GENERALS, generals_pairs_land),
    "lost in space: an escape": (LOST_IN_SPACE, station_escape),
    "lost in space: two escapes": (LOST_IN_SPACE, station_two_escape),
    "lost in space: all die": (LOST_IN_SPACE, station_all_dead),
    "lost in space: nobody escapes": (LOST_IN_SPACE, station_nobody_escapes),
    "lost in space: all fail": (LOST_IN_SPACE, station_all_fail),
    "xghj: no place": (XGHJ, lambda: no_place(0)),
    "xghj: no places": (XGHJ, lambda: no_place(0, 1)),
    "xghj: no place of three": (XGHJ, lambda: no_place(0, players=3)),
    "xghj: no orders": (XGHJ, no_orders),
    "xghj: savings": (XGHJ, lambda: land(saving=9)),
    "xghj: a draw": (XGHJ, land),
    "xghj: elimination": (XGHJ, lambda: eliminated(2)),
    "xghj: elimination of three": (XGHJ, lambda: eliminated(3)),
    "xghj: a goal": (XGHJ, goal),
}

TOLD = tomllib.loads((Path(__file__).parent / "endings.toml").read_text())


@pytest.mark.parametrize("case", CASES)
def test_every_end_is_told_to_each_seat_for_that_seat(case):
    game, play = CASES[case]
    outcome = stored(play())
    seats = range(len(outcome.seats))
    told = {str(seat + 1): plain(game.ending(outcome, seat), NAMES) for seat in seats}
    assert {**told, "none": plain(game.ending(outcome), NAMES)} == TOLD[case]


def stored(outcome: Outcome) -> Outcome:
    """As the database gives it back."""
    result = {"outcome": outcome.to_json(), "facts": outcome.facts()}
    return Outcome.from_json(json.loads(json.dumps(with_facts(result))))


def test_the_table_has_no_other_ends():
    assert TOLD.keys() == CASES.keys()


@pytest.mark.parametrize("case", CASES)
def test_a_failure_is_told_of_the_seat_that_failed_with_what_its_reader_knows(case):
    game, play = CASES[case]
    outcome = stored(play())
    for seat, end in enumerate(outcome.seats):
        if end.end is EndState.OK:
            continue
        parts = game.ending(outcome, seat, {seat: "ValueError: x, line 3 of bot.py"})
        assert Player(seat) in parts
        assert "(ValueError: x, line 3 of bot.py)" in plain(parts, NAMES)
        if end.end is not EndState.ILLEGAL:
            assert f"{NAMES[seat]} {end.end.words}" in plain(parts, NAMES)


@pytest.mark.parametrize("case", CASES)
def test_outcomes_without_facts_are_told_without_turns(case):
    """Those of matches that were played before engines gave facts."""
    game, play = CASES[case]
    outcome = Outcome.from_json(play().to_json())
    for seat in (None, *range(len(outcome.seats))):
        parts = game.ending(outcome, seat)
        assert not any(isinstance(part, Moment) for part in parts)
        failed = [n for n, each in enumerate(outcome.seats) if each.end is not EndState.OK]
        assert {part.seat for part in parts if isinstance(part, Player)} >= set(failed)


def test_scores_that_contradict_a_result_have_what_decided():
    found = {case: game.decided_by(play()) for case, (game, play) in CASES.items()}
    assert found["snake: the second mover"] == "the order of moves"
    assert found["snake: the first item"] == "the first item"
    assert found["snake: two halves"] == "won halves"
    assert found["generals: units"] == "units"
    assert found["xghj: savings"] == "savings"
    assert found["xghj: a goal"] == "the goal"
    assert found["microwars: units"] == ""


def test_the_readers_bot_begins_a_sentence_with_a_capital():
    outcome = stored(generals_capture())
    told = [plain(GENERALS.ending(outcome, seat), ("your bot", "settler")) for seat in (0, 1)]
    assert told == [
        "Your bot lost its capital to settler in half-turn 2. settler won.",
        "settler took the capital of your bot in half-turn 2 and won.",
    ]
