"""The pairings and their seats."""

from __future__ import annotations

from collections import Counter

import pytest

from games.snake import SNAKE
from games.tests.toy import Toy
from sandbox.play.schedule import in_words, rotation, schedule

TOY = Toy()


@pytest.mark.parametrize("bots", [2, 3, 5])
def test_every_bot_has_every_seat_once_with_each_seed(bots: int):
    fixtures = schedule(TOY, rotation(bots, bots), 4 * bots, 10)
    places = Counter((f.seed, seat, bot) for f in fixtures for seat, bot in enumerate(f.order))
    assert set(places.values()) == {1}
    assert len(places) == 4 * bots * bots
    assert {fixture.seed for fixture in fixtures} == {10, 11, 12, 13}


def test_without_mirrors_each_match_has_a_seed_and_the_given_seats():
    fixtures = schedule(TOY, rotation(2, 2)[:1], 3, 10)
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
    orders = rotation(bots, bots) if mirrored else rotation(bots, bots)[:1]
    assert in_words(TOY, orders, games, 7) == words
    last = schedule(TOY, orders, games, 7)[-1].seed
    assert f"seeds 7 to {last}" in words or last == 7


def test_where_a_match_exchanges_sides_each_has_a_seed_and_the_seats_still_change():
    orders = rotation(2, 2)
    fixtures = schedule(SNAKE, orders, 4, 7)
    assert [(f.seed, f.order) for f in fixtures] == [
        (7, (0, 1)),
        (8, (1, 0)),
        (9, (0, 1)),
        (10, (1, 0)),
    ]
    words = "4 matches, seeds 7 to 10: 2 pairs with a seed for each match and swapped seats"
    assert in_words(SNAKE, orders, 4, 7) == words


PAIRS = (1, 1, 2, 2)


@pytest.mark.parametrize(
    ("bots", "seats", "teams", "every"),
    [
        (16, 16, (), 16),
        (4, 16, (), 4),
        (3, 16, (), 16),
        (1, 16, (), 1),
        (4, 4, PAIRS, 4),
        (2, 4, PAIRS, 2),
        (3, 4, PAIRS, 4),
        (6, 6, (1, 2, 3, 1, 2, 3), 6),
        (3, 6, (1, 2, 3, 1, 2, 3), 3),
        (4, 4, (1, 2, 2, 2), 4),
    ],
)
def test_in_a_round_every_bot_has_every_seat_equally_often(bots, seats, teams, every):
    orders = rotation(bots, seats, teams)
    assert len(orders) == every == len(set(orders))
    for bot in range(bots):
        taken = Counter(seat for order in orders for seat in range(seats) if order[seat] == bot)
        assert len(taken) == seats
        assert len(set(taken.values())) == 1


@pytest.mark.parametrize("teams", [PAIRS, (1, 2, 1, 2), (1, 2, 3, 1, 2, 3)])
def test_team_mates_stay_together(teams):
    def partners(order):
        return {
            frozenset(bot for bot, its in zip(order, teams, strict=True) if its == team)
            for team in teams
        }

    first, *others = rotation(len(teams), len(teams), teams)
    assert all(partners(order) == partners(first) for order in others)


def test_as_many_bots_as_teams_take_a_team_each():
    assert rotation(2, 4, PAIRS) == ((0, 0, 1, 1), (1, 1, 0, 0))
    assert rotation(2, 4, (1, 2, 1, 2)) == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_fewer_bots_take_the_seats_in_turn():
    assert rotation(3, 4)[:2] == ((0, 1, 2, 0), (1, 2, 0, 0))


def test_a_round_of_filled_seats_is_told_as_what_it_is():
    words = in_words(TOY, rotation(4, 16), 4, 7)
    assert (
        words == "4 matches, seed 7: 1 round of 4 with the same seed, everybody once on each seat"
    )
    assert "16 with the same seed, everybody equally often" in in_words(TOY, rotation(3, 16), 16, 7)
    assert "swapped seats" in in_words(TOY, rotation(2, 4, PAIRS), 2, 7)
