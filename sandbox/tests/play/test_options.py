"""Options of a game on the command line of the local runner."""

from __future__ import annotations

import argparse

import pytest

from sandbox.judger.job import JobError
from sandbox.play.options import add_arguments, options_of


def params(*words: str):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return options_of(parser.parse_args(words)).ruleset.params


def test_options_go_into_the_parameters_of_every_match():
    chosen = params("generals", "house:stray", "--option", "leapfrog", "--option", "misty_veil=0")
    assert chosen["modifiers"] == {"leapfrog": True, "misty_veil": 0}
    assert "modifiers" not in params("generals", "house:stray")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["generals", "x", "--option", "fog"], "Duel has no option 'fog'"),
        (["generals", "x", "--option", "misty_veil=far"], "--option takes NAME or NAME=NUMBER"),
        (["generals", "x", "--option", "misty_veil=255"], "from 0 to 254"),
        (["generals", "x", "--option", "leapfrog=1"], "Set it to true or false"),
        (
            ["generals", "x", "--map", "pocket", "--option", "city_state"],
            "City-State works on generated boards only",
        ),
        (["snake", "x", "--option", "fog"], "Snake has no options; leave --option out"),
    ],
)
def test_bad_options_are_refused_with_a_reason(words, why):
    with pytest.raises(JobError) as refused:
        params(*words)
    assert why in str(refused.value)
