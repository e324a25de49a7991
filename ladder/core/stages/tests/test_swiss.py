"""Swiss: nobody met twice, neighbours in the table, byes and sides in turn."""

import random
import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.stages.contract import Encounter, Game, StageSetup
from ladder.core.stages.swiss import Swiss
from ladder.core.stages.tests.plays import lines, meetings, play, stronger, wants, won_by
from tests.examples import examples

FORM = Swiss()


def byes(played):
    """By entrant, of those who were there all the time."""
    found: Counter[int] = Counter()
    for number in range(1, played.end.round + 1):
        playing = {
            one for each in played.encounters if each.round == number for one in each.entrants
        }
        found.update(set(range(played.terms.entrants)) - playing)
    return found


def of_round(encounters, number):
    return [each for each in encounters if each.round == number]


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (16, 5), (300, 10)]
)
def test_it_takes_one_round_more_than_a_knockout_if_there_are_as_many_opponents(entrants, rounds):
    assert FORM.progress(StageSetup(entrants), []).rounds == rounds
    assert FORM.most_games(StageSetup(entrants, games=2)) == 2 * rounds * (entrants // 2)


def test_the_number_of_rounds_may_be_asked_for():
    played = play(FORM, StageSetup(6, rounds=2))
    assert (played.end.rounds, max(each.round for each in played.encounters)) == (2, 2)


@examples(40)
@given(st.integers(2, 20), st.integers(1, 2), st.integers(0, 1000))
def test_nobody_meets_twice_and_nobody_has_two_byes(entrants, games, seed):
    played = play(FORM, StageSetup(entrants, games=games, rounds=min(4, (entrants + 1) // 2)), seed)
    assert max(meetings(played.encounters).values()) == 1
    assert max(byes(played).values(), default=0) <= 1
    assert byes(played).total() == entrants % 2 * played.end.rounds


@examples(40)
@given(st.integers(2, 8), st.integers(1, 10), st.integers(0, 1000))
def test_a_round_has_a_repeat_only_where_there_is_no_round_without(entrants, rounds, seed):
    played = play(FORM, StageSetup(entrants, games=1, rounds=rounds), seed)
    had: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        made = of_round(played.encounters, number)
        before = meetings(each for each in played.encounters if each.round < number)
        again = sum(before[min(each.entrants), max(each.entrants)] > 0 for each in made)
        playing = {one for each in made for one in each.entrants}
        resting = set(range(entrants)) - playing
        fewest = min(had[one] for one in range(entrants))
        assert all(had[one] == fewest for one in resting)
        assert again == 0 or not any(
            without_repeats([one for one in range(entrants) if one != rests], before)
            for rests in (
                [one for one in range(entrants) if had[one] == fewest] if entrants % 2 else [None]
            )
        )
        had.update(resting)


def without_repeats(entrants, before):
    """Whether all can be paired without a repeat, by trying everything."""
    if not entrants:
        return True
    first, *rest = entrants
    return any(
        not before[first, other] and without_repeats([one for one in rest if one != other], before)
        for other in rest
    )


def test_the_first_round_has_the_upper_half_against_the_lower_half():
    now = FORM.progress(StageSetup(8), [])
    assert [sorted(want.encounter.entrants) for want in now.wanted] == [
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
    ]
    first = now.wanted[0].encounter
    assert (first.key, first.name) == ("1-1", "Round 1, match 1")


@pytest.mark.parametrize(
    ("games", "pairs"),
    [(2, [[0, 2], [1, 3], [4, 6], [5, 7]]), (1, [[0, 3], [1, 2], [4, 7], [5, 6]])],
)
def test_the_second_round_has_winners_against_winners(games, pairs):
    """By halves in their order; with one game those meet who were on different sides."""
    terms = StageSetup(8, games=games)
    first = play(FORM, replace(terms, rounds=1), decide=stronger).encounters
    now = FORM.progress(replace(terms, rounds=3), first)
    assert [sorted(want.encounter.entrants) for want in now.wanted] == pairs
    assert now.round == 2


def test_of_an_odd_number_the_last_one_has_a_bye_and_then_the_last_one_without():
    terms = StageSetup(5, games=2, rounds=3)
    played = play(FORM, terms, decide=stronger)
    resting = []
    for number in (1, 2, 3):
        made = of_round(played.encounters, number)
        resting.append(set(range(5)) - {one for each in made for one in each.entrants})
    assert resting[0] == {4}
    first = [each for each in played.encounters if each.round == 1]
    # 4 has a bye's two points, so that 3, who has lost, is last and has not had one.
    assert {line.entrant: line.points for line in FORM.progress(terms, first).standings} == {
        0: 2.0,
        1: 2.0,
        4: 2.0,
        2: 0.0,
        3: 0.0,
    }
    assert resting[1] == {3}
    assert len(set.union(*resting)) == 3


@examples(30)
@given(st.integers(8, 24), st.integers(0, 1000))
def test_who_meets_stands_about_as_well(entrants, seed):
    terms = StageSetup(entrants, games=1, rounds=3)
    played = play(FORM, terms, seed, decide=lambda sides: won_by(sides, min(sides)))
    for number in (2, 3):
        earlier = [each for each in played.encounters if each.round < number]
        points = {line.entrant: line.points for line in FORM.progress(terms, earlier).standings}
        made = of_round(played.encounters, number)
        gaps = [abs(points[one] - points[two]) for one, two in (each.entrants for each in made)]
        assert max(gaps) <= 1
        # One floats down from each group at most.
        assert sum(gap > 0 for gap in gaps) <= number


def test_three_hundred_are_drawn_without_a_repeat_in_every_round():
    terms = StageSetup(300, games=1, rounds=3)
    rng = random.Random(1)
    made: list[Encounter] = []
    while not (now := FORM.progress(terms, made)).over:
        for want in now.wanted:
            (sides,) = want.games
            made.append(want.encounter._replace(games=(won_by(sides, rng.choice(sides)),)))
    assert set(meetings(made).values()) == {1}
    assert len(made) == 450


def test_a_round_is_drawn_only_when_the_one_before_is_complete():
    terms = StageSetup(6, games=2, rounds=2)
    first = play(FORM, replace(terms, rounds=1)).encounters
    short = [*first[1:], first[0]._replace(games=first[0].games[:1])]
    now = FORM.progress(terms, short)
    assert set(wants(now)) == {first[0].key}
    assert now.round == 1
    assert FORM.progress(terms, first).round == 2


def test_each_encounter_is_scored_once_also_where_a_round_is_drawn():
    terms = StageSetup(8, games=1, rounds=3)
    made = play(FORM, replace(terms, rounds=2)).encounters
    calls: Counter[str] = Counter()

    def note(frame, event, _):
        calls[f"{event} {frame.f_code.co_name}"] += 1

    sys.setprofile(note)
    try:
        now = FORM.progress(terms, made)
    finally:
        sys.setprofile(None)
    assert (calls["call paired"], calls["call score"], len(now.wanted)) == (1, len(made), 4)


@examples(30)
@given(st.integers(4, 11), st.sampled_from([2, 4]), st.integers(0, 1000))
def test_a_game_of_an_old_round_that_is_taken_back_leaves_all_later_rounds_as_they_are(
    entrants, sides, seed
):
    terms = StageSetup(entrants, sides=sides, games=1, rounds=3)
    played = play(FORM, terms, seed)
    rng = random.Random(seed)
    old = rng.choice(of_round(played.encounters, 1))
    others = [each for each in played.encounters if each.key != old.key]
    some = [each for each in others if each.round < 3]
    for rest, number in ((others, 3), (some, 2)):
        now = FORM.progress(terms, [*rest, old._replace(games=())])
        assert set(wants(now)) == {old.key}
        assert (now.round, now.obsolete) == (number, frozenset())
    other = old._replace(games=(won_by(old.games[0].sides, old.entrants[-1]),))
    assert FORM.progress(terms, [*others, other]).over


def test_who_is_out_is_not_drawn_any_more_and_the_others_play_on():
    terms = StageSetup(6, games=1, rounds=3)
    first = play(FORM, replace(terms, rounds=1), decide=stronger).encounters
    out = replace(terms, out=frozenset({0}))
    played = play(FORM, out, decide=stronger, made=first)
    assert all(0 not in each.entrants for each in played.encounters if each.round > 1)
    assert all(len(of_round(played.encounters, number)) == 2 for number in (2, 3))
    last = played.end.standings[-1]
    # It keeps its points and gets no byes.
    assert (last.entrant, last.place, last.points, last.played) == (0, 6, 1.0, 1)


def test_an_encounter_won_without_a_game_counts_as_a_bye():
    """FIDE, C.04.1: who has scored a forfeit win gets no bye while another one had none."""
    terms = StageSetup(6, games=1, rounds=3)
    drawn = [want.encounter for want in FORM.progress(terms, []).wanted]
    assert sorted(sorted(each.entrants) for each in drawn) == [[0, 3], [1, 4], [2, 5]]
    first = [
        each if 2 in each.entrants else each._replace(games=(stronger(each.entrants),))
        for each in drawn
    ]

    def decide(sides):
        """The one with the walkover loses, and the worst of the others wins."""
        return won_by(sides, 3 if 3 in sides else next(one for one in sides if one != 5))

    out = replace(terms, out=frozenset({2}))
    played = play(FORM, out, decide=decide, made=first)
    resting = [
        set(range(6)) - {2} - {one for each in made for one in each.entrants}
        for made in (of_round(played.encounters, 2), of_round(played.encounters, 3))
    ]
    assert resting == [{4}, {3}], "5 is behind 3, but its walkover was its bye"


def test_a_bye_of_the_past_stays_what_it_was_when_somebody_is_out():
    terms = StageSetup(5, games=1, rounds=3)
    played = play(FORM, terms, decide=stronger)
    assert byes(played)[4] == 1
    after = FORM.progress(replace(terms, out=frozenset({4})), played.encounters)
    before = {line.entrant: line.points for line in played.end.standings}
    assert {line.entrant: line.points for line in after.standings} == before


def test_who_is_readmitted_has_byes_for_the_rounds_without():
    terms = StageSetup(6, games=2, rounds=4)
    out = replace(terms, out=frozenset({5}))
    three = play(FORM, replace(out, rounds=3), decide=stronger).encounters
    now = FORM.progress(replace(terms, rounds=4), three)
    line = next(line for line in now.standings if line.entrant == 5)
    assert line.won >= 2
    assert all(want.encounter.round in (3, 4) for want in now.wanted)
    assert play(FORM, terms, made=three).end.over


def test_a_round_of_which_only_a_part_was_made_is_completed_as_it_was_drawn():
    terms = StageSetup(9, games=1, rounds=3)
    first = play(FORM, replace(terms, rounds=1)).encounters
    drawn = FORM.progress(terms, first).wanted
    finished = [want.encounter._replace(games=(won_by(want.games[0], 0),)) for want in drawn[:2]]
    now = FORM.progress(terms, [*first, *finished])
    assert set(now.wanted) == set(drawn[2:])


def test_a_round_is_not_completed_while_a_game_of_an_old_one_is_missing():
    terms = StageSetup(8, games=1, rounds=3)
    first = play(FORM, replace(terms, rounds=1)).encounters
    part = FORM.progress(terms, first).wanted[0].encounter
    short = first[0]._replace(games=())
    now = FORM.progress(terms, [short, *first[1:], part])
    assert set(wants(now)) == {short.key, part.key}


def test_what_was_not_made_yet_is_drawn_again_where_somebody_is_out_by_then():
    terms = StageSetup(8, games=1, rounds=2)
    drawn = FORM.progress(terms, []).wanted
    kept = drawn[0].encounter
    now = FORM.progress(replace(terms, out=frozenset({1})), [kept])
    new = [want.encounter for want in now.wanted if want.encounter.key != kept.key]
    seated = [one for each in [kept, *new] for one in each.entrants]
    assert len(seated) == len(set(seated)) == 6
    assert 1 not in seated
    assert len({each.key for each in [kept, *new]}) == 3


def test_a_key_of_a_round_is_not_given_twice():
    # The second match of the first round was made under a number that another would have now.
    made = Encounter("1-2", 1, (0, 1), games=(Game((0, 1), (1, 2)),))
    now = FORM.progress(StageSetup(8, games=1), [made])
    keys = [want.encounter.key for want in now.wanted]
    assert len({*keys, "1-2"}) == len(keys) + 1 == 4


@pytest.mark.parametrize(
    "wrong",
    [
        [Encounter("2-1", 2, (0, 1))],
        [Encounter("1-1", 1, (0, 1)), Encounter("1-2", 1, (1, 2))],
        [Encounter(f"{number}-1", number, (0, 1)) for number in range(1, 6)],
    ],
)
def test_rounds_that_were_not_drawn_so_are_refused(wrong):
    with pytest.raises(ValueError, match="round"):
        FORM.progress(StageSetup(4, games=1), wrong)


@pytest.mark.parametrize(("entrants", "sides"), [(3, 4), (5, 4), (8, 4), (16, 4), (10, 3), (30, 8)])
def test_at_tables_everybody_plays_in_each_round_next_to_who_stands_about_as_well(entrants, sides):
    terms = StageSetup(entrants, sides=sides, games=1, rounds=4)
    played = play(FORM, terms, decide=stronger)
    for number in range(1, 5):
        tables = of_round(played.encounters, number)
        assert sorted(one for each in tables for one in each.entrants) == list(range(entrants))
        assert len(tables) == -(-entrants // sides)
    assert played.end.standings[0].entrant == 0


def test_at_tables_repeats_are_few():
    met = Counter(
        meetings(play(FORM, StageSetup(32, sides=4, games=1, rounds=6), 4).encounters).values()
    )
    # Tables of strict neighbours would have three times as many.
    assert sum((times - 1) * count for times, count in met.items()) <= 40


def test_at_tables_nobody_sits_far_from_who_stands_about_as_well():
    terms = StageSetup(48, sides=4, games=1, rounds=5, tie_breaks=())
    played = play(FORM, terms, 3)
    for number in range(2, 6):
        earlier = [each for each in played.encounters if each.round < number]
        order = [line.entrant for line in FORM.progress(terms, earlier).standings]
        for each in of_round(played.encounters, number):
            table = int(each.key.partition("-")[2]) - 1
            assert all(abs(order.index(one) // 4 - table) <= 3 for one in each.entrants)


def test_the_first_round_at_tables_is_by_seed():
    now = FORM.progress(StageSetup(8, sides=4, games=1), [])
    assert [sorted(want.encounter.entrants) for want in now.wanted] == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_a_table_of_everybody_is_all_there_is_of_a_small_stage():
    played = play(FORM, StageSetup(3, sides=4, games=2, rounds=2), decide=stronger)
    assert lines(played.end) == [(1, 0, 4.0), (2, 1, 2.0), (3, 2, 0.0)]
