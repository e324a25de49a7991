"""Bots as the referees of Python kits start and end them."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from games.package import SDK
from games.tests.kits import imported


@pytest.fixture(scope="module")
def player() -> Iterator[ModuleType]:
    with imported(SDK / "python") as modules:
        yield modules["player"]


def started(player: ModuleType, code: str) -> Any:
    return player.Player(shlex.join([sys.executable, "-c", code]))


def stopped(player: ModuleType) -> Any:
    """A bot that has ended without reading, to which something is still to be sent."""
    bot = started(player, "")
    bot.process.wait()
    bot.input.write(b"what is still in the buffer")
    return bot


def test_a_bot_is_told_and_answers_values(player):
    bot = started(player, "print(input())")
    bot.tell({"type": "Zoë"})
    assert bot.answer(dict) == {"type": "Zoë"}
    assert bot.slowest > 0
    bot.close()
    assert bot.process.returncode == 0


def test_what_is_sent_to_a_bot_that_has_stopped_is_lost(player):
    bot = stopped(player)
    bot.tell({})
    with pytest.raises(SystemExit, match=r"stopped \(exit code 0\)"):
        bot.answer(dict)
    bot.close()


def test_a_bot_that_stopped_before_it_had_read_everything_is_closed_like_any_other(player):
    bot = stopped(player)
    bot.close()
    assert bot.input.closed
    assert bot.output.closed


def test_all_bots_are_closed_also_after_one_that_had_stopped(player):
    bots = [stopped(player), started(player, "import sys; sys.stdin.read()")]
    player.close_all(bots)
    assert [bot.process.returncode for bot in bots] == [0, 0]


def test_a_bot_that_goes_on_is_killed(player):
    bot = started(player, "print([1], flush=True)\nwhile True: pass")
    assert bot.answer(list) == [1]
    bot.close()
    assert bot.process.returncode == -9


@pytest.mark.parametrize("said", ["{}", "7", "walk", "[1"])
def test_an_answer_of_another_kind_ends_the_game(player, said):
    bot = started(player, f"print({said!r})")
    with pytest.raises(SystemExit, match="sent no list"):
        bot.answer(list)
    bot.close()
