"""A half: its questions, its events and its end."""

from __future__ import annotations

import copy
import time
from random import Random

import pytest

from games.engine import EndState, Fault, IllegalAction, SeatSetup, Setup, Wants
from games.snake import SNAKE
from games.snake.board import NONE
from games.snake.engine import SnakeEngine
from games.snake.tests.halves import play, setup, step
from games.tests.sampling import outcome_of


def asked(engine):
    ((seat, ask),) = engine.pending().items()
    return seat, ask.turn, ask.prompt


def test_a_half_starts_with_player_0_and_its_only_snake():
    engine = SnakeEngine(setup())
    assert asked(engine) == (0, 0, 0)
    assert engine.view() == {
        "round": 1,
        "player": 0,
        "acting": 0,
        "snakes": [
            {"id": 0, "owner": 0, "bank": 0, "ray": -1, "body": [[0, 15]]},
            {"id": 1, "owner": 1, "bank": 0, "ray": -1, "body": [[15, 0]]},
        ],
        "walls": "." * 256,
        "items": [],
        "next": 2,
        "scores": [1, 1],
        "over": False,
    }


def test_the_scene_lists_the_items_by_their_ids():
    items = [[6, 6, 3, 0, 5], [7, 7, 9, 2, 512]]
    scene = SnakeEngine(setup(items, rounds=20)).scene()
    assert scene == {"width": 16, "height": 16, "rounds": 20, "items": items}


def test_the_clock_restarts_with_the_turn_and_not_with_each_snake():
    engine = SnakeEngine(setup())
    play(engine, [1, 3, 1, 3, 6, 3])
    assert asked(engine) == (0, 6, 0)
    step(engine, 4)
    assert asked(engine) == (0, 6, 2)
    step(engine, 4)
    assert asked(engine) == (1, 7, 1)


def test_a_newborn_snake_waits_for_the_next_round():
    engine = SnakeEngine(setup())
    play(engine, [1, 3, 6])
    assert asked(engine) == (1, 3, 1)


def test_the_events_of_a_step_tell_the_op_what_it_changed_and_who_is_next():
    engine = SnakeEngine(setup([[2, 15, 2, 0, 5]]))
    first = {"e": "op", "player": 0, "snake": 0, "op": 1}
    assert play(engine, [1]) == [
        first,
        {"e": "move", "snake": 0, "to": [1, 15], "grow": True, "bank": 0, "item": -1, "ray": -1},
        {"e": "next", "player": 1, "acting": 1, "scores": [2, 1]},
    ]
    *_, begun, last = play(engine, [3])
    assert begun == {"e": "round", "round": 2, "gone": [], "new": [0], "eaten": []}
    assert last == {"e": "next", "player": 0, "acting": 0, "scores": [2, 2]}
    assert play(engine, [1])[1]["item"] == 0


def test_the_items_of_round_1_are_there_before_the_first_op():
    engine = SnakeEngine(setup([[0, 15, 1, 0, 5]]))
    assert engine.view()["snakes"][0]["bank"] == 5
    engine = SnakeEngine(setup([[7, 7, 1, 0, 5]]))
    assert engine.view()["items"] == [0]


def test_everybody_is_told_everything():
    engine = SnakeEngine(setup())
    assert all(event.told_to(0) and event.told_to(1) for event in step(engine, 1))
    assert engine.view() == engine.view(0) == engine.view(1)


def test_a_player_without_snakes_is_not_asked_and_rounds_go_on():
    engine = SnakeEngine(setup(rounds=5))
    play(engine, [2, 3])
    assert asked(engine) == (1, 3, 1)
    assert engine.progress().turn == 2
    assert play(engine, [3, 3, 3])[-1]["player"] == 1
    assert play(engine, [3])[-1] == {
        "e": "end",
        "reason": "rounds",
        "winner": 1,
        "scores": [0, 6],
        "seat": -1,
        "kind": "",
        "detail": "",
    }


def test_the_half_ends_at_once_when_nobody_has_a_snake():
    engine = SnakeEngine(setup())
    end = play(engine, [2, 4])[-1]
    assert (end["reason"], end["winner"], end["scores"]) == ("no_snakes", -1, [0, 0])
    assert engine.pending() == {}
    assert [seat.rank for seat in outcome_of(engine).seats] == [1, 1]
    view = engine.view()
    assert (view["player"], view["acting"], view["over"]) == (-1, -1, True)


def test_an_illegal_op_costs_all_points_and_leaves_the_board():
    engine = SnakeEngine(setup())
    *_, end = play(engine, [1, 3, 3])
    assert (end["e"], end["reason"], end["seat"]) == ("end", "illegal", 0)
    assert end["scores"] == [0, 2]
    assert "turn back" in end["detail"]
    loser, winner = outcome_of(engine).seats
    assert (loser.end, loser.rank, loser.score) == (EndState.ILLEGAL, 2, 0)
    assert (winner.end, winner.rank, winner.score) == (EndState.OK, 1, 2)
    assert loser.reason == end["detail"]
    assert len(engine.view()["snakes"]) == 2


def test_an_illegal_op_loses_even_against_a_board_without_points():
    engine = SnakeEngine(setup())
    play(engine, [1, 4])
    assert [event.data["e"] for event in step(engine, 5)] == ["end"]
    outcome = outcome_of(engine)
    assert [seat.score for seat in outcome.seats] == [0, 0]
    assert [seat.rank for seat in outcome.seats] == [2, 1]


@pytest.mark.parametrize(
    "kind", [kind for kind in EndState if kind not in (EndState.OK, EndState.ILLEGAL)]
)
def test_a_technical_fault_ends_the_half_and_names_the_offender(kind):
    engine = SnakeEngine(setup())
    step(engine, 1)
    assert engine.submit({1: Fault(kind, "so it was")}) == []
    for wants, reply in ((Wants.REST, Fault(EndState.TIMEOUT, "busy")), (Wants.NOTHING, None)):
        assert [(seat, ask.wants) for seat, ask in engine.pending().items()] == [(0, wants)]
        events = engine.submit({0: reply})
    (event,) = events
    assert event.data["reason"] == "fault"
    assert (event.data["seat"], event.data["kind"]) == (1, kind.value)
    outcome = outcome_of(engine)
    assert [seat.end for seat in outcome.seats] == [EndState.OK, kind]
    assert [seat.score for seat in outcome.seats] == [2, 0]
    assert kind.value in outcome.reason


def test_nobody_wins_where_the_program_of_the_other_side_has_failed_as_well():
    engine = SnakeEngine(setup())
    engine.submit({0: Fault(EndState.CRASH, "first")})
    assert engine.submit({1: Fault(EndState.EXIT, "second")}) == []
    (event,) = engine.submit({1: Fault(EndState.EXIT, "second")})
    assert (event.data["winner"], event.data["scores"]) == (NONE, [0, 0])
    outcome = outcome_of(engine)
    assert [(seat.rank, seat.score) for seat in outcome.seats] == [(1, 0), (1, 0)]
    assert [seat.end for seat in outcome.seats] == [EndState.CRASH, EndState.EXIT]
    assert SNAKE.next_game(setup(), [outcome]) is None
    match = SNAKE.decide([outcome])
    assert [(seat.rank, seat.end) for seat in match.seats] == [(1, "crash"), (1, "exit")]
    assert match.reason == "both programs failed in half 1"


def test_a_side_without_snakes_may_have_left_before_the_other_fails():
    engine = SnakeEngine(setup())
    play(engine, [2])  # player 0 leaves the board with its only snake
    (event,) = engine.submit({1: Fault(EndState.CRASH, "so it was")})
    assert (event.data["e"], event.data["winner"]) == ("end", 0)


def test_first_items_count_moves_and_appearances_alike():
    engine = SnakeEngine(setup([[2, 15, 2, 0, 5], [14, 0, 3, 2, 512]], rounds=4))
    play(engine, [1, 3, 1, 3, 1, 3, 1, 3])
    assert [seat.data["first_item"] for seat in outcome_of(engine).seats] == [2, 3]


def test_out_of_turn_and_senseless_actions_are_refused_with_a_reason():
    engine = SnakeEngine(setup())
    with pytest.raises(IllegalAction, match="not this player's turn"):
        engine.check(1, 1)
    for action in (0, 7, True, 1.0, "1", None, [1]):
        with pytest.raises(IllegalAction, match="whole number from 1 to 6"):
            engine.check(0, action)
    with pytest.raises(IllegalAction, match=r"op 6 \(split\) of snake 0: a snake of 1 cell"):
        engine.check(0, 6)


def test_nothing_can_be_submitted_after_the_end():
    engine = SnakeEngine(setup())
    play(engine, [2, 4])
    assert engine.legal() == []
    with pytest.raises(ValueError, match="half is over"):
        engine.submit({0: 1})


@pytest.mark.parametrize("rounds", [0, -1, 40000, 1.5, "512", True, None])
def test_a_senseless_number_of_rounds_is_refused(rounds):
    with pytest.raises(ValueError, match="rounds must be"):
        SnakeEngine(setup(rounds=rounds))


def test_a_wrong_number_of_seats_is_refused():
    with pytest.raises(ValueError, match="2 seats, not 1"):
        SnakeEngine(Setup((SeatSetup(0),), 1, "standard"))


def test_a_bad_item_list_is_refused():
    with pytest.raises(ValueError, match="item 0"):
        SnakeEngine(setup([[1, 1, 1, 1, 1]]))


def test_a_copy_is_independent_in_the_middle_of_a_turn():
    engine = SnakeEngine(setup())
    play(engine, [1, 3, 1, 3, 6, 3, 4])
    before = engine.view()
    twin = copy.deepcopy(engine)
    play(twin, [4, 3, 4, 4, 3, 6, 1])
    assert engine.view() == before
    assert asked(engine) == (0, 6, 2)


def test_a_half_of_512_rounds_takes_a_fraction_of_a_second():
    """The referee must cost nothing beside the bots: about 0.03 s are usual."""
    assert min(seconds_of_a_half() for _ in range(3)) < 0.25


def seconds_of_a_half():
    engine = SnakeEngine(setup([], seed=3))
    random = Random(3)
    ops = []
    while engine.pending():
        ops.append(SNAKE.sample_action(engine, engine.player, random.randrange))
        engine.submit({engine.player: ops[-1]})
    assert len(ops) > 1000
    engine = SnakeEngine(setup([], seed=3))
    start = time.process_time()
    play(engine, ops)
    return time.process_time() - start
