"""Options of a game on the command line of the local runner."""

from __future__ import annotations

import pytest

from sandbox.judger.job import JobError
from sandbox.play.options import Given, options_of


def params(game: str, bot: str, *options: str, board: str | None = None):
    return options_of(Given(game, [bot], options=options, map=board)).ruleset.params


def test_options_go_into_the_parameters_of_every_match():
    chosen = params("generals", "house:stray", "leapfrog", "misty_veil=0")
    assert chosen["modifiers"] == {"leapfrog": True, "misty_veil": 0}
    assert "modifiers" not in params("generals", "house:stray")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["generals", "x", "fog"], "Duel has no option 'fog'"),
        (["generals", "x", "misty_veil=far"], "--option takes NAME or NAME=NUMBER"),
        (["generals", "x", "misty_veil=255"], "from 0 to 254"),
        (["generals", "x", "leapfrog=1"], "Set it to true or false"),
        (["snake", "x", "fog"], "Snake has no options; leave --option out"),
    ],
)
def test_bad_options_are_refused_with_a_reason(words, why):
    with pytest.raises(JobError) as refused:
        params(*words)
    assert why in str(refused.value)


def test_an_option_that_the_map_forbids_is_refused():
    with pytest.raises(JobError, match="City-State works on generated boards only"):
        params("generals", "x", "city_state", board="pocket")
