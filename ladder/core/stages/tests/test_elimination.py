"""Single elimination: seeded brackets, byes, extra games, results that change."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.stages.brackets.bracket import first_pairs, seeded
from ladder.core.stages.brackets.elimination import SingleElimination
from ladder.core.stages.contract import BYE, Game, Slot, StageSetup
from ladder.core.stages.tests import plain
from ladder.core.stages.tests.plays import (
    games_of,
    lines,
    places,
    play,
    slots,
    stronger,
    wants,
    with_games,
    won_by,
)
from tests.examples import examples

FORM = SingleElimination()


def test_the_first_round_of_eight_has_the_best_against_the_worst():
    assert first_pairs(8) == [(0, 7), (3, 4), (1, 6), (2, 5)]


def test_the_best_seeds_have_the_byes():
    assert first_pairs(5) == [(0, BYE), (3, 4), (1, BYE), (2, BYE)]
    assert first_pairs(6) == [(0, BYE), (3, 4), (1, BYE), (2, 5)]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 64])
def test_as_long_as_the_better_seeds_win_each_round_is_seeded_like_the_first(size):
    order = seeded(size)
    assert sorted(order) == list(range(size))
    while len(order) > 1:
        pairs = list(zip(order[::2], order[1::2], strict=True))
        assert {a + b for a, b in pairs} == {len(order) - 1}
        order = [min(pair) for pair in pairs]


@pytest.mark.parametrize("entrants", range(2, 34))
def test_when_the_better_seed_always_wins_places_are_the_seeding_by_rounds(entrants):
    played = play(FORM, StageSetup(entrants, third_place=True), decide=stronger)
    found = places(played.end)
    assert [found[one] for one in range(min(entrants, 4))] == [1, 2, 3, 4][:entrants]
    assert all(found[one] == 5 for one in range(4, min(entrants, 8)))
    assert played.games == FORM.most_games(StageSetup(entrants, third_place=True))


def test_a_bracket_of_five_by_hand():
    now = FORM.progress(StageSetup(5, games=1), [])
    assert now.slots == (
        Slot("1-1", 1, "Quarter-final 1", (0, BYE), 0, "winners", 1),
        Slot("1-2", 1, "Quarter-final 2", (3, 4), None, "winners", 1),
        Slot("1-3", 1, "Quarter-final 3", (1, BYE), 1, "winners", 1),
        Slot("1-4", 1, "Quarter-final 4", (2, BYE), 2, "winners", 1),
        Slot("2-1", 2, "Semi-final 1", (0, None), None, "winners", 1),
        Slot("2-2", 2, "Semi-final 2", (1, 2), None, "winners", 1),
        Slot("3-1", 3, "Final", (None, None), None, "final", 1),
    )
    # Entrants whose opponent is known may play.
    assert {key: want.encounter.entrants for key, want in wants(now).items()} == {
        "1-2": (3, 4),
        "2-2": (1, 2),
    }
    assert (now.round, now.rounds) == (1, 3)
    winners = {(3, 4): 4, (1, 2): 2, (0, 4): 4, (2, 4): 4}
    end = play(FORM, StageSetup(5, games=1), decide=by(winners)).end
    assert lines(end) == [(1, 4, 3.0), (2, 2, 1.0), (3, 0, 0.0), (3, 1, 0.0), (5, 3, 0.0)]


def test_a_bracket_of_six_by_hand():
    winners = {(3, 4): 3, (2, 5): 5, (0, 3): 0, (1, 5): 5, (0, 5): 5, (1, 3): 3}
    terms = StageSetup(6, games=1, third_place=True)
    played = play(FORM, terms, decide=by(winners))
    assert lines(played.end) == [
        (1, 5, 3.0),
        (2, 0, 1.0),
        (3, 3, 2.0),
        (4, 1, 0.0),
        (5, 2, 0.0),
        (5, 4, 0.0),
    ]
    assert {each.key: (each.name, each.of) for each in played.encounters} == {
        "1-2": ("Quarter-final 2", ()),
        "1-4": ("Quarter-final 4", ()),
        "2-1": ("Semi-final 1", (None, ("1-2", True))),
        "2-2": ("Semi-final 2", (None, ("1-4", True))),
        "third": ("Third place", (("2-1", False), ("2-2", False))),
        "3-1": ("Final", (("2-1", True), ("2-2", True))),
    }


def test_a_bracket_of_eight_by_hand():
    winners = {(0, 7): 7, (3, 4): 3, (1, 6): 1, (2, 5): 2, (3, 7): 3, (1, 2): 2, (2, 3): 3}
    end = play(FORM, StageSetup(8, games=1), decide=by(winners)).end
    assert lines(end) == [
        (1, 3, 3.0),
        (2, 2, 2.0),
        (3, 1, 1.0),
        (3, 7, 1.0),
        (5, 0, 0.0),
        (5, 4, 0.0),
        (5, 5, 0.0),
        (5, 6, 0.0),
    ]
    assert {slot.key: (slot.entrants, slot.winner) for slot in end.slots}["3-1"] == ((3, 2), 3)


def by(winners):
    return lambda sides: won_by(sides, winners[tuple(sorted(sides))])


def test_rounds_have_their_names():
    names = [slot.name for slot in FORM.progress(StageSetup(32), []).slots]
    assert names[0] == "Round of 32, match 1"
    assert names[23] == "Round of 16, match 8"
    assert names[24:] == [
        *(f"Quarter-final {number}" for number in range(1, 5)),
        "Semi-final 1",
        "Semi-final 2",
        "Final",
    ]


def test_who_is_still_in_shares_the_best_place_in_reach():
    terms = StageSetup(4, games=1, third_place=True)
    played = play(FORM, terms, decide=stronger)
    start = FORM.progress(terms, [])
    assert set(places(start).values()) == {1}
    half = FORM.progress(terms, [played.made["1-1"], played.made["1-2"]])
    assert places(half) == {0: 1, 1: 1, 2: 3, 3: 3}
    assert (half.round, half.rounds) == (2, 2)
    final = FORM.progress(terms, [each for key, each in played.made.items() if key != "third"])
    assert places(final) == {0: 1, 1: 2, 2: 3, 3: 3}
    assert not final.over


def draw(sides):
    return Game(tuple(sides), (1, 1))


def test_extra_games_come_two_at_a_time_with_sides_swapped_until_one_is_ahead():
    terms = StageSetup(2, games=2, extra=4)
    state = FORM.progress(terms, [])
    planned = []
    while not state.over:
        (want,) = state.wanted
        planned.append(want.games)
        made = with_games(want, [draw(sides) for sides in want.games])
        state = FORM.progress(terms, [made])
    assert planned == [((0, 1), (1, 0))] * 3
    assert lines(state) == [(1, 0, 3.0), (2, 1, 3.0)]


def test_an_encounter_is_over_when_the_extra_games_have_a_winner():
    terms = StageSetup(2, games=1, extra=4)
    (want,) = FORM.progress(terms, []).wanted
    made = with_games(want, [draw((0, 1))])
    (want,) = FORM.progress(terms, [made]).wanted
    assert want.games == ((1, 0), (0, 1))
    made = with_games(want, [won_by((1, 0), 1), draw((0, 1))])
    end = FORM.progress(terms, [made])
    assert end.over
    assert places(end) == {1: 1, 0: 2}


def test_of_an_odd_number_of_extra_games_the_last_is_played_alone():
    terms = StageSetup(2, games=2, extra=3)
    (want,) = FORM.progress(terms, []).wanted
    made = with_games(want, [draw(sides) for sides in [*want.games, *want.games]])
    (want,) = FORM.progress(terms, [made]).wanted
    assert want.games == ((0, 1),)


def test_without_extra_games_the_better_seed_has_won():
    end = play(FORM, StageSetup(4, extra=0), decide=draw).end
    assert all(slot.by_seed for slot in end.slots)
    assert not any(slot.by_seed for slot in play(FORM, StageSetup(4), decide=stronger).end.slots)
    assert places(end) == {0: 1, 1: 2, 2: 3, 3: 3}


def test_an_extra_game_that_is_taken_back_is_played_again_alone():
    terms = StageSetup(2, games=2, extra=4)
    (want,) = FORM.progress(terms, []).wanted
    games = [draw((0, 1)), draw((1, 0)), won_by((0, 1), 1)]
    (want,) = FORM.progress(terms, [with_games(want, games)]).wanted
    assert want.games == ((1, 0),)


def test_what_is_not_played_against_who_is_out_is_won():
    terms = StageSetup(4, games=1, out=frozenset({0}))
    now = FORM.progress(terms, [])
    assert set(wants(now)) == {"1-2"}
    assert slots(now)["1-1"].winner == 3
    end = play(FORM, terms, decide=stronger).end
    assert [(line.place, line.entrant, line.won) for line in end.standings] == [
        (1, 1, 2),
        (2, 3, 1),
        (3, 2, 0),
        (4, 0, 0),
    ]


def test_who_has_finished_an_encounter_keeps_it_whoever_is_out_later():
    terms = StageSetup(4, games=1)
    played = play(FORM, terms, decide=stronger)
    semi = [played.made["1-1"], played.made["1-2"]]
    now = FORM.progress(replace(terms, out=frozenset({0})), semi)
    # 0 has beaten 3, who stays beaten; the final is 1's.
    assert now.over
    assert slots(now)["2-1"].entrants == (0, 1)
    assert [(line.place, line.entrant) for line in now.standings] == [
        (1, 1),
        (2, 2),
        (2, 3),
        (4, 0),
    ]


def test_who_leads_an_encounter_and_is_out_before_its_end_has_lost_it():
    terms = StageSetup(2, games=3)
    (want,) = FORM.progress(terms, []).wanted
    made = with_games(want, [won_by((0, 1), 0), won_by((1, 0), 0)])
    end = FORM.progress(replace(terms, out=frozenset({0})), [made])
    assert end.over
    assert slots(end)["1-1"].winner == 1


def test_of_two_who_are_out_nobody_comes_further_and_the_next_one_has_a_bye():
    terms = StageSetup(4, games=1, out=frozenset({0, 3}))
    now = FORM.progress(terms, [])
    assert slots(now)["1-1"].winner == BYE
    assert slots(now)["2-1"].entrants == (BYE, None)
    end = play(FORM, terms, decide=stronger).end
    assert lines(end) == [(1, 1, 1.0), (2, 2, 0.0), (3, 0, 0.0), (3, 3, 0.0)]


def test_those_who_are_out_are_in_the_order_in_which_they_left():
    terms = StageSetup(8, games=1, out=frozenset({0, 7}))
    played = play(FORM, terms, decide=stronger)
    now = FORM.progress(replace(terms, out=frozenset({0, 1, 7})), played.encounters)
    assert [(line.place, line.entrant) for line in now.standings[-3:]] == [(6, 1), (7, 0), (7, 7)]


def test_two_finalists_who_are_both_out_leave_the_first_place_to_the_next():
    terms = StageSetup(4, games=1, third_place=True)
    played = play(FORM, terms, decide=stronger)
    made = [each for key, each in played.made.items() if key != "2-1"]
    end = FORM.progress(replace(terms, out=frozenset({0, 1})), made)
    assert end.over
    assert slots(end)["2-1"].winner == BYE
    assert places(end) == {2: 1, 3: 2, 0: 3, 1: 3}


def test_who_came_further_without_a_game_has_come_further_whoever_is_out_later():
    terms = StageSetup(8, games=1, out=frozenset({0}))
    semi = wants(FORM.progress(terms, played_round(terms, 1)))["2-1"].encounter
    assert semi.entrants == (7, 3)
    semi = semi._replace(games=(won_by(semi.entrants, 7),))
    made = [*played_round(terms, 1), semi]
    both = FORM.progress(replace(terms, out=frozenset({0, 7})), made)
    # 7 had won against 0, and then against 3, who stays beaten.
    assert not both.obsolete
    assert slots(both)["1-1"].winner == slots(both)["2-1"].winner == 7
    assert places(both)[3] > places(both)[1]


def played_round(terms, number):
    return [each for each in play(FORM, terms, decide=stronger).encounters if each.round == number]


def full(entrants, **more):
    terms = StageSetup(entrants, games=1, **more)
    return terms, play(FORM, terms, decide=stronger)


def changed(played, key):
    """The same encounters, but for one that the other one has won."""
    one = played.made[key]
    (game,) = one.games
    turned = one._replace(games=(Game(game.sides, game.ranks[::-1]),))
    return [turned if each.key == key else each for each in played.encounters]


@pytest.mark.parametrize(
    ("key", "after"),
    [
        ("1-1", {"2-1", "3-1", "third"}),
        ("1-4", {"2-2", "3-1", "third"}),
        ("2-1", {"3-1", "third"}),
        ("3-1", set()),
        ("third", set()),
    ],
)
def test_a_result_that_changes_makes_all_that_came_of_it_obsolete_and_nothing_else(key, after):
    terms, played = full(8, third_place=True)
    now = FORM.progress(terms, changed(played, key))
    assert now.obsolete == after
    rest = [each for each in changed(played, key) if each.key not in after]
    again = FORM.progress(terms, rest)
    assert not again.obsolete
    assert wants(again).keys() == wants(now).keys() <= after
    assert again.standings == now.standings


def test_what_is_obsolete_counts_for_nothing():
    terms, played = full(4)
    now = FORM.progress(terms, changed(played, "1-1"))
    assert lines(now) == [(1, 1, 1.0), (1, 3, 1.0), (3, 0, 0.0), (3, 2, 0.0)]
    assert wants(now)["2-1"].encounter.entrants == (3, 1)


def test_an_encounter_stands_while_a_game_before_it_is_played_again():
    terms, played = full(4)
    semi = played.made["1-1"]._replace(games=())
    others = [played.made["1-2"], played.made["2-1"]]
    now = FORM.progress(terms, [semi, *others])
    assert (set(wants(now)), now.obsolete, now.over) == ({"1-1"}, frozenset(), False)
    assert slots(now)["2-1"].winner is None
    again = FORM.progress(terms, [played.made["1-1"], *others])
    assert again == played.end
    other = FORM.progress(terms, [semi._replace(games=(won_by((0, 3), 3),)), *others])
    assert other.obsolete == {"2-1"}


def test_an_encounter_stands_in_whichever_order_its_two_are_kept():
    terms, played = full(4)
    turned = [each._replace(entrants=each.entrants[::-1]) for each in played.encounters]
    now = FORM.progress(terms, turned)
    assert (now.obsolete, now.standings) == (frozenset(), played.end.standings)


def test_a_champion_who_is_disqualified_afterwards_is_last_and_no_result_changes():
    terms, played = full(4)
    now = FORM.progress(replace(terms, out=frozenset({0})), played.encounters)
    assert not now.obsolete
    assert places(now) == {1: 1, 2: 2, 3: 2, 0: 4}


@examples(60)
@given(
    st.integers(2, 17),
    st.integers(1, 3),
    st.booleans(),
    st.dictionaries(st.integers(0, 20), st.integers(0, 16), max_size=3),
    st.integers(0, 1000),
)
def test_places_are_those_of_the_plain_program(entrants, games, third, out, seed):
    out = {step: one % entrants for step, one in out.items()}
    terms = StageSetup(entrants, games=games, third_place=third)
    played = play(FORM, terms, seed, out=out)
    found = {}
    for slot in played.end.slots:
        a, b = slot.entrants
        if BYE not in slot.entrants and slot.winner != BYE:
            found[slot.key] = (slot.round, slot.winner, a + b - slot.winner)
    for key, each in played.made.items():
        a, b = each.entrants
        ((_, results),) = games_of([each])
        winner = plain.winner(a, b, results, games, terms.extra, played.terms.out)
        assert winner is None or winner == found[key][1]
    # Pairs who are out both have left without a result; they are last anyway.
    bronze = found.pop("third", None)
    expected = plain.knockout(
        entrants,
        list(found.values()),
        third=bronze and bronze[1:],
        out=played.terms.out,
    )
    still_in = [(place, one) for place, one, _ in lines(played.end) if one not in played.terms.out]
    assert still_in == [(place, one) for place, one in expected if one not in played.terms.out]


@examples(40)
@given(st.integers(2, 12), st.integers(0, 1000))
def test_the_champion_has_lost_to_nobody_and_all_others_have_lost_once(entrants, seed):
    end = play(FORM, StageSetup(entrants), seed).end
    assert [line.lost for line in end.standings] == [0] + [1] * (entrants - 1)


def test_any_two_states_of_a_bracket_lead_to_the_same_end_once_the_same_was_played():
    rng = random.Random(3)
    terms, played = full(8)
    for _ in range(20):
        some = rng.sample(played.encounters, rng.randint(0, 7))
        made = {each.key: each for each in some}
        while not (now := FORM.progress(terms, list(made.values()))).over:
            assert not now.obsolete
            key = rng.choice(sorted(wants(now)))
            made[key] = played.made[key]
        assert now == played.end
