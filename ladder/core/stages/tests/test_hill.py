"""King of the hill, played once more by a plain program that keeps only a queue."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.stages.contract import Encounter, Game, StageSetup
from ladder.core.stages.hill import KingOfTheHill, line
from ladder.core.stages.tests.plays import play, result, stronger, wants, with_games
from tests.examples import examples

FORM = KingOfTheHill()


def plainly(entrants, results):
    """Places and points from the results of the challenges, each a pair of entrants with the
    points of both: a queue, and the list of those who held the hill."""
    queue = deque(range(1, entrants))
    holder, held, taken = 0, [], dict.fromkeys(range(entrants), 0)
    for points in results:
        challenger = queue.popleft()
        assert set(points) == {holder, challenger}
        if points[challenger] > points[holder]:
            holder, challenger = challenger, holder
            taken[holder] += 1
        queue.append(challenger)
        held.append(holder)
    runs = {one: max(map(len, split(held, one)), default=0) for one in range(entrants)}
    figures = {one: (held.count(one), runs[one], taken[one], -one) for one in range(entrants)}
    order = sorted(figures, key=figures.__getitem__, reverse=True)
    return [(one, *figures[one][:3]) for one in order], [holder, *queue]


def split(held, one):
    """The runs of one entrant in a list."""
    runs: list[list[int]] = []
    run: list[int] = []
    for each in held:
        run = [*run, each] if each == one else []
        runs.append(run)
    return runs


def results_of(played):
    found = []
    for each in sorted(played.encounters, key=lambda each: each.round):
        points = dict.fromkeys(each.entrants, 0.0)
        for game in each.games:
            for side, one in enumerate(game.sides):
                other = game.ranks[1 - side]
                mine = game.ranks[side]
                points[one] += 1 if mine < other else 0.5 if mine == other else 0
        found.append(points)
    return found


@given(
    st.integers(2, 9), st.integers(1, 3), st.integers(0, 30), st.integers(0, 5000)
)  # fmt: skip
@examples(60)
def test_the_table_is_that_of_a_plain_queue(entrants, games, rounds, seed):
    terms = StageSetup(entrants, games=games, rounds=rounds)
    played = play(FORM, terms, seed)
    count = rounds or 2 * (entrants - 1)
    assert len(played.made) == count == played.end.rounds
    table, queue = plainly(entrants, results_of(played))
    found = [(row.entrant, row.points, *row.breaks[:2]) for row in played.end.standings]
    assert found == table
    assert [row.place for row in played.end.standings] == list(range(1, entrants + 1))
    assert line(terms, played.encounters) == tuple(queue)
    assert sum(row.points for row in played.end.standings) == count


def test_the_best_seed_is_challenged_by_all_others_in_the_order_of_their_seeds():
    played = play(FORM, StageSetup(5, games=1), decide=stronger)
    made = sorted(played.encounters, key=lambda each: each.round)
    assert [max(each.entrants) for each in made] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert [each.entrants.index(0) for each in made] == [0, 1] * 4
    best = played.end.standings[0]
    assert (best.entrant, best.points, best.won, best.breaks) == (0, 8, 8, (8, 0, 1))


def test_a_tie_keeps_the_hill_and_a_challenger_that_wins_takes_it():
    terms = StageSetup(3, games=2, rounds=2)
    first = FORM.progress(terms, []).wanted[0]
    (one, two) = first.games
    tied = with_games(first, [stronger(one), Game(two, (1, 2))])
    (want,) = FORM.progress(terms, [tied]).wanted
    assert set(want.encounter.entrants) == {0, 2}
    won = [Game(sides, tuple(1 if each == 2 else 2 for each in sides)) for sides in want.games]
    end = FORM.progress(terms, [tied, with_games(want, won)])
    # One challenge each; the second has taken the hill.
    assert [(row.entrant, row.points, row.drawn, row.breaks) for row in end.standings] == [
        (2, 1, 0, (1, 1, 3)),
        (0, 1, 1, (1, 0, 1)),
        (1, 0, 1, (0, 0, 2)),
    ]
    assert end.over


def test_equal_points_are_ordered_by_the_longest_reign_then_by_reigns_then_by_seed():
    terms = StageSetup(3, games=1, rounds=5)
    made: list[Encounter] = []
    for best in (1, 2, 2, 2, 0):
        (want,) = FORM.progress(terms, made).wanted
        (sides,) = want.games
        made.append(with_games(want, [Game(sides, tuple(1 + (one != best) for one in sides))]))
    # 0 had it at first and took it at last, 1 took it once, 2 held it for three.
    end = FORM.progress(terms, made)
    assert [(row.entrant, row.points, row.breaks) for row in end.standings] == [
        (2, 3, (3, 1, 3)),
        (0, 1, (1, 1, 1)),
        (1, 1, (1, 1, 2)),
    ]
    assert [row.tied for row in end.standings] == [(), (0, 1), (0, 1)]


def test_if_the_winner_of_a_challenge_changes_those_after_it_are_obsolete():
    terms = StageSetup(4, games=1, rounds=5)
    played = play(FORM, terms, decide=stronger)
    made = {each.key: each for each in played.encounters}
    back = made["hill-2"]._replace(games=())
    rest = [each for key, each in made.items() if key != "hill-2"]
    now = FORM.progress(terms, [back, *rest])
    assert set(wants(now)) == {"hill-2"}
    assert now.obsolete == frozenset()
    assert sum(row.points for row in now.standings) == 1
    (want,) = now.wanted
    same = FORM.progress(terms, [with_games(want, [stronger(want.games[0])]), *rest])
    assert same.standings == played.end.standings
    other = Game(want.games[0], tuple(1 if each == 2 else 2 for each in want.games[0]))
    now = FORM.progress(terms, [with_games(want, [other]), *rest])
    assert now.obsolete == {"hill-3", "hill-4", "hill-5"}
    assert set(now.wanted[0].encounter.entrants) == {2, 3}


def test_who_is_disqualified_is_passed_over_and_loses_the_hill():
    terms = StageSetup(4, games=1, rounds=6)
    (first,) = FORM.progress(terms, []).wanted
    made = [with_games(first, [stronger(first.games[0])])]
    (want,) = FORM.progress(replace(terms, out=frozenset({2})), made).wanted
    assert set(want.encounter.entrants) == {0, 3}
    (want,) = FORM.progress(replace(terms, out=frozenset({0})), made).wanted
    assert set(want.encounter.entrants) == {2, 3}
    assert line(replace(terms, out=frozenset({0})), made) == (2, 3, 1)
    alone = FORM.progress(replace(terms, out=frozenset({0, 1, 2})), made)
    assert alone.over
    assert (alone.standings[0].entrant, alone.standings[0].place) == (3, 1)


@given(st.integers(3, 7), st.integers(0, 2000), st.integers(1, 12))
@examples(40)
def test_a_readmitted_bot_challenges_next_and_nothing_is_played_again(entrants, seed, when):
    terms = StageSetup(entrants, games=1, rounds=12)
    rng = random.Random(seed)
    out = rng.randrange(entrants)
    seen = {}

    def stop(terms, made, now):
        seen[sum(len(each.games) for each in made)] = list(made)

    play(FORM, replace(terms, out=frozenset({out})), seed, on_step=stop)
    made = seen[min(when, max(seen))]
    now = FORM.progress(terms, made)
    assert not now.obsolete
    again = play(FORM, terms, seed, made=made, decide=lambda sides: result(rng, sides))
    assert len(again.made) == 12
    held = {each.key: each.games for each in made}
    assert all(again.made[key].games[: len(games)] == games for key, games in held.items())
    later = sorted(again.encounters, key=lambda each: each.round)[len(made) :]
    assert not later or out in later[0].entrants


@pytest.mark.parametrize("key", ["hill-9", "hill-0", "1-1"])
def test_a_challenge_that_the_stage_does_not_have_is_refused(key):
    (want,) = FORM.progress(StageSetup(4, rounds=8), []).wanted
    with pytest.raises(ValueError, match="not of this stage"):
        FORM.progress(StageSetup(4, rounds=8), [want.encounter._replace(key=key)])
