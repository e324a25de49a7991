"""The parts of texts for watchers, and the state that events add up to."""

from __future__ import annotations

import json

import pytest

from games.foreign.events import TEXT, MatchEvents, glance


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"round": 7, "scores": [1, 2.5]}, {"scores": [1, 2.5]}),
        ({"score": {"0": 3, "1": -1}}, {"scores": [3, -1]}),
        ({"score": {"1": 5}}, {"scores": [None, 5]}),
        ({"players": [{"score": 1, "status": "up"}, {"score": 2}]},
         {"scores": [1, 2], "status": ["up", None]}),
        ({"alive": [True, False]}, {"status": ["in play", "out"]}),
        ({"scores": [1, 2, 3]}, {}),
        ({"scores": ["1", None]}, {}),
        ({"scores": [1e400, True]}, {}),
        ({"players": ["a", "b"]}, {}),
        ([1, 2], {}),
    ],
)  # fmt: skip
def test_fields_of_the_usual_names_are_found(data, found):
    assert glance(json.dumps(data), 2) == found


@pytest.mark.parametrize(
    "text", ["", "move e2 e4", "{", "[" * 100_000, '{"turn":' + "9" * 500 + "}"]
)
def test_any_other_text_tells_nothing(text):
    assert glance(text, 2) == {}


def test_half_a_character_in_a_status_does_not_spoil_a_frame():
    found = glance('{"status":["\\ud800", "ok"]}', 2)
    json.dumps(found, ensure_ascii=False).encode()


def test_events_add_up_to_the_state():
    match = MatchEvents(2)
    match.turn(1, [0], [0, 0])
    match.watch('{"turn": 3, "scores": [1, 0]}')
    match.said(0, "left")
    match.said(0, "right")
    assert match.turn(2, [1], [1, 0])["said"] == ["right", None]
    match.error(1, "time_out", "no answer")
    match.watch("a text that tells nothing")
    state = match.key()
    assert (state["state"], state["said"], state["watched"]) == (2, ["right", None], 2)
    assert (state["scores"], state["messages"], state["errors"]) == ([1, 0], [1, 0], [0, 1])
    assert (state["listen"], state["text"]) == ([1], "a text that tells nothing")
    match.said(1, "up")
    match.end([2, 0])
    assert match.key()["said"] == ["right", "up"]
    assert (match.key()["scores"], match.key()["over"]) == ([2, 0], True)


def test_a_state_is_not_changed_by_what_happens_after_it():
    match = MatchEvents(2)
    before = match.key()
    match.error(0, "run", "ends")
    assert before["errors"] == [0, 0]


@pytest.mark.parametrize("text", ['{"a": 1}', "[1]", "#..#\n#.1#", " \n", "x" * 501])
def test_only_a_text_of_one_line_that_is_no_json_belongs_to_a_log(text):
    match = MatchEvents(2)
    assert match.watch("ann moves\n")["line"]
    assert "line" not in match.watch(text)
    assert match.key()["log"] == ["ann moves\n"]
    for number in range(100):
        match.watch(str(number))
    assert match.key()["log"] == [str(number) for number in range(50, 100)]


def test_a_very_long_text_is_cut_and_says_so():
    event = MatchEvents(2).watch("x" * (TEXT + 1))
    assert (len(event["text"]), event["cut"]) == (TEXT, True)
