"""Everybody meets everybody, as evenly as it can be."""

from collections import Counter

import pytest

from ladder.core.stages.contract import Game, StageSetup
from ladder.core.stages.round_robin import RoundRobin, circle
from ladder.core.stages.spread import rounds_for_all, sizes
from ladder.core.stages.tests.plays import lines, meetings, play, stronger, wants, won_by

FORM = RoundRobin()


def plan(terms):
    return [want.encounter for want in FORM.progress(terms, []).wanted]


@pytest.mark.parametrize("entrants", range(2, 21))
@pytest.mark.parametrize("cycles", [1, 3])
def test_everybody_meets_everybody_once_in_a_cycle(entrants, cycles):
    met = meetings(plan(StageSetup(entrants, cycles=cycles)))
    assert len(met) == entrants * (entrants - 1) // 2
    assert set(met.values()) == {cycles}


@pytest.mark.parametrize("entrants", range(2, 21))
def test_in_a_round_everybody_plays_once_but_for_one_of_an_odd_number(entrants):
    rested: Counter[int] = Counter()
    for pairs in circle(entrants):
        playing = [one for pair in pairs for one in pair]
        assert len(playing) == len(set(playing)) == entrants - entrants % 2
        rested.update(set(range(entrants)) - set(playing))
    assert len(circle(entrants)) == entrants - 1 + entrants % 2
    assert rested == Counter(range(entrants) if entrants % 2 else [])


@pytest.mark.parametrize("entrants", range(2, 21))
def test_everybody_is_first_as_often_as_second_or_once_more_or_less(entrants):
    ahead: Counter[int] = Counter()
    for pairs in circle(entrants):
        ahead.update(pair[0] for pair in pairs)
        ahead.subtract(pair[1] for pair in pairs)
    assert {abs(ahead[one]) for one in range(entrants)} == {0 if entrants % 2 else 1}


def test_in_the_second_cycle_sides_are_swapped():
    made = plan(StageSetup(5, games=1, cycles=2))
    first, second = made[:10], made[10:]
    assert [each.entrants for each in second] == [each.entrants[::-1] for each in first]


def test_everything_may_be_played_at_once_and_says_which_round_it_is_of():
    now = FORM.progress(StageSetup(4, games=2), [])
    assert [(each.encounter.key, each.encounter.name) for each in now.wanted] == [
        ("1-1", "Round 1, match 1"),
        ("1-2", "Round 1, match 2"),
        ("2-1", "Round 2, match 1"),
        ("2-2", "Round 2, match 2"),
        ("3-1", "Round 3, match 1"),
        ("3-2", "Round 3, match 2"),
    ]
    assert all(len(want.games) == 2 for want in now.wanted)
    assert all(want.games[0] == want.games[1][::-1] for want in now.wanted)
    assert (now.round, now.rounds) == (1, 3)


def test_the_round_being_played_is_the_first_one_that_is_not_complete():
    terms = StageSetup(4, games=1)
    played = play(FORM, terms, decide=stronger)
    some = [each for each in played.encounters if each.key not in ("2-1", "3-2")]
    now = FORM.progress(terms, some)
    assert (now.round, sorted(wants(now))) == (2, ["2-1", "3-2"])
    assert (played.end.round, played.end.rounds) == (3, 3)


def test_when_the_better_seed_always_wins_the_table_is_the_seeding():
    end = play(FORM, StageSetup(5, games=2), decide=stronger).end
    assert lines(end) == [(1, 0, 8.0), (2, 1, 6.0), (3, 2, 4.0), (4, 3, 2.0), (5, 4, 0.0)]


def test_who_is_out_is_met_by_nobody_any_more_and_all_win_what_is_left():
    terms = StageSetup(4, games=1, out=frozenset({0}))
    end = play(FORM, terms, decide=stronger).end
    assert lines(end) == [(1, 1, 3.0), (2, 2, 2.0), (3, 3, 1.0), (4, 0, 0.0)]
    assert all(0 not in each.entrants for each in play(FORM, terms).encounters)


SHAPES = [(4, 4), (3, 4), (5, 4), (7, 3), (8, 4), (9, 3), (10, 4), (16, 4), (20, 4), (24, 8)]


@pytest.mark.parametrize(("entrants", "sides"), SHAPES)
def test_at_tables_everybody_plays_in_each_round_and_tables_are_even(entrants, sides):
    made = plan(StageSetup(entrants, sides=sides, games=1))
    rounds = rounds_for_all(entrants, sides)
    for number in range(1, rounds + 1):
        tables = [each.entrants for each in made if each.round == number]
        assert sorted(one for table in tables for one in table) == list(range(entrants))
        assert sorted(map(len, tables), reverse=True) == list(sizes(entrants, sides))
    assert FORM.most_games(StageSetup(entrants, sides=sides, games=3)) == 3 * len(made)


@pytest.mark.parametrize(("entrants", "sides"), SHAPES)
def test_at_tables_everybody_meets_others_about_as_often(entrants, sides):
    made = plan(StageSetup(entrants, sides=sides, games=1, cycles=3))
    met = meetings(made)
    often = [met[a, b] for a in range(entrants) for b in range(a + 1, entrants)]
    mean = sum(often) / len(often)
    # Drawn at random they would lie twice as far from the mean as here.
    assert max(often) <= mean + 2
    assert min(often) >= mean - 2
    assert sum((times - mean) ** 2 for times in often) <= 0.5 * mean * len(often)


@pytest.mark.parametrize(("entrants", "sides"), [(9, 3), (16, 4)])
def test_where_there_is_a_perfect_plan_it_is_nearly_found(entrants, sides):
    met = meetings(plan(StageSetup(entrants, sides=sides, games=1)))
    assert sum(times == 1 for times in met.values()) >= 0.8 * entrants * (entrants - 1) / 2


@pytest.mark.parametrize(("entrants", "sides"), SHAPES)
def test_at_tables_nobody_is_much_oftener_on_one_side_or_at_a_small_table(entrants, sides):
    made = plan(StageSetup(entrants, sides=sides, games=1, cycles=4))
    largest = sizes(entrants, sides)[0]
    small = Counter(one for each in made if len(each.entrants) < largest for one in each.entrants)
    assert (
        max(small[one] for one in range(entrants)) - min(small[one] for one in range(entrants)) <= 1
    )
    sat = Counter((side, one) for each in made for side, one in enumerate(each.entrants))
    rounds = made[-1].round
    assert all(times <= rounds / largest * 1.5 + 2 for times in sat.values())


def test_another_seed_draws_other_tables():
    one, two = (plan(StageSetup(16, sides=4, games=1, seed=seed)) for seed in (1, 2))
    assert [each.entrants for each in one] != [each.entrants for each in two]
    assert plan(StageSetup(16, sides=4, games=1, seed=1)) == one


def test_a_number_of_rounds_may_be_asked_for():
    assert plan(StageSetup(16, sides=4, rounds=3))[-1].round == 3


def test_a_table_with_somebody_out_is_played_on_with_a_guest():
    terms = StageSetup(3, sides=3, games=1, out=frozenset({2}))
    (want,) = FORM.progress(terms, []).wanted
    assert sorted(want.games[0], key=str) == [0, 1, None]
    end = play(FORM, terms, decide=lambda sides: won_by(sides, 1)).end
    assert lines(end) == [(1, 1, 1.0), (2, 0, 0.5), (3, 2, 0.0)]


def test_an_encounter_of_others_than_planned_is_refused():
    first, second = plan(StageSetup(4))[:2]
    with pytest.raises(ValueError, match="do not meet"):
        FORM.progress(StageSetup(4), [first._replace(entrants=second.entrants)])


def test_a_game_played_on_other_sides_than_planned_counts_all_the_same():
    terms = StageSetup(2, games=2)
    (encounter,) = plan(terms)
    one, two = encounter.entrants
    twice = (Game((two, one), (1, 2)), Game((two, one), (1, 2)))
    end = FORM.progress(terms, [encounter._replace(games=twice)])
    assert end.over
    assert end.standings[0].entrant == two
