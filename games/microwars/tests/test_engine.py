"""A game from the first turn to its end: points, offences, and who is told what."""

from __future__ import annotations

import copy

import pytest

from games.engine import EndState, Fault, SeatSetup, Setup
from games.microwars.engine import code_of
from games.microwars.game import MICROWARS
from games.microwars.maps import MAPS
from games.microwars.tests.boards import engine_of, play, setup
from games.microwars.units import MOST_TURNS
from games.microwars.wire import MicrowarsWire
from games.tests.sampling import outcome_of

ILLEGAL = Fault(EndState.ILLEGAL, "move_occupied: (2, 1) is taken")
CRASH = Fault(EndState.CRASH, "it has ended with exit status 1")
ONE_SHOT = "T t", "points 2 1 1"


def points(engine):
    outcome = engine.outcome()
    return None if outcome is None else [seat.score for seat in outcome.seats]


def ranks(engine):
    return [seat.rank for seat in outcome_of(engine).seats]


def test_both_sides_are_asked_in_every_turn_and_see_the_same():
    engine = engine_of("T . t", turns=3)
    for turn in (1, 2, 3):
        asks = engine.pending()
        assert sorted(asks) == [0, 1]
        assert [ask.turn for ask in asks.values()] == [turn, turn]
        assert [ask.prompt for ask in asks.values()] == [engine.view()] * 2
        assert engine.view(0) == engine.view(1) == engine.view()
        assert (engine.progress().turn, engine.progress().of) == (turn, 3)
        play(engine)
    assert engine.pending() == {}
    assert engine.view()["over"]


def test_a_game_lasts_all_its_turns_even_when_nobody_is_left():
    engine = engine_of("T t", turns=4, points="points 1 1 1\npoints 2 1 1")
    play(engine, [(1, 1, 2, 1, 1, 1)], [(2, 1, 1, 1, 2, 1)])
    assert engine.view()["units"] == []
    for _ in range(3):
        assert sorted(engine.pending()) == [0, 1]
        play(engine)
    assert points(engine) == [0, 0]


def test_more_destroyed_units_win_three_points_and_the_other_side_loses_one():
    engine = engine_of(ONE_SHOT[0], turns=1, points=ONE_SHOT[1])
    *_, over = play(engine, [(1, 1, 2, 1, 1, 1)])
    assert points(engine) == [3, -1]
    assert ranks(engine) == [1, 2]
    assert [seat.data["destroyed"] for seat in outcome_of(engine).seats] == [1, 0]
    assert over == {
        "e": "over",
        "score": [1, 0],
        "points": [3, -1],
        "words": "1 to 0 units destroyed in turns 1 to 1",
    }


def test_equal_scores_are_nothing_for_both():
    engine = engine_of("T . t", turns=1)
    play(engine)
    assert points(engine) == [0, 0]
    assert ranks(engine) == [1, 1]


def test_destroying_ones_own_unit_gives_the_point_to_the_other_side():
    engine = engine_of("T T t", turns=1, points="points 1 1 1")
    play(engine, [(1, 1, 1, 1, 1, 1)])
    assert engine.view()["score"] == [0, 1]
    assert points(engine) == [-1, 3]


def test_a_unit_that_both_sides_hit_in_its_last_turn_counts_once_for_its_enemy():
    engine = engine_of("T T t", turns=1, points="points 2 1 2")
    play(engine, [(1, 1, 2, 1, 1, 1)], [(3, 1, 2, 1, 3, 1)])
    assert engine.view()["score"] == [0, 1]


def test_who_breaks_the_rules_loses_whatever_the_score():
    engine = engine_of("T t t", turns=5, points="points 2 1 1")
    play(engine, [(1, 1, 2, 1, 1, 1)])
    events = play(engine, ILLEGAL, [(3, 1, 2, 1, 2, 1)])
    assert points(engine) == [-1, 3]
    assert ranks(engine) == [2, 1]
    assert engine.view()["score"] == [1, 0], "of the last whole turn"
    assert [seat.end for seat in outcome_of(engine).seats] == [EndState.ILLEGAL, EndState.OK]
    assert outcome_of(engine).reason == "the other side made an illegal move in turn 2"
    offence = {"e": "offence", "seat": 0, "code": "move_occupied", "detail": ILLEGAL.detail}
    assert events[0] == offence


def test_nothing_of_a_turn_with_an_offence_is_carried_out():
    engine = engine_of("T t . t", points="points 2 1 1")
    before = engine.view()["units"]
    play(engine, [(1, 1, 2, 1, 1, 1)], CRASH)
    assert engine.view()["units"] == before
    assert engine.view()["score"] == [0, 0]


def test_both_lose_who_offend_in_the_same_turn():
    engine = engine_of("T . t", turns=5)
    events = play(engine, CRASH, ILLEGAL)
    assert points(engine) == [-1, -1]
    assert ranks(engine) == [1, 1]
    assert [event.get("code") for event in events] == ["eof", "move_occupied", None]
    assert outcome_of(engine).reason == (
        "one side crashed and the other made an illegal move in turn 1"
    )


def test_an_offence_in_the_last_turn_counts():
    engine = engine_of(ONE_SHOT[0], turns=1, points=ONE_SHOT[1])
    play(engine, ILLEGAL, [])
    assert points(engine) == [-1, 3]


@pytest.mark.parametrize(
    ("kind", "detail", "code"),
    [
        (EndState.ILLEGAL, "unit_twice: the unit", "unit_twice"),
        (EndState.MALFORMED, "syntax: 'a'", "syntax"),
        (EndState.MALFORMED, "an answer that JSON cannot carry", "syntax"),
        (EndState.OUTPUT, "line_too_long: a line", "line_too_long"),
        (EndState.OUTPUT, "more than 1048576 bytes in one turn", "turn_too_long"),
        (EndState.TIMEOUT, "", "time"),
        (EndState.BANK, "time: of the bank", "time"),
        (EndState.SILENT, "", "time"),
        (EndState.UNREAD, "", "time"),
        (EndState.CRASH, "", "eof"),
        (EndState.MEMORY, "", "eof"),
        (EndState.LEFT, "", "eof"),
    ],
)
def test_every_fault_has_its_code(kind, detail, code):
    assert code_of(Fault(kind, detail)).value == code


def test_everybody_is_told_events_of_which_the_protocol_says_nothing():
    engine = engine_of("T . t", turns=2)
    events = [*engine.submit({0: [], 1: []}), *engine.submit({0: [], 1: CRASH})]
    assert [event.data["e"] for event in events] == ["turn", "offence", "over"]
    for seat in (0, 1):
        assert all(event.told_to(seat) for event in events)
        assert MicrowarsWire(setup(None), seat).tell(events) == b""


def test_a_game_that_is_over_takes_no_more_answers():
    engine = engine_of("T . t", turns=1)
    play(engine)
    with pytest.raises(ValueError, match="over"):
        engine.submit({0: [], 1: []})


def test_a_copy_plays_on_alone():
    engine = engine_of("T . t", turns=5)
    twin = copy.deepcopy(engine)
    play(twin, [(1, 1, 2, 1, 2, 1)])
    assert engine.view()["units"][0] == [0, 0, 0, 1, 1, 25]
    assert twin.view()["units"][0] == [0, 0, 0, 2, 1, 25]
    play(engine, [], [(3, 1, 0, 0, 2, 1)])
    assert engine.view()["units"][1][3] == 2


def test_a_states_units_stay_as_they_were_when_the_game_goes_on():
    engine = engine_of("T t", turns=5)
    asked = engine.pending()[0].prompt["units"]
    play(engine, [(1, 1, 2, 1, 1, 1)])
    assert asked == [[0, 0, 0, 1, 1, 25], [1, 1, 0, 2, 1, 25]]


def test_the_scene_has_the_board_and_the_turns():
    engine = engine_of("# . #\nT . t", turns=7)
    scene = {"width": 3, "height": 2, "turns": 7, "blocked": [[1, 2], [3, 2]]}
    assert engine.scene() == scene


def test_a_parameter_cuts_a_game_short_and_never_makes_it_longer():
    board = MAPS.parse("turns 10\nT . t")
    assert MICROWARS.engine(setup(board, most_turns=4)).scene()["turns"] == 4
    assert MICROWARS.engine(setup(board, most_turns=40)).scene()["turns"] == 10
    for wrong in (0, MOST_TURNS + 1, True, "4", None):
        with pytest.raises(ValueError, match="most_turns"):
            MICROWARS.engine(setup(board, most_turns=wrong))


def test_a_game_has_two_seats():
    board = MAPS.parse("turns 10\nT . t")
    for count in (0, 1, 3):
        with pytest.raises(ValueError, match="2 sides"):
            MICROWARS.engine(Setup(tuple(map(SeatSetup, range(count))), 1, "standard", {}, board))


def test_a_setup_with_a_map_that_is_none_cannot_be_played():
    with pytest.raises(ValueError, match="a map is an object"):
        MICROWARS.engine(setup({"width": 3}))
