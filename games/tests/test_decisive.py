"""The moments that cost a seat most: chosen by cost, told in order, and right in real losses."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from games.decisive import Moment, Place, advice, episodes, falls, of_seat, worst_span
from games.registry import GAMES
from games.replay import ReplayReader
from games.replayed import NotReproducible, Played
from games.tests.sampling import record_match, setups
from games.tests.toy import Toy

LOSSES = Path(__file__).parent / "losses"
"""Compact replays of matches between house bots, and what must be told of them."""
EXPECTED = json.loads((LOSSES / "expected.json").read_text())


def moment(frame: int, cost: float, text: str = "") -> Moment:
    return Moment(Place(frame, 0, frame, 1), text, cost, f"advice {frame}")


def told(monkeypatch, *found: Moment) -> list[Moment]:
    module = type("decisive", (), {"moments": staticmethod(lambda _: found)})
    monkeypatch.setattr("games.decisive.module_of", lambda *_: module)
    return of_seat(Toy(), Played(Toy(), [], {}))


def test_the_three_that_cost_most_are_told_in_their_order(monkeypatch):
    found = told(monkeypatch, *(moment(frame, cost) for frame, cost in enumerate((3, 9, 5, 8, 4))))
    assert [each.place.frame for each in found] == [1, 2, 3]
    assert advice(found) == "advice 1"


def test_what_cost_next_to_nothing_beside_the_worst_is_left_out(monkeypatch):
    found = told(monkeypatch, moment(1, 2), moment(2, 60), moment(3, 20))
    assert [each.place.frame for each in found] == [2, 3]


def test_a_game_without_the_module_tells_nothing():
    assert of_seat(Toy(), Played(Toy(), [], {})) == []
    assert advice([]) == ""


def test_a_sentence_has_the_names_of_the_seats():
    assert moment(1, 1, "{1} closed a loop").told(["worm", "viper"]) == "viper closed a loop"


def test_the_worst_span_is_where_values_rise_most():
    assert worst_span([0, 0, 5, 6, 6, 7], 2) == (1, 3)
    assert worst_span([4], 3) == (0, 0)
    assert worst_span([0, 0, 0, 5, 5, 5], 5) == (2, 3)


def test_the_two_deepest_falls_do_not_overlap():
    assert falls([9, 9, 5, 5, 6, 2, 2], 2) == [(1, 2), (4, 5)]
    assert falls([1, 2, 3], 2) == []


def test_what_happened_close_together_is_one_episode():
    happened = {4: "a", 6: "b", 20: "c"}
    assert episodes(happened, 3) == [["a", "b"], ["c"]]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_tells_something_of_a_brief_loss(name):
    game = GAMES[name]
    data, outcomes = record_match(game, setups(game)[0])
    outcome = game.decide(outcomes).to_json()
    losers = [n for n, seat in enumerate(outcome["seats"]) if seat["rank"] > 1]
    names = [f"bot {n}" for n in range(len(outcome["seats"]))]
    for seat in losers[:2]:
        frames = list(ReplayReader(io.BytesIO(data)).read())
        found = of_seat(game, Played(game, frames, outcome, seat))
        assert found
        assert all(0 <= each.place.frame < len(frames) for each in found)
        assert all("{" not in each.told(names) for each in found)
        assert advice(found)


def test_frames_that_the_engine_does_not_take_are_not_reproducible():
    game = GAMES["microwars"]
    data, outcomes = record_match(game, setups(game)[0])
    first, *others = ReplayReader(io.BytesIO(data)).read()
    outcome = game.decide(outcomes).to_json()
    for missing in range(1, len(others) - 1, 5):
        frames = [first, *others[missing:]]
        with pytest.raises(NotReproducible):
            of_seat(game, Played(game, frames, outcome, 0))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_real_loss_is_told_as_a_player_would(name):
    expected = EXPECTED[name]
    with gzip.open(LOSSES / f"{name}.gz") as file:
        _, header, *frames, result = map(json.loads, file)
    played = Played(GAMES[header["game"]], frames, result["outcome"], expected["seat"])
    found = of_seat(GAMES[header["game"]], played)
    names = [f"[{n + 1}]" for n in range(len(result["outcome"]["seats"]))]
    assert [each.told(names) for each in found] == expected["moments"]
    assert advice(found) == expected["advice"]
