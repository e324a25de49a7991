"""Brackets whose last rounds are longer, and encounters that end when they are decided."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.stages.brackets.double import DoubleElimination
from ladder.core.stages.brackets.elimination import SingleElimination
from ladder.core.stages.contract import Encounter, Game, StageSetup
from ladder.core.stages.tests.plays import play, stronger, wants, with_games
from tests.examples import examples

SINGLE, DOUBLE = SingleElimination(), DoubleElimination()


def games_by_name(form, terms):
    played = play(form, terms, decide=stronger)
    return {each.name: len(each.games) for each in played.encounters}


def test_the_final_has_the_first_number_the_semi_finals_the_second_and_others_the_usual_one():
    terms = StageSetup(8, games=1, last_games=(5, 3), third_place=True)
    assert games_by_name(SINGLE, terms) == {
        **{f"Quarter-final {n}": 1 for n in range(1, 5)},
        **{f"Semi-final {n}": 3 for n in range(1, 3)},
        "Third place": 3,
        "Final": 5,
    }


def test_of_a_double_elimination_both_grand_finals_and_the_finals_of_both_brackets_are_longer():
    terms = StageSetup(4, games=1, last_games=(5, 3))

    def lost_once(sides):
        return Game(tuple(sides), tuple(1 if one == min(sides) else 2 for one in sides))

    played = play(DOUBLE, terms, decide=lost_once)
    assert {each.name: len(each.games) for each in played.encounters} == {
        "Winners' round 1, match 1": 1,
        "Winners' round 1, match 2": 1,
        "Losers' round 1, match 1": 1,
        "Winners' final": 3,
        "Losers' final": 3,
        "Grand final": 5,
    }
    slots = {slot.name: slot.games for slot in DOUBLE.progress(terms, []).slots}
    assert slots["Grand final"] == 5
    upset = play(DOUBLE, terms, decide=lambda sides: _by({0: 3, 1: 4, 2: 2, 3: 1}, sides))
    assert len(upset.made["final"].games) == 5


def _by(strength, sides):
    best = max(sides, key=strength.__getitem__)
    return Game(tuple(sides), tuple(1 if one == best else 2 for one in sides))


def test_the_second_grand_final_is_as_long_as_the_first_and_third_place_comes_by_itself():
    terms = StageSetup(4, games=1, last_games=(3,))
    count = {"final": 0}

    def decide(sides):
        # 0 beats all but 1 in the grand finals.
        if set(sides) == {0, 1}:
            count["final"] += 1
            return _by({0: 2, 1: 1} if count["final"] == 1 else {0: 1, 1: 2}, sides)
        return stronger(sides)

    played = play(DOUBLE, terms, decide=decide)
    assert [len(played.made[key].games) for key in ("final", "final-2")] == [3, 3]
    loser = set(played.made["l2-1"].entrants) - {1}
    (third,) = [line.entrant for line in played.end.standings if line.place == 3]
    assert loser == {third}


def test_third_place_is_played_in_every_single_elimination_of_four_or_more():
    for entrants in range(4, 20):
        played = play(SINGLE, StageSetup(entrants, third_place=True), decide=stronger)
        assert "third" in played.made
        assert [line.entrant for line in played.end.standings[:4]] == [0, 1, 2, 3]
        assert [line.place for line in played.end.standings[:4]] == [1, 2, 3, 4]


def undecided(games, a, b):
    """Whether some results of the games that are left let another one win, or nobody."""
    rest = games - (a + b)
    return not any(one > other + rest for one, other in ((a, b), (b, a)))


@pytest.mark.parametrize("games", [1, 2, 3, 4, 5, 7])
@given(results=st.lists(st.sampled_from("ABD"), min_size=9, max_size=9))
@examples(60)
def test_an_encounter_ends_exactly_when_no_game_can_change_its_winner(games, results):
    terms = StageSetup(2, games=games, extra=0, early=True)
    made: list[Encounter] = []
    points = {"A": 0.0, "B": 0.0}
    for result in results:
        now = SINGLE.progress(terms, made)
        there = sum(len(each.games) for each in made)
        rest = games - there
        lead = abs(points["A"] - points["B"])
        if there and (rest == 0 or lead > rest):
            assert now.over
            best = 0 if points["A"] >= points["B"] else 1
            assert now.standings[0].entrant == best
            return
        (want,) = now.wanted
        # As many games at once as the leader needs at least.
        least = next(k for k in range(1, rest + 1) if lead + k > rest - k or k == rest)
        assert len(want.games) == least
        sides = want.games[0]
        ranks = (
            (1, 1) if result == "D" else tuple(2 if one != (result == "B") else 1 for one in sides)
        )
        if result != "D":
            points[result] += 1
        else:
            points = {name: value + 0.5 for name, value in points.items()}
        made = [with_games(want, [Game(sides, ranks)])]
    raise AssertionError("it does not end")


@given(st.integers(2, 9), st.integers(1, 5), st.integers(0, 1000), st.booleans())
@examples(40)
def test_ending_early_changes_no_winner(entrants, games, seed, double):
    """All games of a pair are fixed by a seed, so both ways of playing see the same results."""
    form = DOUBLE if double else SINGLE
    terms = StageSetup(entrants, games=games, last_games=(games + 2,), extra=0)

    def results(key, number):
        return random.Random(f"{seed} {key} {number}").choice(["A", "B"])

    def run(early):
        setup = StageSetup(entrants, games=games, last_games=(games + 2,), extra=0, early=early)
        made: dict[str, Encounter] = {}
        while True:
            now = form.progress(setup, list(made.values()))
            if now.over:
                return now, sum(len(each.games) for each in made.values())
            for key, want in wants(now).items():
                there = len(want.encounter.games)
                new = [
                    Game(
                        sides,
                        tuple(
                            2 if one != _best(want, results(key, there + n)) else 1 for one in sides
                        ),
                    )
                    for n, sides in enumerate(want.games)
                ]
                made[key] = with_games(want, new)

    def _ranks(sides, best):
        return tuple(1 if one == best else 2 for one in sides)

    def _best(want, result):
        return want.encounter.entrants[result == "B"]

    (short, fewer), (whole, all_games) = run(early=True), run(early=False)
    assert [(s.key, s.winner) for s in short.slots] == [(s.key, s.winner) for s in whole.slots]
    assert fewer <= all_games <= form.most_games(terms)
