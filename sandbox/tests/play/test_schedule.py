"""Who meets whom on which seats."""

from __future__ import annotations

from collections import Counter

import pytest

from sandbox.play.schedule import in_words, schedule


@pytest.mark.parametrize("bots", [2, 3, 5])
def test_every_bot_has_every_seat_once_with_each_seed(bots: int):
    fixtures = schedule(bots, 4 * bots, 10, mirrored=True)
    places = Counter((f.seed, seat, bot) for f in fixtures for seat, bot in enumerate(f.order))
    assert set(places.values()) == {1}
    assert len(places) == 4 * bots * bots
    assert {fixture.seed for fixture in fixtures} == {10, 11, 12, 13}


def test_without_mirrors_each_match_has_a_seed_and_the_given_seats():
    fixtures = schedule(2, 3, 10, mirrored=False)
    assert [(f.number, f.seed, f.order) for f in fixtures] == [
        (0, 10, (0, 1)),
        (1, 11, (0, 1)),
        (2, 12, (0, 1)),
    ]


@pytest.mark.parametrize(
    ("bots", "games", "mirrored", "words"),
    [
        (2, 1, True, "1 match, seed 7"),
        (2, 2, True, "2 matches, seed 7: 1 pair with the same seed and swapped seats"),
        (2, 4, True, "4 matches, seeds 7 to 8: 2 pairs with the same seed and swapped seats"),
        (2, 4, False, "4 matches, seeds 7 to 10, always on the same seats"),
        (1, 3, True, "3 matches, seeds 7 to 9"),
        (
            2, 5, True,
            ("5 matches, seeds 7 to 9: 2 pairs with the same seed and swapped seats; "
             "the last match has no counterpart"),
        ),
        (
            3, 8, True,
            ("8 matches, seeds 7 to 9: 2 rounds of 3 with the same seed, everybody once on each "
             "seat; the last 2 make no full round"),
        ),
    ],
)  # fmt: skip
def test_the_plan_is_told_with_what_does_not_come_out_even(bots, games, mirrored, words):
    assert in_words(bots, games, 7, mirrored=mirrored) == words
    last = schedule(bots, games, 7, mirrored=mirrored)[-1].seed
    assert f"seeds 7 to {last}" in words or last == 7
