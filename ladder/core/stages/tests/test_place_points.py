"""Points of a game by place, and points to begin with."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ladder.core.contest.documents import from_json, to_json
from ladder.core.contest.plan import EventPlan, Kind, Options, StagePlan
from ladder.core.contest.problems import problems
from ladder.core.points import Worth
from ladder.core.stages.contract import Encounter, Game, StageSetup, TieBreak
from ladder.core.stages.encounters import score
from ladder.core.stages.round_robin import RoundRobin
from ladder.core.stages.swiss import Swiss
from ladder.core.stages.tests.plays import lines, play, result, with_games

EIGHT = (5, 3, 2, 2, 1, 1, 0, 0)
OF_2017 = StageSetup(
    48, sides=8, games=1, rounds=30, place_points=EIGHT, tie_breaks=(TieBreak.SEED,)
)


def at_table(terms, entrants, *games, **more):
    made = [Game(tuple(sides), tuple(ranks)) for sides, ranks in games]
    return score(terms, Encounter("1-1", 1, tuple(entrants), games=tuple(made), **more)).earned


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8], [5, 3, 2, 2, 1, 1, 0, 0]),
        ([8, 7, 6, 5, 4, 3, 2, 1], [0, 0, 1, 1, 2, 2, 3, 5]),
        ([1, 1, 3, 4, 5, 6, 7, 8], [4, 4, 2, 2, 1, 1, 0, 0]),
        ([1, 2, 2, 2, 5, 6, 6, 6], [5, 7 / 3, 7 / 3, 7 / 3, 1, 1 / 3, 1 / 3, 1 / 3]),
        ([1, 1, 1, 1, 1, 1, 1, 1], [14 / 8] * 8),
    ],
)
def test_places_have_their_points_and_shared_ones_the_mean(ranks, points):
    terms = StageSetup(8, sides=8, games=1, place_points=EIGHT)
    assert at_table(terms, range(8), (range(8), ranks)) == pytest.approx(points)


def test_guests_take_no_place_and_a_smaller_table_has_the_first_places():
    terms = StageSetup(8, sides=8, games=1, place_points=EIGHT)
    game = ([None, 5, 6, 7, None, None, None, None], [1, 2, 4, 3, 5, 5, 5, 5])
    assert at_table(terms, (5, 6, 7), game) == (5, 2, 3)


def test_games_that_are_given_up_are_won_by_the_one_that_is_left():
    terms = StageSetup(3, sides=3, games=2, place_points=(5, 3), out=frozenset({0, 2}))
    assert at_table(terms, (0, 1, 2), ((0, 1, 2), (1, 2, 3))) == (5, 3 + 5, 0)


def test_they_replace_the_points_of_the_rules():
    terms = StageSetup(2, games=1, worth=Worth(9, 4, -1), place_points=(2, 1))
    assert at_table(terms, (0, 1), ((0, 1), (1, 2))) == (2, 1)


def test_all_ranks_can_be_decided():
    terms = StageSetup(4, sides=4, games=2, place_points=(5, 3, 2, 0))
    row = Encounter("1-1", 1, (3, 1, 0, 2), awarded=1, ranks=(2, 1, 4, 2))
    found = score(terms, row)
    assert (found.complete, found.earned) == (True, (5, 10, 0, 5))
    with pytest.raises(ValueError, match="ranks of all"):
        Swiss().progress(terms, [row._replace(ranks=(1, 2))])


def test_entrants_begin_with_their_points():
    terms = StageSetup(4, games=1, start_points=(0, 10, 1, 2))
    assert lines(RoundRobin().progress(terms, []))[0] == (1, 1, 10)
    end = play(RoundRobin(), terms, decide=lambda sides: result(None, sides, [1, 2])).end
    assert sum(line.points for line in end.standings) == 13 + 6
    with pytest.raises(ValueError, match="begin"):
        StageSetup(4, start_points=(1,))


def strong(sides):
    """Better seeds are ahead, but for luck."""
    rng = random.Random(repr(sides))
    values = [rng.gauss(-side, 15) for side in sides]
    return result(rng, sides, [1 + sum(other > own for other in values) for own in values])


def test_the_swiss_of_48_at_tables_of_eight_is_resumed_at_round_29():
    """From the games alone, or with the points of 28 rounds that were played elsewhere."""
    form, made = Swiss(), dict[str, Encounter]()
    for number in range(1, 31):
        now = form.progress(OF_2017, list(made.values()))
        assert (now.round, now.over, len(now.wanted)) == (number, False, 6)
        if number == 29:
            after_28 = {line.entrant: line.points for line in now.standings}
        for want in now.wanted:
            assert len(want.encounter.entrants) == 8
            made[want.encounter.key] = with_games(want, [strong(want.games[0])])
    end = form.progress(OF_2017, list(made.values()))
    assert (end.over, len(made), form.most_games(OF_2017)) == (True, 180, 180)
    assert sum(line.points for line in end.standings) == 180 * sum(EIGHT)
    rest = replace(OF_2017, rounds=2, start_points=tuple(int(after_28[each]) for each in range(48)))
    late = play(form, rest, decide=strong).end
    assert sum(line.points for line in late.standings) == 180 * sum(EIGHT)
    best = {line.entrant for line in end.standings[:10]}
    assert len(best & {line.entrant for line in late.standings[:10]}) >= 8


def stage(**options):
    kind = options.pop("kind", Kind.SWISS)
    return StagePlan("swiss", "Swiss", "any", "eight", kind, options=Options(**options))


def test_a_plan_keeps_them_and_goes_to_json_and_back():
    plan = EventPlan((stage(place_points=EIGHT, start_points=(3, 2)),))
    assert from_json(to_json(plan)) == plan
    assert problems(plan) == []
    with pytest.raises(ValueError, match="“place_points” cannot be"):
        from_json({"format": 1, "stages": [{**to_json(plan)["stages"][0],
                                            "options": {"place_points": [1.5]}}]})  # fmt: skip
    terms = plan.stages[0].options.terms(3, 8, seeds=[1, 4, 2])
    assert (terms.place_points, terms.start_points) == (EIGHT, (3, 0, 2))


@pytest.mark.parametrize(
    ("options", "field", "text"),
    [
        ({"place_points": (1, 2)}, "place_points", "Order the numbers"),
        ({"place_points": (0, 0)}, "place_points", "at least 1 point"),
        ({"place_points": (-1,)}, "place_points", "from 0 to"),
        ({"place_points": (1,) * 65}, "place_points", "at most 64"),
        ({"start_points": (10_001,)}, "start_points", "from 0 to"),
        ({"start_points": (1,) * 4097}, "start_points", "at most 4096"),
        ({"start_points": (1,), "kind": Kind.SINGLE}, "start_points", "no table"),
        ({"place_points": (1,), "kind": Kind.HILL}, "place_points", "no table"),
    ],
)
def test_points_that_cannot_be_are_refused_at_their_field(options, field, text):
    found = problems(EventPlan((stage(**options),)))
    assert [each.field for each in found] == [field]
    assert text in found[0].text
