"""The house bots stand on the kits, never offend, end in time and differ clearly in strength."""

from __future__ import annotations

import re

import pytest

from games.engine import EndState, Setup
from games.microwars.game import BANK_MS, MICROWARS
from games.microwars.maps import MAPS
from games.microwars.tests.boards import setup
from games.microwars.tests.brief import GAME as BRIEF
from games.microwars.tests.kits import KITS, duel, small_setup
from games.package import LADDER_CPU_S, HouseBot, kit_files
from games.tests.house import all_ready, assert_laid_over_kits, assert_light_on, through_the_judger
from games.tests.pipes import Command, Played, lay_out
from tests.examples import sample, some_of

pytestmark = pytest.mark.xdist_group("microwars house")
"""Compiling is the dear part: once for all of them."""

BOTS: dict[str, HouseBot] = {bot.name: bot for bot in MICROWARS.house}
BY_STRENGTH = ("straggler", "gunner", "planner")
STOCK = {stock.name: stock for stock in MAPS.stock}
NAMES = [ruleset.name for ruleset in MICROWARS.rulesets]
RULESETS = some_of(NAMES, *(name for name in NAMES if name != "grand"))
"""Large armies think long."""
BOARDS = ("meadow", "crossroads", "yard", "bridge", "by chance")


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Command]:
    return all_ready(MICROWARS, tmp_path_factory)


def start_on(name: str) -> Setup:
    by_chance = name == "by chance"
    board = MAPS.generate({}, seed=3) if by_chance else MAPS.parse(STOCK[name].path.read_text())
    start: Setup = setup(board)
    return start


def assert_in_order(played: Played) -> None:
    assert played.ends == [EndState.OK, EndState.OK]
    for report in played.seats:
        assert report.exit_code == 0
        assert report.surplus == b""
        # The kit would log an order that it had to leave out.
        assert re.fullmatch(r"before the last turn: .*\n", report.stderr), report.stderr


@pytest.mark.parametrize("ruleset", RULESETS)
def test_house_bots_are_light_on_every_ruleset(commands, ruleset):
    assert_light_on(MICROWARS, ruleset, commands)


def test_a_light_bot_has_half_of_its_time_left():
    assert 1000 * LADDER_CPU_S <= BANK_MS / 2


def test_a_house_bot_is_its_own_files_laid_over_those_of_its_kit():
    assert_laid_over_kits(MICROWARS)


def test_the_first_opponent_of_a_newcomer_is_the_weakest():
    assert [name for name, bot in BOTS.items() if bot.proving] == [BY_STRENGTH[0]]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(("strong", "weak"), [("gunner", "straggler"), ("planner", "gunner")])
def test_the_stronger_house_bot_wins_from_either_side_and_nobody_offends(
    commands, name, strong, weak
):
    for seats in ((strong, weak), (weak, strong)):
        played = duel(commands[seats[0]], commands[seats[1]], start_on(name))
        assert_in_order(played)
        assert played.scores[seats.index(strong)] == 3, seats


def test_house_bots_never_offend_on_any_board(commands):
    """Narrow and crowded ones, and games in which a side soon has nothing left."""
    for seed in range(sample(24, 9)):
        first, second = BY_STRENGTH[seed % 3], BY_STRENGTH[(seed // 3) % 3]
        assert_in_order(duel(commands[first], commands[second], small_setup(seed)))


def test_the_same_game_is_played_the_same_way_again(commands):
    first, again = (
        duel(commands["planner"], commands["straggler"], start_on("meadow")) for _ in range(2)
    )
    assert first.outcome == again.outcome
    assert first.events == again.events


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_house_bots_play_every_ruleset_through_the_judger_in_order(ruleset):
    names = [f"house:{name}" for name in BY_STRENGTH[1:]]
    assert through_the_judger(BRIEF, *names, "--ruleset", ruleset) == ["", ""]


@pytest.mark.parametrize("seats", [("python", "cpp"), ("java", "javascript"), ("rust", "go")])
def test_the_kits_are_built_and_play_through_the_judger_as_they_are_downloaded(tmp_path, seats):
    folders = [lay_out(kit_files(KITS[name]), tmp_path / name) for name in seats]
    assert through_the_judger(BRIEF, *map(str, folders), "--ruleset", "skirmish") == ["", ""]
