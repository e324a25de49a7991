"""The play-off at the cut, and the acceleration of a Swiss system, reckoned once more."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.stages.contract import Encounter, Game, StageSetup, TieBreak
from ladder.core.stages.round_robin import RoundRobin
from ladder.core.stages.swiss import Swiss
from ladder.core.stages.tests.plays import meetings, play, result, stronger, wants, with_games
from tests.examples import examples

FORMS = {"swiss": Swiss(), "round-robin": RoundRobin()}
SWISS = FORMS["swiss"]


def drawn(sides):
    return Game(tuple(sides), (1,) * len(sides))


@pytest.mark.parametrize("name", FORMS)
@given(st.integers(3, 8), st.integers(1, 8), st.integers(0, 1000), st.integers(0, 2))
@examples(40)
def test_who_is_at_the_cut_with_equal_points_plays_once_more(name, entrants, cut, seed, extra):
    """The table without a play-off, with two neighbours who trade places by their own games."""
    form = FORMS[name]
    terms = StageSetup(entrants, games=2, extra=extra)
    rng = random.Random(seed)
    plain = play(form, terms, seed, decide=lambda sides: result(rng, sides))
    order = [line.entrant for line in plain.end.standings]
    points = {line.entrant: line.points for line in plain.end.standings}
    terms = replace(terms, cut=cut)
    now = form.progress(terms, plain.encounters)
    if cut >= entrants or points[order[cut - 1]] != points[order[cut]]:
        assert now == plain.end
        return
    (want,) = now.wanted
    assert not now.over
    assert want.encounter.name == f"Play-off for place {cut}"
    assert want.encounter.entrants == (order[cut - 1], order[cut])
    end = play(form, terms, seed, made=plain.encounters, decide=lambda s: result(rng, s))
    games = end.made["cut"].games
    for_first = sum(
        (game.ranks[game.sides.index(order[cut])] > game.ranks[game.sides.index(order[cut - 1])])
        - (game.ranks[game.sides.index(order[cut])] < game.ranks[game.sides.index(order[cut - 1])])
        for game in games
    )
    if for_first < 0:
        order[cut - 1], order[cut] = order[cut], order[cut - 1]
    assert [line.entrant for line in end.end.standings] == order
    assert {line.entrant: line.points for line in end.end.standings} == points
    assert for_first != 0 or len(games) == 2 + extra
    places = [line.place for line in end.end.standings]
    assert max(places[:cut]) <= cut < min(places[cut:])


def test_a_play_off_that_stays_equal_leaves_the_order_of_the_table():
    terms = StageSetup(4, games=2, extra=2, cut=2)
    end = play(SWISS, terms, decide=drawn)
    assert len(end.made["cut"].games) == 4
    assert [line.entrant for line in end.end.standings] == [0, 1, 2, 3]


def test_without_a_tie_break_by_seed_the_play_off_still_parts_the_places():
    terms = StageSetup(4, games=2, extra=0, cut=2, tie_breaks=(TieBreak.WINS,))
    end = play(FORMS["round-robin"], terms, decide=drawn)
    assert [(line.entrant, line.place) for line in end.end.standings] == [
        (0, 1),
        (1, 1),
        (2, 3),
        (3, 3),
    ]


def test_a_game_of_a_round_that_is_taken_back_stops_the_play_off_and_may_end_it():
    terms = StageSetup(4, games=1, extra=0, cut=2)
    form = FORMS["round-robin"]
    made = {each.key: each for each in play(form, replace(terms, cut=0), decide=drawn).encounters}
    (want,) = form.progress(terms, list(made.values())).wanted
    made["cut"] = want.encounter
    back = {**made, "1-1": made["1-1"]._replace(games=())}
    now = form.progress(terms, list(back.values()))
    assert set(wants(now)) == {"1-1"}
    assert now.obsolete == frozenset()
    won = with_games(wants(now)["1-1"], [stronger(wants(now)["1-1"].games[0])])
    now = form.progress(terms, [*(each for key, each in back.items() if key != "1-1"), won])
    first = now.standings[0].entrant
    assert first == min(won.entrants)
    others = sorted({0, 1, 2, 3} - set(won.entrants))
    # Only entrants beside the cut play; the one who lost the game is last.
    if "cut" in wants(now):
        assert wants(now)["cut"].encounter.entrants == tuple(others)
    assert ("cut" in now.obsolete) == (set(want.encounter.entrants) != set(others))


def test_a_play_off_of_a_stage_without_a_cut_is_refused():
    terms = StageSetup(4, games=1, extra=0, cut=2)
    made = play(SWISS, terms, decide=drawn).encounters
    with pytest.raises(ValueError, match="cut"):
        SWISS.progress(replace(terms, cut=0), made)


# Acceleration -------------------------------------------------------------------------------------


def virtual(entrant, number, entrants, rounds):
    """FIDE Handbook C.04.5.1, word for word, in halves of a point."""
    first_half = entrants / 2
    group_a = int(first_half) if first_half == int(first_half) else int(first_half) + 1
    group_a += group_a % 2
    accelerated = rounds // 2 + rounds % 2
    whole = accelerated // 2 + accelerated % 2
    if entrant >= group_a or number > accelerated:
        return 0
    return 2 if number <= whole else 1


def test_the_example_of_the_handbook_has_82_of_161_players_and_five_of_nine_rounds():
    assert [sum(virtual(e, 1, 161, 9) > 0 for e in range(161))] == [82]
    assert [virtual(0, number, 161, 9) for number in range(1, 10)] == [2, 2, 2, 1, 1, 0, 0, 0, 0]


def rounds_of(played):
    found: dict[int, list[Encounter]] = {}
    for each in played.encounters:
        found.setdefault(each.round, []).append(each)
    return [found[number] for number in sorted(found)]


@pytest.mark.parametrize(("entrants", "rounds"), [(16, 5), (13, 5), (24, 6), (18, 9), (7, 4)])
def test_rounds_pair_equal_points_with_virtual_ones(entrants, rounds):
    """With results by strength and one game, differences of pairing scores are the least there
    can be; every pair of a round is checked against the scores by the handbook."""
    terms = StageSetup(entrants, games=1, rounds=rounds, accelerated=True)
    played = play(SWISS, terms, decide=stronger)
    points = dict.fromkeys(range(entrants), 0)
    met: set[frozenset[int]] = set()
    plain = play(SWISS, replace(terms, accelerated=False), decide=stronger)
    for number, made in enumerate(rounds_of(played), 1):
        scores = {e: points[e] + virtual(e, number, entrants, rounds) for e in range(entrants)}
        pairs = [each.entrants for each in made]
        busy = {one for pair in pairs for one in pair}
        assert not {frozenset(pair) for pair in pairs} & met
        cost = sum((scores[a] - scores[b]) ** 2 for a, b in pairs)
        assert cost == best(sorted(busy), scores, met) if len(busy) <= 14 else True
        met |= {frozenset(pair) for pair in pairs}
        for each in made:
            points[min(each.entrants)] += 2
        for one in set(range(entrants)) - busy:
            points[one] += 2
    first = {frozenset(each.entrants) for each in rounds_of(played)[0]}
    assert first != {frozenset(each.entrants) for each in rounds_of(plain)[0]}
    half = 2 * -(-entrants // 4)
    bye = set(range(entrants)) - {one for pair in first for one in pair}
    across = [pair for pair in first if min(pair) < half <= max(pair)]
    assert len(across) <= (half - len(bye & set(range(half)))) % 2


def best(free, scores, met):
    """The least cost of all pairings without rematches, by trying them."""
    if not free:
        return 0
    one, *rest = free
    costs = [
        (scores[one] - scores[two]) ** 2 + best([each for each in rest if each != two], scores, met)
        for two in rest
        if frozenset((one, two)) not in met
    ]
    return min(costs, default=10**9)


@given(st.integers(4, 12), st.integers(2, 7), st.integers(0, 500), st.booleans())
@examples(30)
def test_nobody_meets_again_while_there_is_a_pairing_without_rematches(
    entrants, rounds, seed, accelerated
):
    terms = StageSetup(entrants, games=1, rounds=rounds, accelerated=accelerated)
    rng = random.Random(seed)
    played = play(SWISS, terms, seed, decide=lambda sides: result(rng, sides))
    met: set[frozenset[int]] = set()
    for made in rounds_of(played):
        pairs = {frozenset(each.entrants) for each in made}
        if pairs & met:
            byes = 1 if entrants % 2 else 0
            assert not any(
                best(list(busy), dict.fromkeys(range(entrants), 0), met) == 0
                for busy in combinations(range(entrants), entrants - byes)
            )
        met |= pairs
    assert max(meetings(played.encounters).values()) <= 1 + rounds // (entrants - 1)
