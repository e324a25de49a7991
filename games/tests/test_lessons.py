"""Lessons: a match's count decides them, and the checks of a game refuse those that cannot work."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from games.lessons import Gap, Lesson, Played, gap_of, lesson_of, lessons_of, start_of, won
from games.package import bot_files
from games.registry import GAMES
from games.replay import ReplayError, ReplayReader
from games.tests import declared
from games.tests.sampling import ConformanceError, record_match, setups
from games.tests.toy import Toy

SNAKE = GAMES["snake"]
FIVE = Lesson(
    name="five",
    title="Five",
    text="Win three of five.",
    opponent="gardener",
    needs=3,
    matches=5,
)


@pytest.fixture(scope="module")
def match():
    """A match of snake with sample actions: its frames and its outcome."""
    data, outcomes = record_match(SNAKE, setups(SNAKE)[0])
    return list(ReplayReader(io.BytesIO(data)).read()), SNAKE.decide(outcomes).to_json()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_game_has_four_to_six_lessons(game):
    found = lessons_of(game)
    assert 4 <= len(found) <= 6
    assert lesson_of(game, found[-1].name) is found[-1]
    assert lesson_of(game, "no-such-lesson") is None
    assert all(80 < len(lesson.text) < 400 for lesson in found)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_lesson_starts_from_a_gap_in_each_kit(game):
    for lesson in lessons_of(game):
        for kit in game.kits:
            gap, start = gap_of(game, lesson, kit), start_of(game, lesson, kit)
            assert gap is not None
            assert start.keys() == bot_files(kit).keys()
            text = start[gap.path].decode()
            assert text.count(gap.gap) == 1
            assert "gap" in gap.gap
            assert 0 < len(gap.needed.splitlines()) <= 16
            assert "gap" not in gap.needed


def test_a_gap_that_the_kit_does_not_have_is_an_error():
    with pytest.raises(ValueError, match=r"main\.py has the text of a gap 2 times"):
        Gap("main.py", "x", "y").opened("x x")


def test_a_game_without_the_module_has_no_lessons(monkeypatch):
    assert lessons_of(Toy()) == ()
    monkeypatch.setattr(Toy, "__module__", "alone")
    assert lessons_of(Toy()) == ()


def test_the_learner_is_followed_through_games_that_exchange_the_sides(match):
    steps = list(Played(SNAKE, *match).steps())
    assert [step.seat for step in steps if not step.events] == [0, 1]
    assert len(steps) == len(match[0])


def test_frames_of_another_game_are_refused(match):
    with pytest.raises(ReplayError):
        list(Played(GAMES["microwars"], *match).steps())


@pytest.mark.parametrize(("ranks", "count"), [((1, 2), 1), ((2, 1), 0), ((1, 1), 0)])
def test_a_match_is_won_by_a_rank_of_ones_own(ranks, count):
    outcome = {"seats": [{"rank": rank} for rank in ranks]}
    assert won(Played(SNAKE, [], outcome)) == count


@pytest.mark.parametrize(
    ("count", "matches", "decided"),
    [(0, 1, False), (0, 2, False), (0, 3, True), (2, 4, False), (3, 3, True), (2, 5, True)],
)
def test_a_lesson_is_decided_when_no_further_match_can_change_it(count, matches, decided):
    assert FIVE.decided(count, matches) is decided


def test_other_counts_may_still_grow_in_the_last_match():
    many = replace(FIVE, count=lambda _: 100, needs=300)
    assert not many.decided(0, 4)
    assert many.decided(300, 4)


def test_a_goal_tells_number_opponent_and_matches():
    assert FIVE.goal == "3 matches won against gardener, in at most 5 matches"
    assert replace(FIVE, needs=1, matches=1).goal == "1 match won against gardener"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "Five!"}, "lowercase words"),
        ({"opponent": "sentinel"}, "no opponent “sentinel”"),
        ({"opponent": "nobody"}, "no opponent “nobody”"),
        ({"needs": 6}, "cannot need 6"),
        ({"needs": 0}, "cannot need 0"),
        ({"count": lambda _: 1.5}, "no whole number"),
        ({"count": lambda _: -1}, "no whole number"),
    ],
)
def test_the_checks_of_a_game_refuse_lessons_that_cannot_work(monkeypatch, change, words):
    monkeypatch.setattr(declared, "lessons_of", lambda _: (replace(FIVE, **change),))
    with pytest.raises(ConformanceError, match=words):
        declared.check_lessons(SNAKE, setups(SNAKE)[0])


def test_the_checks_of_a_game_refuse_two_lessons_of_one_name(monkeypatch):
    monkeypatch.setattr(declared, "lessons_of", lambda _: (FIVE, FIVE))
    with pytest.raises(ConformanceError, match="two lessons have one name"):
        declared.check_lessons(SNAKE, setups(SNAKE)[0])


def test_the_checks_of_a_game_refuse_params_that_its_engine_does_not_take(monkeypatch):
    wrong = replace(FIVE, params={"rounds": 0})
    monkeypatch.setattr(declared, "lessons_of", lambda _: (wrong,))
    with pytest.raises(ValueError, match="rounds must be a whole number"):
        declared.check_lessons(SNAKE, setups(SNAKE)[0])
