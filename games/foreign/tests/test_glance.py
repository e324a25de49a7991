"""What is found in texts for watchers, and the state that events add up to."""

from __future__ import annotations

import json

import pytest

from games.foreign.glance import Glance, glance
from games.foreign.telling import TEXT, Telling


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"turn": 4}, Glance(turn=4)),
        ({"round": 7, "scores": [1, 2.5]}, Glance(7, (1, 2.5))),
        ({"score": {"0": 3, "1": -1}}, Glance(None, (3, -1))),
        ({"score": {"1": 5}}, Glance(None, (None, 5))),
        ({"players": [{"score": 1, "status": "up"}, {"score": 2}]},
         Glance(None, (1, 2), ("up", None))),
        ({"alive": [True, False]}, Glance(None, None, ("in play", "out"))),
        ({"scores": [1, 2, 3]}, Glance()),
        ({"scores": ["1", None]}, Glance()),
        ({"scores": [1e400, True]}, Glance()),
        ({"turn": True}, Glance()),
        ({"players": ["a", "b"]}, Glance()),
        ([1, 2], Glance()),
    ],
)  # fmt: skip
def test_fields_of_the_usual_names_are_found(data, found):
    assert glance(json.dumps(data), 2) == found


@pytest.mark.parametrize(
    "text", ["", "move e2 e4", "{", "[" * 100_000, '{"turn":' + "9" * 500 + "}"]
)
def test_any_other_text_tells_nothing(text):
    assert glance(text, 2) == Glance()


def test_half_a_character_in_a_status_does_not_spoil_a_frame():
    found = glance('{"status":["\\ud800", "ok"]}', 2)
    json.dumps(found.to_json(), ensure_ascii=False).encode()


def test_events_add_up_to_the_state():
    telling = Telling(2)
    telling.turn(1, [0], [0, 0])
    telling.watch('{"turn": 3, "scores": [1, 0]}')
    telling.turn(2, [1], [1, 0])
    telling.error(1, "time_out", "no answer")
    telling.watch("a text that tells nothing")
    state = telling.key()
    assert (state["state"], state["turn"], state["watched"]) == (2, 3, 2)
    assert (state["scores"], state["messages"], state["errors"]) == ([1, 0], [1, 0], [0, 1])
    assert (state["listen"], state["text"]) == ([1], "a text that tells nothing")
    telling.end([2, 0])
    assert (telling.key()["scores"], telling.key()["over"]) == ([2, 0], True)


def test_a_state_is_not_changed_by_what_happens_after_it():
    telling = Telling(2)
    before = telling.key()
    telling.error(0, "run", "ends")
    assert before["errors"] == [0, 0]


def test_a_very_long_text_is_cut_and_says_so():
    event = Telling(2).watch("x" * (TEXT + 1))
    assert (len(event["text"]), event["cut"]) == (TEXT, True)
