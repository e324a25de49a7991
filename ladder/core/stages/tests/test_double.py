"""Double elimination: everybody may lose once."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.stages.brackets.double import DoubleElimination
from ladder.core.stages.contract import BYE, Encounter, Game, StageSetup
from ladder.core.stages.tests import plain
from ladder.core.stages.tests.plays import (
    lines,
    meetings,
    places,
    play,
    slots,
    stronger,
    wants,
    won_by,
)
from tests.examples import examples, sample

FORM = DoubleElimination()


def by(winners):
    return lambda sides: won_by(sides, winners[tuple(sorted(sides))])


def weaker(sides):
    return won_by(sides, max(sides))


@examples(60)
@given(st.integers(2, 17), st.integers(1, 2), st.booleans(), st.integers(0, 1000))
def test_who_has_lost_twice_leaves_and_the_champion_has_not(entrants, games, reset, seed):
    played = play(FORM, StageSetup(entrants, games=games, reset=reset), seed)
    champion, second, *others = played.end.standings
    assert (champion.place, second.place) == (1, 2)
    assert champion.lost <= 1
    assert second.lost == (2 if reset or champion.lost == 0 else 1)
    assert all(line.lost == 2 for line in others)
    assert len(played.made) <= 2 * entrants - 2 + reset


@examples(60)
@given(
    st.integers(2, 17),
    st.booleans(),
    st.dictionaries(st.integers(0, 20), st.integers(0, 16), max_size=3),
    st.integers(0, 1000),
)
def test_places_are_those_of_the_plain_program(entrants, reset, out, seed):
    out = {step: one % entrants for step, one in out.items()}
    played = play(FORM, StageSetup(entrants, games=1, reset=reset), seed, out=out)
    results, last = [], None
    for slot in played.end.slots:
        if BYE not in slot.entrants and slot.winner != BYE:
            last = (slot.round, slot.winner, sum(slot.entrants) - slot.winner)
            results.append(last)
    if not reset and last and slot.key == "final" and BYE not in slot.entrants:
        # Without a second final who has not lost before is out of it all the same.
        results.append(last)
    expected = plain.knockout(entrants, results, lives=2, out=played.terms.out)
    there = [(place, one) for place, one, _ in lines(played.end) if one not in played.terms.out]
    # A walkover of two who are out is no result; all that it moves is who is last.
    assert there == [(place, one) for place, one in expected if one not in played.terms.out]


def test_a_bracket_of_five_by_hand():
    # Above 2 is never beaten, and comes to the final by 1 and 0.  Below 4 beats 1, then 3, to whom
    # it had lost above, and loses to 0.
    winners = {(1, 2): 2, (0, 3): 0, (0, 2): 2, (1, 4): 4, (0, 4): 0}
    met: Counter[tuple[int, ...]] = Counter()

    def decide(sides):
        pair = tuple(sorted(sides))
        met[pair] += 1
        return won_by(sides, winners[pair] if pair != (3, 4) else (3, 4)[met[pair] - 1])

    played = play(FORM, StageSetup(5, games=1), decide=decide)
    found = {key: slot.entrants for key, slot in slots(played.end).items()}
    assert found == {
        "w1-1": (0, BYE),
        "w1-2": (3, 4),
        "w1-3": (1, BYE),
        "w1-4": (2, BYE),
        "w2-1": (0, 3),
        "w2-2": (1, 2),
        "w3-1": (0, 2),
        "l1-1": (BYE, 4),
        "l2-1": (4, 1),
        "l2-2": (BYE, 3),
        "l3-1": (4, 3),
        "l4-1": (4, 0),
        "final": (2, 0),
    }
    assert places(played.end) == {2: 1, 0: 2, 4: 3, 3: 4, 1: 5}


def test_a_bracket_of_six_by_hand():
    played = play(FORM, StageSetup(6, games=1), decide=stronger)
    found = {key: slot.entrants for key, slot in slots(played.end).items()}
    assert found == {
        "w1-1": (0, BYE),
        "w1-2": (3, 4),
        "w1-3": (1, BYE),
        "w1-4": (2, 5),
        "w2-1": (0, 3),
        "w2-2": (1, 2),
        "w3-1": (0, 1),
        "l1-1": (BYE, 4),
        "l1-2": (BYE, 5),
        "l2-1": (4, 2),
        "l2-2": (5, 3),
        "l3-1": (2, 3),
        "l4-1": (2, 1),
        "final": (0, 1),
    }
    assert places(played.end) == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 5}


def test_a_bracket_of_eight_by_hand():
    played = play(FORM, StageSetup(8, games=1), decide=stronger)
    found = {key: slot.entrants for key, slot in slots(played.end).items()}
    assert found == {
        "w1-1": (0, 7),
        "w1-2": (3, 4),
        "w1-3": (1, 6),
        "w1-4": (2, 5),
        "w2-1": (0, 3),
        "w2-2": (1, 2),
        "w3-1": (0, 1),
        "l1-1": (7, 4),
        "l1-2": (6, 5),
        "l2-1": (4, 2),
        "l2-2": (5, 3),
        "l3-1": (2, 3),
        "l4-1": (2, 1),
        "final": (0, 1),
    }
    assert places(played.end) == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 5, 6: 7, 7: 7}
    names = {key: (slot.round, slot.name, slot.bracket) for key, slot in slots(played.end).items()}
    assert names["w2-1"] == (2, "Winners' round 2, match 1", "winners")
    assert names["w3-1"] == (4, "Winners' final", "winners")
    assert names["l2-1"] == (3, "Losers' round 2, match 1", "losers")
    assert names["l4-1"] == (5, "Losers' final", "losers")
    assert names["final"] == (6, "Grand final", "final")
    assert played.end.rounds == 6


@pytest.mark.parametrize("entrants", range(2, 40))
def test_whatever_is_in_one_round_can_be_played_at_once(entrants):
    terms = StageSetup(entrants, games=1)
    made: dict[str, Encounter] = {}
    rounds: list[int] = []
    while not (now := FORM.progress(terms, list(made.values()))).over:
        number = min(want.encounter.round for want in now.wanted)
        rounds.append(number)
        for want in now.wanted:
            if want.encounter.round == number:
                made[want.encounter.key] = want.encounter._replace(games=(stronger(want.games[0]),))
    assert rounds == sorted(set(rounds))
    assert max(rounds) == 2 * (entrants - 1).bit_length()


def last_met(played, one, two):
    """The rounds of their encounters in the winners' bracket and after it."""
    return sorted(each.round for each in played.encounters if {one, two} == set(each.entrants))


@pytest.mark.parametrize("entrants", [5, 6, 7, 8, 12, 16, 24, 32])
@pytest.mark.parametrize("seed", range(5))
def test_who_has_just_come_down_does_not_meet_who_they_have_beaten_in_the_round_before(
    entrants, seed
):
    """Except in the last two rounds, where no other opponent may be left."""
    played = play(FORM, StageSetup(entrants, games=1), seed)
    last = max(each.round for each in played.encounters if each.key.startswith("l"))
    for each in played.encounters:
        if each.key.startswith("l") and each.round < last:
            before = [r for r in last_met(played, *each.entrants) if r < each.round]
            assert each.round - max(before, default=-9) > 2


def test_of_sixteen_few_meet_again_before_the_last_rounds():
    repeats = total = 0
    for seed in range(sample(60, 15)):
        played = play(FORM, StageSetup(16, games=1), seed)
        early = [each for each in played.encounters if each.round < 6]
        repeats += sum(times - 1 for times in meetings(early).values())
        total += sum(each.key.startswith("l") for each in early)
    # Where those who come down meet who is in front of them, it is nearly one in four.
    assert repeats / total < 0.04


def test_a_grand_final_is_played_again_where_who_has_lost_before_wins_it():
    terms = StageSetup(4, games=1)
    played = play(FORM, terms, decide=stronger)
    before = [each for each in played.encounters if each.key != "final"]
    now = FORM.progress(terms, before)
    assert "final-2" not in slots(now)
    assert now.rounds == 4
    first = wants(now)["final"].encounter
    assert first.of == (("w2-1", True), ("l2-1", True))
    lost = first._replace(games=(won_by((0, 1), 1),))
    again = FORM.progress(terms, [*before, lost])
    assert set(wants(again)) == {"final-2"}
    assert again.rounds == 5
    assert slots(again)["final-2"].name == "Grand final, second encounter"
    second = wants(again)["final-2"].encounter
    assert (second.entrants, second.of) == ((1, 0), (("final", True), ("final", False)))
    end = FORM.progress(terms, [*before, lost, second._replace(games=(won_by((1, 0), 0),))])
    assert places(end) == {0: 1, 1: 2, 2: 3, 3: 4}
    assert FORM.progress(replace(terms, reset=False), [*before, lost]).over


def test_a_second_final_that_is_not_needed_any_more_is_obsolete():
    terms = StageSetup(4, games=1)
    played = play(FORM, terms, decide=weaker)
    before = [each for each in played.encounters if not each.key.startswith("final")]
    first = FORM.progress(terms, before).wanted[0].encounter
    best, other = first.entrants
    lost = first._replace(games=(won_by((best, other), other),))
    (want,) = FORM.progress(terms, [*before, lost]).wanted
    second = want.encounter._replace(games=(won_by(want.games[0], other),))
    assert FORM.progress(terms, [*before, lost, second]).standings[0].entrant == other
    open_again = FORM.progress(terms, [*before, lost._replace(games=()), second])
    assert (set(wants(open_again)), open_again.obsolete) == ({"final"}, frozenset())
    won = lost._replace(games=(won_by((best, other), best),))
    end = FORM.progress(terms, [*before, won, second])
    assert end.obsolete == {"final-2"}
    assert (end.over, end.standings[0].entrant) == (True, best)


def test_of_two_who_has_lost_comes_to_the_grand_final_at_once():
    played = play(FORM, StageSetup(2, games=1), decide=by({(0, 1): 1}))
    assert lines(played.end) == [(1, 1, 2.0), (2, 0, 0.0)]
    assert sorted(played.made) == ["final", "w1-1"]


def downstream(key, sources):
    found = {one for one, two in sources.items() if key in two}
    return found.union(*(downstream(one, sources) for one in found)) if found else found


@pytest.mark.parametrize("entrants", [4, 6, 8, 13])
def test_a_result_that_changes_makes_all_that_came_of_it_obsolete_and_nothing_else(entrants):
    terms = StageSetup(entrants, games=1)
    played = play(FORM, terms, seed=entrants, decide=stronger)
    sources = {key: {way[0] for way in each.of if way} for key, each in played.made.items()}
    for key, each in played.made.items():
        (game,) = each.games
        turned = each._replace(games=(Game(game.sides, game.ranks[::-1]),))
        others = [one for one in played.encounters if one.key != key]
        now = FORM.progress(terms, [*others, turned])
        assert now.obsolete == downstream(key, sources)
        rest = [one for one in others if one.key not in now.obsolete]
        assert play(FORM, terms, made=[*rest, turned]).end.over


def test_who_is_out_loses_twice_without_a_game():
    terms = StageSetup(4, games=1, out=frozenset({0}))
    end = play(FORM, terms, decide=stronger).end
    assert [(line.place, line.entrant) for line in end.standings] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 0),
    ]
    zero = end.standings[-1]
    assert (zero.lost, zero.points) == (2, 0.0)


def test_two_who_are_out_and_meet_leave_both_and_nobody_comes_of_it():
    terms = StageSetup(8, games=1, out=frozenset({0, 7}))
    now = FORM.progress(terms, [])
    assert slots(now)["w1-1"].winner == BYE
    assert slots(now)["w2-1"].entrants == (BYE, None)
    assert slots(now)["l1-1"].entrants == (BYE, None)
    end = play(FORM, terms, decide=stronger).end
    assert [line.entrant for line in end.standings[:3]] == [1, 2, 3]
    assert [line.place for line in end.standings[-2:]] == [7, 7]
