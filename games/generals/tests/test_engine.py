"""The engine: its questions, its records and its end."""

from __future__ import annotations

import copy
import json

import pytest

from games.engine import EndState, Fault, Outcome, SeatSetup, Setup
from games.generals.engine import GeneralsEngine
from games.generals.terrain import Kind
from games.generals.tests.play import engine_of, step


def ended(engine: GeneralsEngine) -> Outcome:
    outcome = engine.outcome()
    assert outcome is not None
    return outcome


def home(engine: GeneralsEngine, seat: int) -> tuple[int, int]:
    return divmod(engine.world.capitals[seat + 1], engine.world.board.width)


def test_everybody_is_asked_in_every_half_turn():
    engine = engine_of()
    for half in range(3):
        asks = engine.pending()
        assert list(asks) == [0, 1]
        assert all(ask.turn == ask.prompt["half"] == half for ask in asks.values())
        step(engine)


def test_orders_can_be_planned_ahead_and_one_is_played_a_half_turn():
    engine = engine_of()
    x, y = home(engine, 0)
    way = "D" if x == 0 else "U"
    ahead = 1 if way == "D" else -1
    plan = [["move", x, y, way], ["move", x + ahead, y, way], ["move", x + 2 * ahead, y, way]]
    for _ in range(8):
        step(engine)
    step(engine, {0: plan})
    assert engine.pending()[0].prompt["queue"] == 2
    step(engine)
    assert engine.pending()[0].prompt["queue"] == 1
    assert engine.world.board.owner[engine.world.board.place(x + 2 * ahead, y)] == 1


def test_an_illegal_order_is_told_to_its_player_and_to_his_author_alone():
    engine = engine_of()
    x, y = home(engine, 0)
    answers = {0: [["move", x, y, "U" if x == 0 else "D"], ["clear"], ["move", 2, 2, "L"]], 1: []}
    events = engine.submit(answers)
    (half,) = [event for event in events if event.data["e"] == "half"]
    assert list(half.remarks) == [0]
    place = "left from row 3, column 3 (in the protocol 2 2)"
    assert f"{place} was dropped: the source is not your own tile." in half.remarks[0]
    told = {seat: ask.prompt["dropped"] for seat, ask in engine.pending().items()}
    assert told[0]["order"] == ["move", 2, 2, "L", False]
    assert "own tile" in told[0]["reason"]
    assert told[1] is None
    step(engine)
    assert engine.pending()[0].prompt["dropped"] is None


def test_the_view_of_a_seat_is_its_teams():
    engine = engine_of(teams=(0, 0))
    board = engine.world.board
    mine, all_of_it = engine.view(0), engine.view(None)
    assert mine["kinds"].count("0") > 10
    assert "0" not in all_of_it["kinds"]
    assert mine["kinds"][engine.world.capitals[1]] == str(Kind.CAPITAL.value)
    assert mine["kinds"][board.place(3, 3)] == "3"  # lit
    assert all_of_it["capitals"] == engine.world.capitals[1:]


def test_diffs_and_growth_make_the_next_view():
    """As the protocol promises, a bot that computes growth itself has the whole view."""
    engine = engine_of(None, (0, 0), seed=4)
    width = engine.world.board.width
    x, y = home(engine, 1)
    for half in range(60):
        step(engine, {1: [["move", x, y, "UDLR"[half % 4], True]]})
        if half < 4:
            continue
        before = engine.view(1)
        owners = [int(c, 17) for c in before["owners"]]
        units = before["units"]
        step(engine, {})
        after, completed = engine.view(1), half + 2
        for place, kind in enumerate(before["kinds"]):
            if owners[place] and completed % 2 == 0:
                units[place] += {"2": 1, "4": 1, "5": -1}.get(kind, 0)
            units[place] += bool(owners[place]) and completed % 50 == 0
        for dx, dy, _, _, count in engine.pending()[1].prompt["diffs"]:
            units[dx * width + dy] = count
        assert units == after["units"]
        break


def test_a_fault_is_a_farewell():
    engine = engine_of()
    events = step(engine, {0: Fault(EndState.CRASH, "exit status 3")})
    half = events[0]
    assert half["left"] == [[1, 0]]
    assert half["beaten"] == [1]
    outcome = ended(engine)
    assert [seat.rank for seat in outcome.seats] == [2, 1]
    assert [seat.end for seat in outcome.seats] == [EndState.CRASH, EndState.OK]
    assert outcome.seats[0].reason == "exit status 3"
    assert engine.pending() == {}
    assert events[-1]["e"] == "end"
    with pytest.raises(ValueError, match="over"):
        engine.submit({})


def test_who_fails_in_the_same_half_turn_shares_the_rank():
    engine = engine_of()
    step(engine, {0: Fault(EndState.TIMEOUT), 1: Fault(EndState.CRASH)})
    assert [seat.rank for seat in ended(engine).seats] == [1, 1]


def test_the_game_goes_on_without_one_of_many():
    engine = engine_of(None, (1, 1, 2, 2), width=15, height=15)
    step(engine, {1: Fault(EndState.MEMORY)})
    assert list(engine.pending()) == [0, 2, 3]
    assert engine.outcome() is None


def test_the_cap_ends_every_game():
    engine = engine_of(halfturns=7)
    for half in range(7):
        assert engine.outcome() is None
        assert (engine.progress().turn, engine.progress().of) == (half + 1, 7)
        step(engine)
    assert [seat.rank for seat in ended(engine).seats] == [1, 1]
    assert engine.progress().turn == 7
    assert "7 half-turns" in ended(engine).reason


def test_team_mates_share_their_rank():
    engine = engine_of(None, (2, 1, 2, 1), width=15, height=15, halfturns=9)
    for half in range(9):
        x, y = home(engine, 0)
        step(engine, {0: [["move", x, y, "UDLR"[half % 4]]]})
    ranks = [seat.rank for seat in ended(engine).seats]
    assert ranks[0] == ranks[2]
    assert ranks[1] == ranks[3]


def test_a_silent_war_keeps_the_leaderboard_from_bots_but_not_from_spectators():
    engine = engine_of(modifiers={"silent_war": True})
    events = step(engine)
    assert engine.pending()[0].prompt["ranking"] == []
    assert len(events[-1]["ranking"]) == 2


def test_units_leave_the_engine_in_32_bits():
    engine = engine_of()
    engine.world.board.unit[engine.world.capitals[1]] = 2**40
    assert max(engine.view(None)["units"]) == 2**31 - 1


def test_equal_setups_give_equal_games():
    def play() -> str:
        engine = engine_of(None, (0, 0, 0), seed=11, halfturns=20)
        log = []
        while engine.pending():
            log += step(engine, {0: [["move", *home(engine, 0), "R"]]})
        return json.dumps([engine.scene(), log, engine.view()])

    assert play() == play()


def test_a_copy_goes_its_own_way():
    engine = engine_of()
    twin = copy.deepcopy(engine)
    step(twin, {0: Fault(EndState.CRASH)})
    assert twin.outcome() is not None
    assert engine.outcome() is None
    assert engine.view() != twin.view()


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({"halfturns": 0}, "halfturns"),
        ({"halfturns": True}, "halfturns"),
        ({"width": 4}, "width"),
        ({"height": 256}, "height"),
        ({"mountains": 300}, "mountains"),
        ({"placement": "luck"}, "placement"),
        ({"modifiers": {"gravity": True}}, "gravity"),
        ({"modifiers": {"misty_veil": True}}, "misty_veil"),
        ({"modifiers": {"leapfrog": 1}}, "leapfrog"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_parameters_are_checked(params, reason):
    with pytest.raises(ValueError, match=reason):
        engine_of(None, **params)


@pytest.mark.parametrize("teams", [(0,), (0,) * 17, (3, 3, 3)])
def test_a_game_needs_two_to_sixteen_players_and_two_teams(teams):
    with pytest.raises(ValueError, match=r"players"):
        engine_of(None, teams, width=30, height=30)


def test_those_without_a_team_get_one_of_their_own():
    seats = tuple(SeatSetup(i, "", team) for i, team in enumerate((0, 2, 0, 2, 0)))
    engine = GeneralsEngine(Setup(seats, 1, "x", {"width": 25, "height": 25}))
    assert engine.world.teams == (0, 1, 2, 3, 2, 4)
