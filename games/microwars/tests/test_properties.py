"""Invariants of every game, after any orders."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import SeatSetup, Setup
from games.microwars.engine import MicrowarsEngine
from games.microwars.game import MICROWARS, steps
from games.microwars.layout import layout
from games.microwars.units import SPECS, Kind, place_of
from games.tests.sampling import outcome_of

SEEDS = st.integers(0, 2**32)


def some_board(random: Random):
    """Any board, crowded more often than not, and units that are soon shot to death."""
    width, height = random.randint(1, 9), random.randint(2, 9)
    fields = [(x, y) for x in range(1, width + 1) for y in range(1, height + 1)]
    random.shuffle(fields)
    count = random.randint(2, max(2, len(fields) // 2))
    units = [
        (number % 2 if number < 2 else random.randrange(2), random.randrange(2), *place, points)
        for number, place in enumerate(fields[:count])
        for points in [random.choice((1, 1, 2, 3, 5, 25))]
    ]
    blocked = fields[count : count + random.randint(0, len(fields) // 5)]
    return layout(width, height, random.randint(1, 12), blocked, units)


def some_game(seed: int) -> tuple[MicrowarsEngine, Random]:
    random = Random(seed)
    seats = (SeatSetup(0), SeatSetup(1))
    return MicrowarsEngine(Setup(seats, seed, "standard", {}, some_board(random).to_json())), random


def replies_of(engine, random):
    return {
        seat: MICROWARS.sample_action(engine, seat, random.randrange) for seat in engine.pending()
    }


@settings(deadline=None)
@given(SEEDS)
def test_no_two_units_share_a_field_and_all_stand_on_available_ones(seed):
    engine, random = some_game(seed)
    ground = engine.layout.ground
    while engine.pending():
        engine.submit(replies_of(engine, random))
        units = engine.view()["units"]
        fields = {(x, y) for _, _, _, x, y, _ in units}
        assert len(fields) == len(units)
        assert fields <= set(ground.fields()) - ground.blocked
        assert all(points > 0 for *_, points in units)
        standing = [unit for unit in engine.army.at if unit is not None]
        assert sorted(standing) == units
        assert all(engine.army.at[place_of(*unit[3:5])] == unit for unit in units)


@settings(deadline=None)
@given(SEEDS)
def test_the_score_is_what_the_other_side_has_lost(seed):
    engine, random = some_game(seed)
    began = [sum(unit[0] == side for unit in engine.layout.units) for side in (0, 1)]
    while engine.pending():
        engine.submit(replies_of(engine, random))
        left = [len(engine.army.of(side)) for side in (0, 1)]
        assert engine.score == [began[1] - left[1], began[0] - left[0]]
    points = [seat.score for seat in outcome_of(engine).seats]
    assert sorted(points) == ([0, 0] if engine.score[0] == engine.score[1] else [-1, 3])


@settings(deadline=None)
@given(SEEDS)
def test_points_go_down_by_the_damage_told_and_states_follow_from_events(seed):
    engine, random = some_game(seed)
    units = {unit[0]: unit for unit in engine.view()["units"]}
    while engine.pending():
        turn = engine.submit(replies_of(engine, random))[0].data
        damage = dict(turn["damage"])
        assert set(damage) <= set(units)
        changed = {unit[0]: unit for unit in turn["units"]}
        for number, unit in changed.items():
            assert unit[5] == max(0, units[number][5] - damage.get(number, 0))
        moved = {number: goal for number, *goal in turn["moves"]}
        for number in turn["blocked"]:
            del moved[number]
        assert set(changed) == set(damage) | set(moved)
        for number, goal in moved.items():
            assert changed[number][3:5] == goal
        units = {number: unit for number, unit in (units | changed).items() if unit[5]}
        assert list(units.values()) == engine.view()["units"]


@settings(deadline=None)
@given(SEEDS)
def test_the_order_of_the_orders_never_matters(seed):
    engine, random = some_game(seed)
    twin = MicrowarsEngine(engine_setup(engine))
    while engine.pending():
        replies = replies_of(engine, random)
        mixed = {seat: random.sample(orders, len(orders)) for seat, orders in replies.items()}
        assert engine.submit(replies) == twin.submit(mixed)
    assert engine.outcome() == twin.outcome()


def engine_setup(engine):
    return Setup((SeatSetup(0), SeatSetup(1)), 1, "standard", {}, engine.layout.to_json())


def swapped(engine):
    """The same game with the sides exchanged."""
    units = tuple((1 - owner, *rest) for owner, *rest in engine.layout.units)
    board = replace(engine.layout, units=units).to_json()
    return MicrowarsEngine(Setup((SeatSetup(0), SeatSetup(1)), 1, "standard", {}, board))


@settings(deadline=None)
@given(SEEDS)
def test_neither_side_is_favoured(seed):
    engine, random = some_game(seed)
    other = swapped(engine)
    while engine.pending():
        replies = replies_of(engine, random)
        engine.submit(replies)
        other.submit({0: replies[1], 1: replies[0]})
        assert [[n, 1 - o, *rest] for n, o, *rest in engine.view()["units"]] == other.view()[
            "units"
        ]
    assert engine.score == other.score[::-1]


@settings(deadline=None)
@given(SEEDS)
def test_every_order_by_chance_is_allowed_and_changes_nothing_until_it_is_played(seed):
    engine, random = some_game(seed)
    while engine.pending():
        before = engine.view()
        replies = replies_of(engine, random)
        for seat, orders in replies.items():
            engine.check(seat, orders)
        assert engine.view() == before
        engine.submit(replies)


@settings(deadline=None)
@given(SEEDS)
def test_the_choices_of_a_person_are_exactly_the_moves_that_are_allowed(seed):
    engine, _ = some_game(seed)
    for seat in (0, 1):
        choices = {choice["id"]: choice for choice in MICROWARS.choices(engine, seat)}
        assert set(choices) == {unit[0] for unit in engine.army.of(seat)}
        for unit in engine.army.of(seat):
            number, _, kind, x, y, _ = unit
            assert choices[number]["reach"] == SPECS[Kind(kind)].reach
            assert choices[number]["blast"] == SPECS[Kind(kind)].blast
            assert choices[number]["steps"] == [list(field) for field in steps(engine, unit)]
            allowed = {tuple(field) for field in choices[number]["steps"]}
            for rx in range(x - 2, x + 3):
                for ry in range(y - 2, y + 3):
                    order = [[x, y, 0, 0, rx, ry]]
                    assert is_allowed(engine, seat, order) == ((rx, ry) in allowed | {(x, y)})


def is_allowed(engine, seat, orders):
    try:
        engine.check(seat, orders)
    except ValueError:
        return False
    return True


@settings(deadline=None)
@given(SEEDS)
def test_games_on_drawn_maps_end_with_a_result(seed):
    seats = (SeatSetup(0), SeatSetup(1))
    ruleset = MICROWARS.ruleset("skirmish")
    engine = MicrowarsEngine(Setup(seats, seed, "skirmish", {**ruleset.params, "turns": 9}))
    random = Random(seed)
    while engine.pending():
        engine.submit(replies_of(engine, random))
    assert engine.outcome() is not None
