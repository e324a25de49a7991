"""The rules against a model that shares no line with them: whole games, turn by turn."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.plain_microwars import CANNON, TANK, PlainGame, PlainUnit
from games.engine import IllegalAction
from games.microwars.engine import MicrowarsEngine
from games.microwars.tests.test_properties import engine_setup, replies_of, some_game
from games.microwars.wire import MicrowarsWire
from tests.examples import examples

SEEDS = st.integers(0, 2**32)
GAMES = 1000


def plain_of(engine: MicrowarsEngine) -> PlainGame:
    layout, ground = engine.layout, engine.layout.ground
    units = {
        (x, y): PlainUnit(number, owner, (TANK, CANNON)[kind], points)
        for number, (owner, kind, x, y, points) in enumerate(layout.units)
    }
    return PlainGame(ground.width, ground.height, set(ground.blocked), units)


def rows_of(plain: PlainGame):
    return sorted(
        [unit.number, unit.side, (TANK, CANNON).index(unit.kind), x, y, unit.hp]
        for (x, y), unit in plain.units.items()
    )


def as_tuples(orders):
    return [(x, y, sx, sy, rx, ry) for x, y, sx, sy, rx, ry in orders]


def play_both(engine, plain, random):
    replies = replies_of(engine, random)
    for seat, orders in replies.items():
        assert plain.complaint(seat, as_tuples(orders)) is None
    turn = engine.submit(replies)[0].data
    lost = plain.play(as_tuples(replies[0] + replies[1]))
    assert turn["damage"] == sorted(map(list, lost.items()))
    assert engine.view()["units"] == rows_of(plain)
    assert engine.view()["score"] == plain.score


def test_a_thousand_games_come_out_as_the_model_plays_them():
    fights = 0
    for seed in range(GAMES):
        engine, random = some_game(seed)
        plain = plain_of(engine)
        while engine.pending():
            play_both(engine, plain, random)
        fights += any(engine.score)
    assert fights > GAMES // 2


def some_order(random: Random, engine: MicrowarsEngine) -> list[int]:
    """Seldom an allowed one: each part may be anything near a unit."""
    x, y = random.choice([*engine.army.units.values()])[3:5]
    spread = random.choice((0, 0, 0, 1, 9))
    here = [x + random.randint(-spread, spread), y + random.randint(-spread, spread)]
    shot = [x + random.randint(-6, 6), y + random.randint(-6, 6)]
    goal = [x + random.randint(-2, 2), y + random.randint(-2, 2)]
    return [*here, *random.choice((shot, [0, 0])), *random.choice((goal, here))]


@examples(400)
@given(SEEDS)
def test_orders_are_refused_for_the_reason_that_the_model_gives(seed):
    engine, random = some_game(seed)
    plain = plain_of(engine)
    for _ in range(20):
        seat = random.randrange(2)
        orders = [some_order(random, engine) for _ in range(random.randint(1, 3))]
        complaint = plain.complaint(seat, as_tuples(orders))
        assert refusal_of(engine, seat, orders) == complaint


def refusal_of(engine, seat, orders):
    try:
        engine.check(seat, orders)
    except IllegalAction as refusal:
        return str(refusal).partition(":")[0]
    return None


@settings(deadline=None)
@given(SEEDS)
def test_states_are_written_as_the_model_writes_them(seed):
    engine, random = some_game(seed)
    plain = plain_of(engine)
    wires = [MicrowarsWire(engine_setup(engine), seat) for seat in (0, 1)]
    for wire in wires:
        wire.begin(engine.scene(), engine.view(wire.seat))
    while engine.pending():
        for seat, ask in engine.pending().items():
            assert wires[seat].ask(ask) == plain.board_lines(seat)
        play_both(engine, plain, random)
