"""The house bots stand on the kit, play in order, and differ clearly in strength."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from games.engine import EndState
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.tests.brief import GAME as BRIEF
from games.lost_in_space.tests.processes import play, refusals
from games.lost_in_space.tests.seated import setup
from games.package import LADDER_CPU_S
from games.tests.house import all_ready, assert_laid_over_kits, through_the_judger
from games.tests.pipes import Command, Played
from games.tests.speed import slowness
from tests.examples import sample

pytestmark = pytest.mark.xdist_group("lost in space house")
"""The games are the dear part: once for all of them."""

BOTS = {bot.name: bot for bot in LOST_IN_SPACE.house}
BY_STRENGTH = ("runner", "camper", "stalker")
SEATINGS = [
    order for extra in BY_STRENGTH for order in sorted(set(permutations((*BY_STRENGTH, extra))))
]
"""All ways to seat all three and one of them again."""


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Command]:
    return all_ready(LOST_IN_SPACE, tmp_path_factory)


@pytest.fixture(scope="module")
def games(commands: dict[str, Command]) -> dict[Sequence[str], Played]:
    """Of every sixth way to sit, of every third in a long run."""
    chosen = SEATINGS[:: sample(3, 6)]
    return {
        names: play([commands[name] for name in names], setup(seed=number))
        for number, names in enumerate(chosen)
    }


def test_a_house_bot_is_its_own_files_laid_over_those_of_its_kit():
    assert_laid_over_kits(LOST_IN_SPACE)


def test_the_first_opponent_of_a_newcomer_is_the_weakest():
    assert [name for name, bot in BOTS.items() if bot.proving] == [BY_STRENGTH[0]]


def test_the_stronger_house_bot_comes_out_ahead_in_most_games(games):
    ahead = dict.fromkeys([("camper", "runner"), ("stalker", "runner"), ("stalker", "camper")], 0)
    for strong, weak in ahead:
        met = 0
        for names, played in games.items():
            ranks = list(zip(names, played.ranks, strict=True))
            for a in (rank for name, rank in ranks if name == strong):
                for b in (rank for name, rank in ranks if name == weak):
                    met += 1
                    ahead[strong, weak] += a < b
        assert ahead[strong, weak] > 0.7 * met, (strong, weak)


def test_the_house_bots_end_their_games_by_escaping_and_nobody_fails(games):
    escaped = 0
    for played in games.values():
        assert set(played.ends) == {EndState.OK}
        assert [seat.exit_code for seat in played.seats] == [0] * 4
        assert {seat.stderr for seat in played.seats} == {"the end\n"}
        statuses = [seat.data["status"] for seat in played.outcome.seats]
        assert statuses[played.ranks.index(1)] == "escaped"
        escaped += statuses.count("escaped")
    assert escaped > 2.5 * len(games)


def test_house_bots_are_light(games):
    spent = [seat.cpu_ms for played in games.values() for seat in played.seats]
    assert max(spent) < 1000 * LADDER_CPU_S * slowness()


def test_house_bots_hardly_ever_want_what_is_refused(games):
    counts = [refusals(played) for played in games.values()]
    assert sum(counts) <= len(counts)
    assert max(counts) <= 5


def test_campers_lay_traps_that_work_and_stalkers_look_for_them(games):
    kinds = {
        word
        for played in games.values()
        for data in played.told
        for word in (data.get("type"), *data.get("off", ())[:1])
    }
    assert {"place_trap", "trap_triggered", "detect"} <= kinds


def test_the_same_game_is_played_the_same_way_again(commands, games):
    names, first = next(iter(games.items()))
    again = play([commands[name] for name in names], setup(seed=0))
    assert again.told == first.told


def test_the_house_bots_play_through_the_judger_in_order():
    names = [f"house:{name}" for name in (*BY_STRENGTH, "runner")]
    assert through_the_judger(BRIEF, *names) == [""] * 4
