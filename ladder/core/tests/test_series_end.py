"""When a series ends: winners that do not count, and its bound."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.series import (
    End,
    GameResult,
    SeriesSetup,
    after,
    begin,
    bound,
    games_to_come,
    next_seating,
    play,
    progress,
    standings,
)
from ladder.core.tests.test_series import game, series
from tests.examples import examples


def test_a_winner_that_is_qualified_already_leaves_and_does_not_count():
    terms = SeriesSetup(entrants=4, seats=4, winners=2, qualified=frozenset({0}))
    state = series(terms, *["a>b>c>d"] * 5)
    assert (state.left, state.end, progress(state)) == (0, None, 0)
    assert games_to_come(state) == (10, 14)
    for winner in "bc":
        others = [each for each in "bcd" if each >= winner and each != winner]
        for _ in range(5):
            state = after(state, game(state, ">".join([winner, *others])))
    assert state.end is End.WON
    assert [(each.entrant, each.won, each.counts) for each in standings(state)] == [
        (0, True, False),
        (1, True, True),
        (2, True, True),
        (3, False, True),
    ]


def test_where_the_order_decides_a_qualified_entrant_takes_nobodys_place():
    terms = SeriesSetup(3, 3, 1, most_games=2, qualified=frozenset({0}))
    state = series(terms, "a>b>c", "a>b>c")
    assert [(each.entrant, each.won) for each in standings(state)] == [
        (0, False),
        (1, True),
        (2, False),
    ]


def test_games_stand_that_were_played_while_somebody_was_disqualified():
    terms = SeriesSetup(entrants=3, seats=3, winners=1)
    without = SeriesSetup(3, 3, 1, out=frozenset({0}))
    games: list[GameResult] = []
    while play(terms, games).end is None:
        games.append(game(play(terms, games), "a>b>c"))
    while play(without, games).end is None:
        games.append(game(play(without, games), "b>c"))
    state = play(terms, games)
    assert state.end is End.WON
    assert [(line.wins, line.left) for line in state.lines] == [(5, 5), (5, 10), (0, None)]
    # The winner of a game has its seat again, which was empty for two games.
    mixed = [games[0], GameResult((1, None, 2), (1, 3, 2)), GameResult((None, 2, 1), (3, 2, 1))]
    assert [line.wins for line in play(terms, mixed).lines] == [1, 2, 0]
    assert 0 in (next_seating(play(terms, mixed)) or ())
    with pytest.raises(ValueError, match="not the seats"):
        play(terms, [GameResult((0, 0, 1), (1, 2, 3))])


@pytest.mark.parametrize(
    ("entrants", "seats", "winners"),
    [(8, 4, 1), (8, 2, 7), (16, 8, 3), (32, 4, 7), (64, 4, 7), (64, 8, 1)],
)
def test_by_chance_alone_its_winners_end_a_series_and_not_its_bound(entrants, seats, winners):
    """Entrants of equal strength, whom no handicap helps, need the most games; one game in six is
    won by nobody."""
    rng = Random(entrants * seats + winners)
    terms = SeriesSetup(entrants, seats, winners)
    for _ in range(1 if entrants == 64 else 3):
        state = begin(terms)
        while (seating := next_seating(state)) is not None:
            ranks = rng.sample(range(seats), seats) if rng.random() > 1 / 6 else [1] * seats
            state = after(state, GameResult(seating, tuple(ranks)))
        assert state.end is End.WON
        assert state.played < 0.9 * terms.limit


@given(st.integers(2, 12), st.integers(2, 8), st.data())
@examples(15)
def test_no_bound_is_reached_where_two_of_three_games_are_won(entrants, seats, data):
    winners = data.draw(st.integers(1, entrants - 1))
    terms = SeriesSetup(entrants, seats, winners, patience=1000)
    rng = data.draw(st.randoms(use_true_random=False))
    state = begin(terms)
    while (seating := next_seating(state)) is not None:
        won = state.played % 3 < 2
        ranks = rng.sample(range(seats), seats) if won else [1] * seats
        state = after(state, GameResult(seating, tuple(ranks)))
    assert state.end is End.WON


def test_the_bound_grows_with_the_entrants_and_the_winners_wanted():
    assert [bound(n, w) for n, w in ((3, 1), (8, 7), (16, 7), (64, 1), (64, 7))] == [
        60,
        60,
        107,
        386,
        395,
    ]
