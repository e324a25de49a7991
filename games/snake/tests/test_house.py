"""The house bots stand on the kits, obey the rules and differ clearly in strength."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from games.engine import EndState, Outcome
from games.package import LADDER_CPU_S, house_files
from games.snake import SNAKE
from games.snake.rules import MAX_SNAKES
from games.snake.tests.halves import play_half
from games.tests.house import all_ready, assert_laid_over_kits, assert_light_on
from games.tests.pipes import Command, Played
from games.tests.speed import is_within
from tests.examples import sample

BOTS = {bot.name: bot for bot in SNAKE.house}
SEEDS = (1, 2, 3)
"""Of the items in the halves that `make test-all` plays; `make test` plays those of the first."""
ROUNDS = 256
CPU_MS_PER_OP = {"drifter": 5, "gardener": 5, "hunter": 20}
QUICK = tuple(CPU_MS_PER_OP)
"""Those that can play a table of many halves."""
BRIEF = 16
"""Rounds of the sentinel's half."""
BLITZ_CPU_MS = SNAKE.ruleset("blitz").limits.cpu_ms

LADDER = [
    pytest.param("blitz", 2, id="blitz"),
    pytest.param("standard", LADDER_CPU_S, id="standard", marks=pytest.mark.nightly),
]
"""Rulesets, and seconds of processor time that bots of the ladder have in a match: the rounds of
blitz are a quarter of those of standard."""

Halves = dict[tuple[str, str, int], Played]
"""(first mover, second mover, seed of the items) to the half."""


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Command]:
    return all_ready(SNAKE, tmp_path_factory)


@pytest.fixture(scope="module")
def seeds() -> tuple[int, ...]:
    return sample(SEEDS, SEEDS[:1])


@pytest.fixture(scope="module")
def played(commands: dict[str, Command], seeds: tuple[int, ...]) -> Halves:
    """Every quick bot against every other, from both sides, on the same items."""
    return {
        (first, second, seed): play_half((commands[first], commands[second]), seed, ROUNDS)
        for pair in combinations(QUICK, 2)
        for first, second in (pair, pair[::-1])
        for seed in seeds
    }


@pytest.fixture(scope="module")
def guarded(commands: dict[str, Command]) -> Played:
    """The sentinel against the warden, who moves first."""
    return play_half((commands["warden"], commands["sentinel"]), SEEDS[0], BRIEF)


def match(played: Halves, name: str, other: str, seed: int) -> Outcome:
    """The match of two bots, decided by the game: ``name`` moves first in the first half."""
    first = played[name, other, seed].outcome
    second = played[other, name, seed].outcome
    return SNAKE.decide([first, replace(second, seats=second.seats[::-1])])


def assert_in_order(half: Played, key: object) -> None:
    assert [seat.end for seat in half.outcome.seats] == [EndState.OK, EndState.OK], key
    for report in half.seats:
        assert report.exit_code == 0, key
        # The kit would log an operation that it had to replace.
        assert report.stderr == "the end: {:.0f} : {:.0f}\n".format(*half.scores), key


def test_a_house_bot_is_its_own_files_laid_over_those_of_its_kit():
    assert_laid_over_kits(SNAKE)


def test_a_house_bot_lies_over_the_bots_that_it_shares_and_these_over_the_kit():
    warden, hunter = BOTS["warden"], BOTS["hunter"]
    (kit,) = (kit for kit in SNAKE.kits if kit.language == "cpp")
    files = house_files(warden, SNAKE.kits)
    assert files["strategy.hpp"] == (warden.source / "strategy.hpp").read_bytes()
    assert files["outlook.hpp"] == (hunter.source / "outlook.hpp").read_bytes()
    assert files["main.cpp"] == (kit.folder / "main.cpp").read_bytes()


def test_a_house_bot_on_a_kit_that_its_game_lacks_is_refused_with_the_name():
    with pytest.raises(ValueError, match="'drifter' stands on the 'cobol' kit"):
        house_files(replace(BOTS["drifter"], kit="cobol"), SNAKE.kits)


def test_a_house_bot_whose_folder_is_missing_is_refused_with_the_path():
    with pytest.raises(ValueError, match="nowhere is neither a file nor a folder"):
        house_files(replace(BOTS["drifter"], source=SNAKE.folder / "nowhere"), SNAKE.kits)


def test_house_bots_end_every_half_in_order(played):
    for key, half in played.items():
        assert_in_order(half, key)


def test_every_ruleset_has_a_bound_for_bots_of_the_ladder():
    assert {case.id for case in LADDER} == {ruleset.name for ruleset in SNAKE.rulesets}


@pytest.mark.parametrize(("ruleset", "most_s"), LADDER)
def test_house_bots_of_the_ladder_are_light_and_the_warden_wins(commands, ruleset, most_s):
    outcome = assert_light_on(SNAKE, ruleset, commands, most_s)
    assert [seat.rank for seat in outcome.seats] == [1, 2], "seat 0 is the warden's"


def test_only_the_bot_for_practice_is_slow():
    assert [bot.name for bot in SNAKE.house if bot.practice] == ["sentinel"]


def test_the_sentinel_really_thinks_and_yet_a_turn_of_all_its_snakes_fits_into_blitz(guarded):
    assert_in_order(guarded, "warden, sentinel")
    warden, sentinel = (report.cpu_ms / report.asked for report in guarded.seats)
    assert sentinel > 3 * warden
    assert is_within(sentinel * MAX_SNAKES, BLITZ_CPU_MS)


def test_house_bots_think_briefly(played):
    for (first, second, seed), half in played.items():
        for name, report in zip((first, second), half.seats, strict=True):
            assert is_within(report.cpu_ms / report.asked, CPU_MS_PER_OP[name]), (name, seed)


@pytest.mark.parametrize(("strong", "weak"), [("hunter", "gardener"), ("gardener", "drifter")])
def test_the_stronger_house_bot_wins_every_match_and_by_far(played, seeds, strong, weak):
    matches = [match(played, strong, weak, seed) for seed in seeds]
    assert [outcome.seats[0].rank for outcome in matches] == [1] * len(seeds)
    own, other = (sum(outcome.seats[seat].score for outcome in matches) for seat in (0, 1))
    assert own > 2 * other


def test_the_same_half_is_played_the_same_way_again(commands, played):
    again = play_half((commands["hunter"], commands["gardener"]), SEEDS[0], ROUNDS)
    before = played["hunter", "gardener", SEEDS[0]]
    assert again.scores == before.scores
    assert [seat.asked for seat in again.seats] == [seat.asked for seat in before.seats]
