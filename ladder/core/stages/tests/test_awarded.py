"""An encounter that is awarded counts as one whose games were all won, in every format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.points import Worth
from ladder.core.stages.contract import Encounter, Game, StageSetup
from ladder.core.stages.encounters import score
from ladder.core.stages.formats import FORMATS
from ladder.core.stages.tests.plays import play, wants, with_games, won_by
from tests.examples import examples


@pytest.mark.parametrize("name", FORMATS)
@given(st.integers(3, 8), st.integers(0, 500), st.integers(0, 1))
@examples(15)
def test_a_stage_goes_on_as_if_the_bot_had_won_all_games(name, entrants, seed, which):
    form, terms = FORMATS[name], StageSetup(entrants, games=2)
    now = form.progress(terms, [])
    want = now.wanted[seed % len(now.wanted)]
    winner = want.encounter.entrants[which]
    half = with_games(want, [won_by(want.games[0], want.encounter.entrants[1 - which])])
    given_ = half._replace(awarded=winner)
    won = with_games(want, [won_by(sides, winner) for sides in want.games])
    awarded, played = form.progress(terms, [given_]), form.progress(terms, [won])
    assert set(wants(awarded)) == set(wants(played))
    assert awarded.standings == played.standings
    end = play(form, terms, seed, made=[given_])
    assert end.made[given_.key] == given_
    back = form.progress(terms, [given_._replace(awarded=None)])
    assert want.encounter.key in wants(back)


def test_at_a_table_of_four_the_others_share_what_is_left():
    terms = StageSetup(4, sides=4, games=3)
    found = score(terms, Encounter("1-1", 1, (0, 1, 2, 3), awarded=2))
    assert found.halves == (6, 6, 18, 6)
    assert found.complete


def test_points_of_a_games_own_rules_are_those_of_wins():
    terms = StageSetup(2, games=2, worth=Worth(3, 1, 0))
    found = score(terms, Encounter("1-1", 1, (0, 1), games=(Game((0, 1), (1, 2)),), awarded=1))
    assert found.earned == (0.0, 6.0)


def test_an_encounter_cannot_be_awarded_to_another_entrant():
    for form in FORMATS.values():
        first = form.progress(StageSetup(4), []).wanted[0].encounter
        other = next(one for one in range(4) if one not in first.entrants)
        with pytest.raises(ValueError, match="is not one of those"):
            form.progress(StageSetup(4), [first._replace(awarded=other)])
