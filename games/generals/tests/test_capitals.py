"""The assignment of capitals on a written map."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.generals.maptext import parse_tokens
from games.generals.placement import allot
from games.generals.terrain import Kind

MANY = range(400)
TEAMS = st.lists(st.integers(1, 4), min_size=1, max_size=16)


def terrain(*tokens, rest="m"):
    """A board of 5 x 5 that begins with these tokens."""
    return parse_tokens(",".join([*tokens, *[rest] * (25 - len(tokens))]), 5, 5)


def results(board, teams, seeds=MANY):
    return [allot(board, teams, Random(seed)) for seed in seeds]


def test_without_candidates_everybody_draws_a_blank():
    board = terrain(" ", "n5", "s", "40", " ", "L_ ")
    found = results(board, [1, 2, 2])
    assert all(len(set(places)) == 3 for places in found)
    for player in range(3):
        assert {places[player] for places in found} == {0, 1, 4, 5}


def test_bare_candidates_go_to_anybody():
    found = results(terrain("g", " ", "L_g", "n3", "g"), [1, 2])
    assert {frozenset(places) for places in found} == {
        frozenset(pair) for pair in [(0, 2), (0, 4), (2, 4)]
    }
    assert {places[0] for places in found} == {0, 2, 4}


def test_with_too_few_candidates_chance_says_who_gets_one_and_the_others_draw_blanks():
    found = results(terrain("g", "g", " ", "n3", " ", "s"), [1, 1, 2])
    assert all({0, 1} < set(places) for places in found)
    assert {(set(places) - {0, 1}).pop() for places in found} == {2, 3, 4}
    assert {places.index(max(places)) for places in found} == {0, 1, 2}


def test_teams_draw_letters_and_stay_together():
    board = terrain("gA", "gA", "gB", "gB", " ")
    found = results(board, [7, 9, 7, 9])
    assert {(frozenset(p[::2]), frozenset(p[1::2])) for p in found} == {
        (frozenset({0, 1}), frozenset({2, 3})),
        (frozenset({2, 3}), frozenset({0, 1})),
    }
    assert {places[0] for places in found} == {0, 1, 2, 3}


def test_letters_too_many_stay_unused():
    found = results(terrain("gA", "gB", "gC", " "), [1, 2])
    assert set(found) == {(one, other) for one in range(3) for other in range(3) if one != other}


def test_teams_without_a_letter_get_the_candidates_for_anybody():
    """And it is by chance which team that is."""
    found = results(terrain("gA", "gA", "g ", "g", " "), [1, 1, 2, 2])
    assert {frozenset(places[:2]) for places in found} == {frozenset({0, 1}), frozenset({2, 3})}
    assert all(set(places) == {0, 1, 2, 3} for places in found)


def test_a_bare_candidate_among_marked_ones_is_one_for_anybody_of_the_highest_priority():
    """The letter's team would otherwise draw it, or the lower priority would come first."""
    found = results(terrain("gA", "g", "g 99", " "), [1, 2])
    assert {frozenset(places) for places in found} == {frozenset({0, 1})}


def test_no_more_priorities_are_opened_than_needed():
    found = results(terrain("gA3", "gA", "gA50", "gA50", "gA2"), [1, 1])
    assert {frozenset(places) for places in found} == {
        frozenset(pair) for pair in [(1, 2), (1, 3), (2, 3)]
    }, "the lower priority that was needed counts as much as the higher"
    alone = results(terrain("gA3", "gA", "gA50", "gA50", "gA2"), [1])
    assert set(alone) == {(1,)}


def test_priorities_hold_for_anybody_s_candidates_too():
    found = results(terrain("gA", "g 7", "g 8", "g 6"), [1, 2, 2])
    # Team 1 or team 2 has the letter; one of the other candidates stays unused.
    assert {frozenset(p) for p in found if p[0] == 0} == {frozenset({0, 1, 2})}
    # Where team 2 has it, one of the two is left over, with player 1.
    assert {frozenset(p) for p in found if p[0] != 0} == {frozenset({0, 1, 2})}


def test_players_in_excess_of_their_letter_are_left_over():
    found = results(terrain("gA", "gA9", "g 5", "n1", "s"), [1, 1, 1, 1])
    assert all(set(places) == {0, 1, 2, 3} for places in found)
    assert {places.index(2) for places in found} == {0, 1, 2, 3}
    assert {places.index(3) for places in found} == {0, 1, 2, 3}


def test_blanks_used_up_the_candidates_of_others_serve():
    found = results(terrain("gA", "gB", "gB9", " "), [1, 1, 1])
    # Team 1 has A or B; what its letter lacks comes from the blank, then from the other letter.
    assert all(3 in places and len(set(places)) == 3 for places in found)
    assert {frozenset(places) for places in found} == {
        frozenset({0, 1, 3}),
        frozenset({0, 2, 3}),
        frozenset({1, 2, 3}),
    }


def test_chance_says_who_gets_the_last_blank():
    found = results(terrain(" ", "gA", "gB"), [1, 1, 1])
    assert {places.index(0) for places in found} == {0, 1, 2}


def test_too_little_room_is_refused():
    board = terrain("gA", "g ", " ", "s", "40")
    assert set(allot(board, [1, 1, 2], Random(1))) == {0, 1, 2}
    with pytest.raises(ValueError, match="room for 3 capitals, not for 4"):
        allot(board, [1, 1, 2, 2], Random(1))


def test_capitals_may_touch_and_may_part_the_board():
    assert set(allot(terrain("s", "g", "s", rest="m"), [1], Random(1))) == {1}
    assert set(allot(terrain("g", "g"), [1, 2], Random(1))) == {0, 1}


OFFERS = st.sampled_from(["g", "gA", "gB", "gC7", "gA99", "g ", "g 5", " ", "n4", "s", "m", "9"])


@given(st.lists(OFFERS, min_size=25, max_size=25), TEAMS, st.integers(0, 2**32))
@settings(deadline=None)
def test_everybody_gets_a_place_of_his_own_and_nobody_a_bad_one(tokens, teams, seed):
    board = parse_tokens(",".join(tokens), 5, 5)
    room = int((board.kinds == Kind.BLANK).sum())
    if room < len(teams):
        with pytest.raises(ValueError, match="room for"):
            allot(board, teams, Random(seed))
        return
    places = allot(board, teams, Random(seed))
    assert places == allot(board, teams, Random(seed))
    assert len(set(places)) == len(places) == len(teams)
    assert {board.kinds[place] for place in places} == {Kind.BLANK}


@given(st.lists(OFFERS, max_size=9), TEAMS, st.integers(0, 2**32))
@settings(deadline=None)
def test_letters_serve_one_team_each_and_candidates_come_before_blanks(offers, teams, seed):
    """There are blanks for all, so that nobody needs the candidates of others."""
    tokens = [*offers, *[" "] * (25 - len(offers))]
    places = allot(parse_tokens(",".join(tokens), 5, 5), teams, Random(seed))
    offered = [token for token in tokens if token[0] == "g"]
    letters = {token[1] for token in offered if is_lettered(token)}
    lettered = {
        (tokens[place][1], team)
        for place, team in zip(places, teams, strict=True)
        if is_lettered(tokens[place])
    }
    assert len(lettered) == min(len(letters), len(set(teams)))
    assert len({letter for letter, _ in lettered}) == len({team for _, team in lettered})
    served = 0
    for letter, team in lettered:
        candidates = [token for token in offered if token[1:2] == letter]
        served += min(len(candidates), teams.count(team))
    assert sum(is_lettered(tokens[place]) for place in places) == served
    anybody = [token for token in offered if not is_lettered(token)]
    expected = min(len(anybody), len(teams) - served)
    assert sum(tokens[place] in anybody for place in places) == expected


def is_lettered(token):
    return token[0] == "g" and token[1:2].isalpha()


def test_each_candidate_is_equally_likely():
    found = results(terrain("gA", "gA", "gA", "gB", "gB", "gB"), [1, 2], range(3000))
    assert all(400 < often < 600 for often in Counter(places[0] for places in found).values())
    assert all(400 < often < 600 for often in Counter(places[1] for places in found).values())
