"""Points and tie-breaks, on examples worked out by hand and against a plain program."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.points import Worth
from ladder.core.stages.contract import Encounter, Game, StageSetup, TieBreak
from ladder.core.stages.encounters import score, sides_of, wanted
from ladder.core.stages.formats import FORMATS
from ladder.core.stages.tables import table
from ladder.core.stages.tests import plain
from ladder.core.stages.tests.plays import games_of, lines, play, result
from tests.examples import examples

ALL = tuple(TieBreak)


def met(a, b, *results):
    """An encounter of two: in each game "1" has won, or "2", or "=" for a draw."""
    ranks = {"1": (1, 2), "2": (2, 1), "=": (1, 1)}
    games = tuple(Game((a, b), ranks[one]) for one in results)
    return Encounter(f"{a}-{b}", 1, (a, b), games=games)


def rows(terms, *encounters, byes=None):
    standings = table(terms, [score(terms, each) for each in encounters], byes)
    return {line.entrant: line for line in standings}


def order(found):
    return [(line.place, line.entrant) for line in found.values()]


def test_a_game_between_two_is_a_point_or_two_halves():
    found = rows(StageSetup(2, games=3), met(0, 1, "1", "=", "1"))
    assert (found[0].points, found[1].points) == (2.5, 0.5)
    assert (found[0].won, found[0].lost, found[1].won, found[1].lost) == (1, 0, 0, 1)


MICROWARS = Worth(win=3, draw=0, loss=-1)


def test_a_game_whose_rules_give_points_is_worth_those():
    found = rows(StageSetup(3, games=2, worth=MICROWARS), met(0, 1, "1", "="), met(1, 2, "1", "1"))
    assert [found[one].points for one in range(3)] == [3, 5, -2]
    assert order(found) == [(1, 1), (2, 0), (3, 2)]
    assert (found[1].won, found[1].lost) == (1, 1)


def test_points_that_do_not_follow_from_ranks_are_taken_as_they_are():
    """Both sides have offended: they share the first place, and both have lost."""
    games = (Game((0, 1), (1, 1), (-1, -1)),)
    found = rows(StageSetup(2, games=1, worth=MICROWARS), Encounter("0-1", 1, (0, 1), games=games))
    assert [found[one].points for one in range(2)] == [-1, -1]


def test_a_bye_and_a_game_that_is_given_up_are_wins_by_the_rules_points():
    terms = StageSetup(3, games=2, worth=MICROWARS, out=frozenset({2}))
    found = rows(terms, met(0, 1, "2", "2"), met(1, 2, "1"), byes={0: 1})
    assert [found[one].points for one in range(3)] == [-2 + 6, 6 + 3 + 3, -1 - 1]


def test_an_equal_encounter_is_drawn_and_one_that_is_not_complete_not_counted():
    found = rows(StageSetup(3, games=2), met(0, 1, "1", "2"), met(1, 2, "1"))
    assert [(found[one].points, found[one].played, found[one].drawn) for one in range(3)] == [
        (1.0, 1, 1),
        (2.0, 1, 1),
        (0.0, 0, 0),
    ]


def test_those_whom_the_seed_alone_tells_apart_are_named():
    drawn = met(0, 1, "=", "="), met(0, 2, "1", "1"), met(1, 2, "1", "1")
    found = rows(StageSetup(3, games=2), *drawn)
    assert order(found) == [(1, 0), (2, 1), (3, 2)]
    assert [found[one].tied for one in range(3)] == [(0, 1), (0, 1), ()]
    shared = rows(StageSetup(3, games=2, tie_breaks=(TieBreak.BERGER,)), *drawn)
    assert [(line.place, line.tied) for line in shared.values()] == [(1, ()), (1, ()), (3, ())]


def test_a_game_of_more_is_worth_the_share_of_those_one_is_ahead_of():
    game = Game((0, 1, 2, 3), (1, 2, 2, 4))
    found = rows(StageSetup(4, sides=4, games=1), Encounter("1", 1, (0, 1, 2, 3), games=(game,)))
    assert [found[one].points for one in range(4)] == [1.0, 0.5, 0.5, 0.0]
    assert (found[0].won, found[1].lost) == (1, 1)


def test_guests_count_for_nothing_wherever_they_come_in():
    game = Game((None, 0, 1, None), (1, 2, 4, 3))
    found = rows(StageSetup(2, sides=4, games=1), Encounter("1", 1, (0, 1), games=(game,)))
    assert [found[one].points for one in range(2)] == [1.0, 0.0]


def test_who_is_not_in_a_game_of_its_encounter_is_behind_all_who_are():
    game = Game((0, None, 2), (2, 1, 2))
    found = rows(StageSetup(3, sides=3, games=1), Encounter("1", 1, (0, 1, 2), games=(game,)))
    assert [found[one].points for one in range(3)] == [0.75, 0.0, 0.75]


def test_thirds_that_are_equal_are_equal_however_they_came_about():
    terms = StageSetup(8, sides=4, games=3, tie_breaks=())
    one = [(1, 2, 3, 4), (3, 1, 2, 4), (2, 3, 4, 1)]  # 3 + 1 + 2 thirds for the first
    two = [(3, 1, 2, 4), (2, 1, 3, 4), (1, 2, 3, 4)]  # 1 + 2 + 3
    encounters = [
        Encounter(key, 1, who, games=tuple(Game(who, ranks) for ranks in games))
        for key, who, games in [("a", (0, 1, 2, 3), one), ("b", (4, 5, 6, 7), two)]
    ]
    found = rows(terms, *encounters)
    assert found[0].points == found[4].points == 2.0
    assert found[0].place == found[4].place


def test_a_bye_is_worth_an_encounter_won_throughout():
    found = rows(StageSetup(3, games=2), met(0, 1, "1", "1"), byes={2: 1})
    assert (found[2].points, found[2].won, found[2].played) == (2.0, 1, 1)
    assert (found[0].points, found[0].won, found[0].played) == (2.0, 1, 1)


def test_what_is_not_played_against_who_is_out_is_won_and_what_was_played_stays():
    terms = StageSetup(3, games=2, out=frozenset({0}))
    found = rows(terms, met(0, 1, "1"), met(0, 2, "1", "1"))
    assert [(line.place, line.entrant, line.points) for line in found.values()] == [
        (1, 1, 1.0),
        (2, 2, 0.0),
        (3, 0, 3.0),
    ]
    assert found[1].drawn == 1


def test_nobody_wins_what_two_who_are_out_have_not_played():
    found = rows(StageSetup(3, games=2, out=frozenset({0, 1})), met(0, 1))
    assert [found[one].points for one in range(3)] == [0.0, 0.0, 0.0]
    assert [(found[one].won, found[one].lost) for one in (0, 1)] == [(0, 1), (0, 1)]
    assert found[2].place == 1


def test_equals_without_a_tie_break_share_a_place_and_the_next_one_is_left_out():
    terms = StageSetup(4, games=1, tie_breaks=())
    found = rows(terms, met(0, 1, "="), met(2, 0, "1"), met(2, 1, "1"), met(2, 3, "1"))
    assert order(found) == [(1, 2), (2, 0), (2, 1), (4, 3)]


def test_head_to_head_is_among_those_who_are_equal_alone():
    # Three have two points; between them 2 beat both others, whatever 3 did.
    terms = StageSetup(4, games=1, tie_breaks=(TieBreak.HEAD_TO_HEAD,))
    found = rows(
        terms,
        met(0, 1, "1"),
        met(0, 3, "1"),
        met(1, 3, "1"),
        met(1, 2, "2"),
        met(0, 2, "2"),
        met(3, 2, "1"),
        byes={1: 1},
    )
    assert [line.points for line in found.values()] == [2.0, 2.0, 2.0, 1.0]
    assert [(line.entrant, line.breaks) for line in found.values()] == [
        (2, (2.0,)),
        (0, (1.0,)),
        (1, (0.0,)),
        (3, (0.0,)),
    ]


def test_buchholz_is_the_sum_of_all_opponents_points():
    # 0 and 1 have a point each; 0 had it of 2, who has two, 1 of 3, who has none.
    terms = StageSetup(4, games=1, tie_breaks=(TieBreak.BUCHHOLZ,))
    found = rows(terms, met(0, 2, "1"), met(1, 3, "1"), byes={2: 2})
    assert {one: found[one].breaks for one in range(4)} == {
        0: (2.0,),
        1: (0.0,),
        2: (1.0,),
        3: (1.0,),
    }
    assert order(found) == [(1, 2), (2, 0), (3, 1), (4, 3)]


def test_berger_weighs_opponents_points_by_what_was_won_of_them():
    # 0 drew with 2, who ends with two and a half; 1 beat 3, who ends with a half.
    terms = StageSetup(4, games=1, tie_breaks=(TieBreak.BERGER,))
    found = rows(terms, met(0, 2, "="), met(0, 3, "="), met(1, 3, "1"), byes={2: 2})
    assert [found[one].points for one in range(4)] == [1.0, 1.0, 2.5, 0.5]
    assert found[0].breaks == (1.25 + 0.25,)
    assert found[1].breaks == (0.5,)
    assert order(found) == [(1, 2), (2, 0), (3, 1), (4, 3)]


def test_berger_takes_the_share_of_all_games_of_an_encounter():
    found = rows(
        StageSetup(2, games=4, tie_breaks=(TieBreak.BERGER,)), met(0, 1, "1", "1", "1", "=")
    )
    assert found[0].breaks == (0.5 * 3.5 / 4,)
    assert found[1].breaks == (3.5 * 0.5 / 4,)


def test_wins_are_encounters_won():
    # Both have two points: 0 by one encounter won, 1 by two drawn.
    terms = StageSetup(4, games=2, tie_breaks=(TieBreak.WINS,))
    found = rows(
        terms, met(0, 2, "1", "1"), met(0, 3, "2", "2"), met(1, 2, "1", "2"), met(1, 3, "=", "=")
    )
    assert (found[0].points, found[1].points) == (2.0, 2.0)
    assert (found[0].breaks, found[1].breaks) == ((1.0,), (0.0,))
    assert found[0].place < found[1].place


def test_the_seed_leaves_nobody_equal():
    found = rows(StageSetup(3, games=1, tie_breaks=(TieBreak.SEED,)), met(1, 2, "="))
    assert [(line.place, line.entrant, line.breaks) for line in found.values()] == [
        (1, 1, (2.0,)),
        (2, 2, (3.0,)),
        (3, 0, (1.0,)),
    ]


def test_a_tie_break_is_asked_only_of_those_whom_the_ones_before_left_equal():
    terms = StageSetup(4, games=1, tie_breaks=(TieBreak.WINS, TieBreak.HEAD_TO_HEAD))
    # 0, 1 and 2 have a point; 2 has no win, so that head to head is between 0 and 1 alone.
    found = rows(terms, met(2, 0, "="), met(0, 3, "="), met(1, 0, "2"), met(2, 3, "="), byes={1: 1})
    assert [found[one].points for one in range(4)] == [2.0, 1.0, 1.0, 1.0]
    assert [(line.place, line.entrant) for line in found.values()] == [
        (1, 0),
        (2, 1),
        (3, 2),
        (3, 3),
    ]
    assert found[2].breaks == found[3].breaks == (0.0, 0.5)


def test_everybody_moves_on_by_a_side_from_game_to_game():
    terms = StageSetup(4, sides=3, games=3)
    assert [sides_of(terms, (3, 1, 2), index) for index in range(4)] == [
        (3, 1, 2),
        (2, 3, 1),
        (1, 2, 3),
        (3, 1, 2),
    ]
    assert sides_of(terms, (3, 1), 1) == (None, 3, 1)


def test_at_a_table_a_guest_plays_on_for_who_is_out():
    terms = StageSetup(3, sides=3, games=2, out=frozenset({1}))
    game = Game((0, 1, 2), (3, 1, 2))
    want = wanted(terms, Encounter("1", 1, (0, 1, 2), games=(game,)))
    assert want is not None
    assert want.games == ((2, 0, None),)


@examples(60)
@given(
    st.sampled_from(["round-robin", "swiss"]),
    st.integers(2, 9),
    st.sampled_from([2, 2, 3, 4]),
    st.integers(1, 3),
    st.permutations(ALL),
    st.integers(0, 5),
    st.dictionaries(st.integers(0, 20), st.integers(0, 8), max_size=3),
    st.integers(0, 1000),
)
def test_tables_are_those_of_the_plain_program(
    name, entrants, sides, games, breaks, asked, out, seed
):
    out = {step: one % entrants for step, one in out.items()}
    terms = StageSetup(entrants, sides=sides, games=games, tie_breaks=tuple(breaks[:asked]))
    few = random.Random(seed)

    def decide(row):
        return result(few, row, [few.choice([1, 1, 2]) for _ in row])

    def holds(terms, made, now):
        # A table of all that is planned: what is not made yet has no games.
        byes = byes_of(terms, made, now) if name == "swiss" else []
        expected = plain.table(
            entrants,
            games_of([*made, *unmade(name, terms, made)]),
            games,
            [each.value for each in terms.tie_breaks],
            terms.out,
            byes,
        )
        assert lines(now) == [(place, one, float(points)) for place, one, points in expected]

    play(FORMATS[name], terms, seed, decide=decide, out=out, on_step=holds)


def unmade(name, terms, made):
    """Planned encounters of a round robin that are not made; none for other formats."""
    if name != "round-robin":
        return []
    everybody = StageSetup(terms.entrants, terms.sides, terms.games)
    keys = {each.key for each in made}
    first = FORMATS[name].progress(everybody, []).wanted
    return [want.encounter for want in first if want.encounter.key not in keys]


def byes_of(terms, made, now):
    """Once for each round that was made and that one who is in does not play in; who is out had
    one where it played later."""
    last = max((each.round for each in made), default=0)
    new = [want.encounter for want in now.wanted]
    found = []
    for number in range(1, last + 1):
        playing = {one for each in [*made, *new] if each.round == number for one in each.entrants}
        later = {one for each in made if each.round > number for one in each.entrants}
        found += [
            one
            for one in range(terms.entrants)
            if one not in playing and (one not in terms.out or one in later)
        ]
    return found


@pytest.mark.parametrize("breaks", [(), (TieBreak.HEAD_TO_HEAD,), (TieBreak.BERGER,)])
def test_a_table_of_nothing_has_everybody_first(breaks):
    found = rows(StageSetup(3, tie_breaks=breaks))
    assert order(found) == [(1, 0), (1, 1), (1, 2)]
