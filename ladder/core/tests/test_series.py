"""A series of games from its results alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.series import (
    GOAL,
    End,
    EntrantGame,
    EntrantRecord,
    GameResult,
    SeriesSetup,
    SeriesState,
    after,
    begin,
    games_to_come,
    handicaps,
    next_seating,
    play,
    progress,
    standings,
)
from tests.examples import examples


def seating_of(state):
    seating = next_seating(state)
    assert seating is not None
    return seating


def game(state, places):
    """The next game: ``"b>ac"`` says that b is first and a and c share the second place."""
    seating = seating_of(state)
    ranks = {}
    for group_at, group in enumerate(places.split(">"), 1):
        ranks.update({ord(letter) - ord("a"): group_at for letter in group})
    last = len(places)
    return GameResult(seating, tuple(last if e is None else ranks[e] for e in seating))


def series(terms, *results):
    state = begin(terms)
    for places in results:
        state = after(state, game(state, places))
    return state


THREE = SeriesSetup(entrants=3, seats=3, winners=2)


def wins(state):
    return [line.wins for line in state.lines]


def test_all_begin_alike_and_each_win_multiplies_what_the_next_game_begins_with():
    state = series(THREE, "a>b>c", "a>c>b", "b>a>c")
    assert wins(state) == [2, 1, 0]
    assert [line.handicap for line in state.lines] == [2.25, 1.5, 1.0]
    assert [part.handicap for part in state.lines[0].parts] == [1, 1.5, 2.25]
    assert handicaps(begin(THREE), seating_of(begin(THREE))) == (1, 1, 1)


def test_who_has_won_five_games_leaves_from_the_next_one_on():
    state = series(THREE, *["a>b>c"] * 5)
    assert state.lines[0].left == 5
    assert state.lines[0].handicap == 1.5**5
    seating = seating_of(state)
    assert sorted(seating, key=str) == [1, 2, None]
    assert handicaps(state, seating)[seating.index(None)] == 1
    assert state.end is None


def test_it_ends_when_enough_have_left():
    state = series(THREE, *["a>b>c"] * 5, *["c>b"] * 5)
    assert state.end is End.WON
    assert next_seating(state) is None
    assert [(s.place, s.entrant, s.won) for s in standings(state)] == [
        (1, 0, True),
        (2, 2, True),
        (3, 1, False),
    ]
    with pytest.raises(ValueError, match="has ended"):
        after(state, GameResult((0, 1, 2), (1, 2, 3)))


def test_a_first_place_that_some_share_is_a_win_of_each_and_that_of_all_is_nobodys():
    state = series(THREE, "ab>c", "abc", "ac>b")
    assert wins(state) == [2, 1, 1]
    assert state.idle == 0
    assert series(THREE, "a>b>c", "abc", "abc").idle == 2


def test_more_than_were_wanted_may_leave_together():
    state = series(SeriesSetup(3, 3, 1), *["ab>c"] * 5)
    assert [(s.place, s.won) for s in standings(state)] == [(1, True), (1, True), (3, False)]


def test_guests_never_count():
    terms = SeriesSetup(entrants=2, seats=4, winners=1)
    seating = seating_of(begin(terms))
    assert seating == (0, 1, None, None)
    state = after(begin(terms), GameResult(seating, (3, 4, 1, 1)))
    assert wins(state) == [1, 0]
    assert [line.sum_of_places for line in state.lines] == [1, 2]
    # Both share what is their first place, whoever is ahead of them.
    state = after(begin(terms), GameResult(seating, (3, 3, 1, 1)))
    assert wins(state) == [0, 0]


def test_after_its_bound_the_order_decides():
    state = series(SeriesSetup(3, 3, 2, most_games=4), "a>b>c", "c>b>a", "a>b>c", "a>b>c")
    assert state.end is End.BOUND
    assert [(s.place, s.entrant, s.won) for s in standings(state)] == [
        (1, 0, True),
        (2, 2, True),
        (3, 1, False),
    ]


def test_of_equal_wins_the_better_mean_of_places_leads_whatever_the_sum():
    often, once = (
        EntrantRecord((EntrantGame(2, False, 0),) * 2),
        EntrantRecord((EntrantGame(3, False, 0), None)),
    )
    assert often.sum_of_places > once.sum_of_places
    order = standings(
        SeriesState(
            SeriesSetup(3, 3, 1), (once, often, EntrantRecord((EntrantGame(1, True, 0),), wins=1))
        )
    )
    assert [line.entrant for line in order] == [2, 1, 0]


def test_games_that_nobody_wins_end_it_and_places_then_tell_equals_apart():
    terms = SeriesSetup(3, 3, 1, patience=3)
    state = series(terms, "a>b>c", "b>c>a", "abc", "abc")
    assert state.end is None
    state = after(state, game(state, "abc"))
    assert state.end is End.IDLE
    # One win each; b was second when a won, and a third when b did.
    assert [(s.place, s.entrant, s.won) for s in standings(state)] == [
        (1, 1, True),
        (2, 0, False),
        (3, 2, False),
    ]


def test_everybody_sits_everywhere_equally_often():
    terms = SeriesSetup(entrants=3, seats=4, winners=1, patience=20)
    state = begin(terms)
    seats: Counter[tuple[int | None, int]] = Counter()
    for _ in range(8):
        seating = seating_of(state)
        seats.update((entrant, seat) for seat, entrant in enumerate(seating))
        state = after(state, game(state, "abc"))
    assert len(seats) == 16
    assert set(seats.values()) == {2}


@pytest.mark.parametrize(
    "wrong",
    [
        {"entrants": 1, "seats": 4, "winners": 1},
        {"entrants": 2, "seats": 1, "winners": 1},
        {"entrants": 3, "seats": 3, "winners": 3},
        {"entrants": 3, "seats": 3, "winners": 0},
        {"entrants": 3, "seats": 3, "winners": 1, "most_games": -1},
        {"entrants": 3, "seats": 3, "winners": 2, "qualified": frozenset({0, 1})},
        {"entrants": 3, "seats": 3, "winners": 1, "patience": 0},
    ],
)
def test_what_could_not_end_in_order_is_refused(wrong):
    with pytest.raises(ValueError, match=r"\w"):
        SeriesSetup(**wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        GameResult((0, 1), (1, 2)),
        GameResult((0, 1, None), (1, 2, 3)),
        GameResult((0, 1, 1), (1, 2, 3)),
        GameResult((0, 1, 2), (1, 2)),
    ],
)
def test_a_game_of_others_is_none_of_the_series(wrong):
    with pytest.raises(ValueError, match="not the seats"):
        after(begin(THREE), wrong)


# Random series -----------------------------------------------------------------------------------


@st.composite
def played(draw, ties=True):
    """Terms, and the games up to the end of the series or some time before."""
    seats = draw(st.integers(2, 8))
    entrants = draw(st.integers(2, 12))
    terms = SeriesSetup(
        entrants=entrants,
        seats=seats,
        winners=draw(st.integers(1, entrants - 1)),
        most_games=draw(st.integers(1, 60)),
        patience=draw(st.integers(1, 6)),
    )
    rng = draw(st.randoms(use_true_random=False))
    others = rng.sample(range(entrants), rng.randint(0, entrants - terms.winners))
    terms = replace(terms, qualified=frozenset(others))
    games: list[GameResult] = []
    state = begin(terms)
    most = draw(st.integers(0, 60))
    while (seating := next_seating(state)) is not None and len(games) < most:
        ranks = [rng.randint(1, seats) for _ in seating] if ties else rng.sample(range(99), seats)
        games.append(GameResult(seating, tuple(ranks)))
        state = after(state, games[-1])
    return terms, games


def told(terms, games):
    """The same, told by a few lines that share nothing with the module: wins, and who left when."""
    score: Counter[int] = Counter()
    gone: dict[int, int] = {}
    for number, played in enumerate(games, 1):
        alive = {e: r for e, r in zip(played.seating, played.ranks, strict=True) if e is not None}
        left = set(range(terms.entrants)) - set(gone)
        assert left >= set(alive)
        assert len(alive) == min(len(left), terms.seats)
        best = min(alive.values())
        if any(rank > best for rank in alive.values()):
            score.update(e for e, rank in alive.items() if rank == best)
        gone |= {e: number for e in alive if score[e] == 5}
    return [score[e] for e in range(terms.entrants)], gone


@given(played())
@examples(150)
def test_wins_and_leavings_are_those_that_a_few_lines_tell(given_series):
    terms, games = given_series
    state = play(terms, games)
    score, gone = told(terms, games)
    assert wins(state) == score
    assert {e: line.left for e, line in enumerate(state.lines) if line.left} == gone


@given(played())
@examples(150)
def test_it_ends_within_its_bound_and_never_leaves_anybody_alone(given_series):
    terms, games = given_series
    state = play(terms, games)
    assert state.played <= terms.limit
    assert state.idle <= terms.patience
    if state.end is None:
        assert sum(line.left is None for line in state.lines) >= 2
    before, come = [0] * terms.entrants, 0.0
    for count in range(len(games) + 1):
        then = play(terms, games[:count])
        now = wins(then)
        assert come <= progress(then) <= 1
        assert (progress(then) == 1) == (then.end is End.WON)
        come = progress(then)
        assert all(0 <= new - old <= 1 for old, new in zip(before, now, strict=True))
        assert max(now) <= GOAL
        before = now


@given(played())
@examples(100)
def test_the_order_has_everybody_once_and_at_its_end_enough_have_won(given_series):
    terms, games = given_series
    state = play(terms, games)
    table = standings(state)
    assert sorted(each.entrant for each in table) == list(range(terms.entrants))
    assert [each.place for each in table] == sorted(each.place for each in table)
    won = [each.won for each in table if each.counts]
    assert won == sorted(won, reverse=True)
    assert sum(won) >= (terms.winners if state.end else state.left)
    assert all(each.won == (each.line.left is not None) for each in table if not each.counts)
    left = [each.line.left for each in table if each.line.left]
    assert left == sorted(left)


@given(played(ties=False))
@examples(100)
def test_what_is_said_of_the_games_to_come_is_true_where_nobody_shares_a_place(given_series):
    terms, games = given_series
    end = play(terms, games)
    if end.end is None:
        return
    for count in range(len(games) + 1):
        fewest, most = games_to_come(play(terms, games[:count]))
        assert fewest <= len(games) - count <= most


@given(played(), st.randoms(use_true_random=False))
@examples(60)
def test_other_numbers_for_the_entrants_number_the_result_again(given_series, rng):
    terms, games = given_series
    new = rng.sample(range(terms.entrants), terms.entrants)
    other_terms = replace(terms, qualified=frozenset(new[each] for each in terms.qualified))
    renamed = [
        GameResult(tuple(None if e is None else new[e] for e in each.seating), each.ranks)
        for each in games
    ]
    lines, others = play(terms, games).lines, play(other_terms, renamed).lines
    assert [others[new[e]] for e in range(terms.entrants)] == list(lines)


# More entrants than seats, and those who are disqualified ----------------------------------------


@given(played())
@examples(100)
def test_nobody_waits_longer_for_a_seat_than_another(given_series):
    terms, games = given_series
    lines = play(terms, games).lines
    still = [line.played for line in lines if line.left is None]
    assert max(still) - min(still) <= 1
    assert all(line.played <= min(still) + 1 for line in lines)


def test_of_six_at_three_seats_those_play_next_who_have_played_least_and_met_least():
    terms = SeriesSetup(entrants=6, seats=3, winners=2)
    state = begin(terms)
    seen = []
    for _ in range(6):
        seating = seating_of(state)
        seen.append(sorted(seating))
        state = after(state, GameResult(seating, tuple(range(1, 4))))
    assert seen[:3] == [[0, 1, 2], [3, 4, 5], [0, 1, 3]]
    assert [line.played for line in state.lines] == [3] * 6
    pairs = {pair for table in seen for pair in combinations(table, 2)}
    assert len(pairs) >= 13


def test_who_is_disqualified_is_last_and_has_no_seat_any_more():
    games = [game(begin(THREE), "a>b>c")]
    state = play(SeriesSetup(3, 3, 1, out=frozenset({0})), games)
    assert sorted(seating_of(state), key=str) == [1, 2, None]
    assert [(s.entrant, s.place, s.out) for s in standings(state)] == [
        (1, 1, False),
        (2, 2, False),
        (0, 3, True),
    ]


def test_disqualified_entrants_share_the_last_place_behind_one_that_withdrew():
    games = [game(begin(THREE), "a>b>c")]
    out = frozenset({0, 1, 2})
    state = play(SeriesSetup(3, 3, 1, out=out, disqualified=frozenset({0, 2})), games)
    assert [(s.entrant, s.place) for s in standings(state)] == [(1, 1), (0, 2), (2, 2)]


def test_a_winner_that_is_disqualified_makes_room_for_another():
    won = series(SeriesSetup(3, 3, 1), *["a>b>c"] * 5)
    assert won.end is End.WON
    games: list[GameResult] = []
    for _ in range(5):
        games.append(game(play(SeriesSetup(3, 3, 1), games), "a>b>c"))
    state = play(SeriesSetup(3, 3, 1, out=frozenset({0})), games)
    assert (state.end, state.left) == (None, 0)


def test_it_ends_where_one_alone_is_left():
    games = [game(begin(THREE), "a>b>c")]
    state = play(SeriesSetup(3, 3, 1, out=frozenset({0, 1})), games)
    assert state.end is End.ALONE
    assert next_seating(state) is None
    assert [(s.entrant, s.won) for s in standings(state)] == [(2, True), (0, False), (1, False)]
