"""Getting started is free, and nobody gains by being quicker at it."""

from dataclasses import replace

import pytest

from sandbox.limits import Limits
from sandbox.tests.matches import bot, play, play_job, toy_job
from sandbox.tests.sandboxes import TREE
from sandbox.tests.strangers import CPU, crowd, needs_waits

ROOMY = Limits(memory_mb=256, game_cpu_ms=250)


@pytest.mark.parametrize("slow", [0, 1])
def test_what_a_bot_uses_before_it_reads_costs_neither_its_turn_nor_its_bank(slow):
    seats = [bot("nap", 0.1), bot("nap", 0.1)]
    seats[slow] = bot("dawdle", 0.4, 0)
    played = play(*seats, limits=ROOMY, cpu_ms=150, wall_ms=20_000)
    assert played.end(slow) == ("ok", "")
    spent = [
        frame["cpu"][str(slow)] for frame in played.of("frame")[1:] if str(slow) in frame["cpu"]
    ]
    assert spent[0] < 150_000


@needs_waits
@pytest.mark.xdist_group("disturbed")
def test_on_a_busy_machine_getting_started_is_free_as_well():
    seats = (bot("nap", 0), bot("dawdle", 0.3, 0))
    job = toy_job(*seats, limits=ROOMY, cpu_ms=150, wall_ms=20_000, rounds=1)
    with crowd(8):
        played = play_job(replace(job, cpu=CPU))
    assert played.end(1) == ("ok", "")


@pytest.mark.skipif(
    TREE is None or not TREE.cpu or not TREE.freezes, reason="no group counts and freezes here"
)
def test_who_has_started_does_not_think_while_others_start():
    played = play(bot("ponder", 2), bot("dawdle", 0, 1.5), rounds=1, wall_ms=20_000)
    assert played.end(0) == ("ok", "")
    assert played.result["seats"][0]["stolen_ms"] < 400


def test_a_bot_that_never_reads_is_waited_for_up_to_a_bound():
    played = play(bot("deaf"), bot("number"), rounds=1, wall_ms=500)
    assert played.end(0)[0] == "silent"
    assert played.end(1) == ("ok", "")
