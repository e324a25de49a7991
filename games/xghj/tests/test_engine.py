"""The engine: who is asked what, what is recorded, how it ends."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from games.engine import JSON, EndState, Fault, IllegalAction, Outcome, SeatSetup, Setup
from games.tests.sampling import record, setups
from games.xghj import XGHJ
from games.xghj.engine import XghjEngine

FIELD = {"scenario": "teaching", "constants": {"max_round": 6}}
CRASH = Fault(EndState.CRASH, "it fell over")


def engine_of(players: int = 3, seed: int = 1, **more: Any) -> XghjEngine:
    ratings = more.pop("ratings", [None] * players)
    handicaps = more.pop("handicaps", [1.0] * players)
    seats = tuple(
        SeatSetup(i, f"bot {i}", rating=ratings[i], handicap=handicaps[i]) for i in range(players)
    )
    return XghjEngine(Setup(seats, seed, "teaching", {**FIELD, **more}))


def step(engine: XghjEngine, replies: dict[int, JSON | Fault] | None = None) -> list[JSON]:
    """Players without a reply here give the smallest legal one."""
    least = {"bid": {"bid": 0}, "round": {}}
    given = dict(replies or {})
    answers: dict[int, JSON | Fault] = {}
    for seat, ask in engine.pending().items():
        phase = ask.prompt["phase"]
        usual = {"spawn": [4 * seat, 4 * seat % 13]} if phase == "spawn" else least[phase]
        answers[seat] = given.get(seat, usual)
        if not isinstance(answers[seat], Fault):
            engine.check(seat, answers[seat])
    return [event.data for event in engine.submit(answers)]


def begun(engine: XghjEngine) -> XghjEngine:
    while engine.view()["phase"] in ("bid", "spawn"):
        step(engine)
    return engine


def ended(engine: XghjEngine) -> Outcome:
    outcome = engine.outcome()
    assert outcome is not None
    return outcome


# Round 0.


def test_everybody_is_asked_for_a_bid_first_and_knows_his_money():
    engine = engine_of(handicaps=[1.0, 1.5, 2.25])
    prompts = {seat: ask.prompt for seat, ask in engine.pending().items()}
    assert prompts == {seat: {"phase": "bid", "money": (10, 15, 22)[seat]} for seat in range(3)}


def test_higher_bids_choose_first_and_are_cut_to_what_one_has():
    engine = engine_of()
    (bids,) = step(engine, {0: {"bid": -3}, 1: {"bid": 99}, 2: {"bid": 4}})
    assert bids == {"e": "bids", "bids": [0, 10, 4], "order": [1, 2, 0]}
    assert list(engine.pending()) == [1]


def test_of_equal_bids_the_lower_rating_chooses_first_and_then_the_lot():
    engine = engine_of(ratings=[1600.0, 1400.0, None])
    assert step(engine)[0]["order"] == [2, 1, 0]
    orders = {tuple(step(engine_of(seed=seed))[0]["order"]) for seed in range(30)}
    assert len(orders) == 6
    again = [step(engine_of(seed=7))[0]["order"] for _ in range(3)]
    assert again[0] == again[1] == again[2]


def test_one_after_the_other_is_asked_for_a_place_and_sees_all_that_were_named():
    engine = engine_of()
    step(engine, {1: {"bid": 5}, 2: {"bid": 3}})
    assert engine.pending()[1].prompt == {"phase": "spawn", "chosen": []}
    step(engine, {1: {"spawn": [3, 3]}})
    (event,) = step(engine, {2: {"spawn": [4, 4]}})
    assert event == {"e": "spawn", "p": 2, "at": [4, 4], "place": -1}
    assert engine.pending()[0].prompt == {"phase": "spawn", "chosen": [[3, 3], [4, 4]]}
    _, start = step(engine, {0: {"spawn": [5, 4]}})
    assert start["e"] == "start"
    assert start["saving"] == [10, 5, 7]
    assert start["alive"] == [1, 1, 0]
    assert list(engine.pending()) == [0, 1]


def test_who_fails_before_he_has_a_place_has_none():
    engine = engine_of()
    step(engine, {1: CRASH})
    while engine.view()["phase"] == "spawn":
        step(engine)
    assert engine.state.fell == [None, 0, None]
    assert list(engine.pending()) == [0, 2]


def test_a_game_in_which_nobody_has_a_place_is_over_at_once():
    engine = engine_of(2)
    events = step(engine, {0: CRASH, 1: CRASH})
    assert [event["e"] for event in events] == ["bids", "spawn", "spawn", "start", "end"]
    outcome = ended(engine)
    assert [seat.rank for seat in outcome.seats] == [1, 1]
    assert [seat.data["rounds"] for seat in outcome.seats] == [-1, -1]


# Rounds.


def test_in_a_round_every_living_country_is_asked_and_told_what_it_knows():
    engine = begun(engine_of())
    prompts = [ask.prompt for ask in engine.pending().values()]
    assert [prompt["phase"] for prompt in prompts] == ["round"] * 3
    first = prompts[1]
    assert set(first) == {
        *("phase", "round", "owner", "sieged", "players", "backstab_used", "marks"),
    }
    assert first["round"] == 1
    assert first["owner"].count("1") == 1
    assert first["owner"].count("?") > 100
    assert first["players"][1]["saving"] == 10
    assert first["players"][0] == {
        "status": "U",
        "visible": False,
        "union": False,
        "area": None,
        "wars": None,
        "saving": None,
        "income": None,
        "capital": None,
        "relation": None,
    }


def test_answers_are_played_and_recorded():
    engine = begun(engine_of())
    (event,) = step(
        engine, {1: {"stances": "A-J", "bombs": [[4, 4, 7], [0, 0, 1]], "capital": [4, 4]}}
    )
    assert (event["e"], event["id"]) == ("round", 1)
    assert event["stances"] == ["---", "A-J", "---"]
    assert event["bombs"] == [[1, 4, 4, 7]]
    assert event["area"][1] > 9
    # Of the three that are left, corruption takes a part of one.
    assert event["saving"][1] == 2 + event["income"][1]
    assert {owner for _, owner in event["cells"]} == {1}
    assert engine.progress().turn == 2


def test_orders_count_as_they_are_submitted_also_where_others_were_checked_before():
    engine = begun(engine_of())
    engine.check(0, {"stances": "-KK", "bombs": [[0, 0, 2]]})
    submitted: list[JSON] = [{"bombs": [[0, 0, 1]]}, {}, {}]
    for _ in range(2):
        played = engine.submit(dict(enumerate(submitted)))[0].data
        assert played["bombs"] == [[0, *bomb] for bomb in submitted[0].get("bombs", [])]
        engine.check(0, submitted[0])
        submitted[0] = {}


def test_the_events_of_a_game_add_up_to_its_view():
    recording = record(XGHJ, setups(XGHJ)[0])
    engine = XghjEngine(recording.setup)
    shown: dict[str, JSON] = {}
    for played in recording.steps:
        for event in engine.submit(played.replies):
            data = event.data
            if data["e"] == "start":
                shown = {key: value for key, value in data.items() if key != "e"}
            elif data["e"] == "round":
                letters = list(shown["owner"])
                for place, owner in data["cells"]:
                    letters[place] = "." if owner < 0 else str(owner)
                same = {key: value for key, value in data.items() if key in shown}
                shown = {**shown, **same, "owner": "".join(letters), "round": data["id"] + 1}
        now = engine.view()
        if now["phase"] == "round":
            assert shown == now
    assert shown["owner"] == engine.view()["owner"]


def test_who_fails_is_asked_no_more_and_the_country_goes_on_by_itself():
    engine = begun(engine_of())
    step(engine, {1: CRASH})
    assert list(engine.pending()) == [0, 2]
    before = engine.state.saving[1]
    step(engine)
    assert engine.state.saving[1] > before
    while engine.outcome() is None:
        step(engine)
    seat = ended(engine).seats[1]
    assert (seat.end, seat.reason, seat.data["rounds"]) == (EndState.CRASH, "it fell over", 5)


def test_when_all_have_failed_the_world_goes_on_alone_to_its_end():
    engine = begun(engine_of())
    events = step(engine, dict.fromkeys(range(3), CRASH))
    assert [event["e"] for event in events] == ["round"] * 5 + ["end"]
    assert engine.pending() == {}


def test_every_turn_has_a_clock_of_its_own():
    engine = engine_of(2)
    turns = []
    while engine.outcome() is None:
        turns.append({ask.turn for ask in engine.pending().values()})
        step(engine)
    assert turns == [{0}, {1}, {1}, {2}, {3}, {4}, {5}, {6}]


# The end.


def test_the_outcome_tells_land_rounds_and_savings():
    engine = begun(engine_of())
    step(engine, {2: {"bombs": [[8, 8, 10]]}})
    while engine.outcome() is None:
        events = step(engine)
    outcome = ended(engine)
    assert [seat.rank for seat in outcome.seats] == [2, 2, 1]
    assert [seat.score for seat in outcome.seats] == [engine.state.area(p) for p in range(3)]
    assert outcome.seats[0].data == {
        "rounds": 5,
        "saving": engine.state.saving[0],
        "reached": False,
    }
    assert outcome.reason == "all 5 rounds are played: land decides, then savings"
    assert events[-1] == {"e": "end", "words": outcome.reason, "ranks": [2, 2, 1]}
    assert engine.view()["over"]
    assert (engine.progress().turn, engine.progress().of) == (5, 5)
    with pytest.raises(ValueError, match="the game is over"):
        engine.submit({})


def test_only_the_player_in_turn_may_answer_and_only_the_pending_question():
    engine = engine_of(2)
    for junk in ({"spawn": [0, 0]}, {}, {"bid": "1"}):
        with pytest.raises(IllegalAction):
            engine.check(0, junk)
    step(engine, {1: {"bid": 1}})
    with pytest.raises(IllegalAction, match="not asked now"):
        engine.check(0, {"spawn": [0, 0]})


@pytest.mark.parametrize("players", [1, 9])
def test_a_game_has_two_to_eight_players(players):
    with pytest.raises(ValueError, match="2 to 8 players"):
        engine_of(players)


def test_the_scene_tells_the_ground_the_numbers_and_the_scenario():
    scene = engine_of().scene()
    assert (scene["cols"], scene["rows"], scene["players"]) == (14, 14, 3)
    assert scene["constants"]["max_round"] == 6
    assert scene["kernel"][4][4] == 10_000
    assert (scene["title"], scene["points"], scene["parts"]) == ("Flat field", [], [])
    assert json.loads(json.dumps(scene)) == scene


def test_a_copy_of_a_game_goes_its_own_way():
    engine = begun(engine_of())
    twin = copy.deepcopy(engine)
    step(engine, {0: {"bombs": [[0, 0, 9]]}})
    assert twin.view() != engine.view()
    step(twin, {0: {"bombs": [[0, 0, 9]]}})
    assert twin.view() == engine.view()


def test_sample_actions_make_wars_alliances_and_conquests():
    seen = set()
    for seed in range(3):
        setup = Setup(tuple(SeatSetup(i, str(i)) for i in range(8)), seed, "standard")
        for played in record(XGHJ, setup, seed).steps:
            for event in played.events:
                seen |= {
                    f"{change[2]}{change[3]}{'!' if change[4] is not None else ''}"
                    for change in event.data.get("changes", ())
                }
    assert {"NW", "NA", "AN", "WN", "NW!"} <= seen
