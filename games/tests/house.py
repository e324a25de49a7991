"""House bots as their games' tests start them, and matches of the local runner."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, cycle, islice
from pathlib import Path

import pytest

from games.engine import JSON, EndState, Outcome, Setup
from games.game import Game
from games.package import LADDER_CPU_S, REFEREE, house_files, kit_files
from games.tests.kits import kit_of
from games.tests.pipes import Command, play, unpack
from games.tests.speed import is_within

_ROOT = Path(__file__).resolve().parents[2]
_SEAT = re.compile(r"^  \d+\. \S.*?  score \S+  CPU \S+ s in \d+ turns(.*)$", re.MULTILINE)
"""A seat of a match as the local runner tells it; what follows the turns is a fault."""


def all_ready(game: Game, temporary: pytest.TempPathFactory) -> dict[str, Command]:
    """How the house bots of a game are started, by name."""
    return {
        bot.name: unpack(house_files(bot, game.kits), bot.language, temporary.mktemp(bot.name))
        for bot in game.house
    }


def assert_laid_over_kits(game: Game) -> None:
    """Every house bot is its own files, and those that it shares, over those of its kit."""
    for bot in game.house:
        assert bot.kit is not None
        files = house_files(bot, game.kits)
        own = {path.name for source in (*bot.shares, bot.source) for path in source.iterdir()}
        assert own - {"__pycache__"} <= files.keys()
        for path in (path for path in bot.source.iterdir() if path.is_file()):
            assert files[path.name] == path.read_bytes()
        for name, content in kit_files(kit_of(game, bot.kit)).items():
            if name.startswith(f"{REFEREE}/"):
                assert name not in files
            else:
                assert (files[name] == content) == (name not in own), name


def ladder_bots(game: Game) -> list[str]:
    """The house bots that the ladder pairs, as declared: the strongest is last."""
    return [bot.name for bot in game.house if not bot.practice]


def assert_light_on(
    game: Game, ruleset: str, commands: Mapping[str, Command], most_s: float = LADDER_CPU_S
) -> Outcome:
    """In whole matches of the ruleset no house bot of the ladder fails or uses more than
    ``most_s`` on a machine of usual speed; each plays at least once.

    The outcome of the first match, in which the strongest has seat 0 and the next one seat 1.
    """
    outcomes = []
    for names in _lineups(ladder_bots(game)[::-1], game.ruleset(ruleset).seats):
        spent, outcome = _match(game, names, ruleset, commands)
        assert {seat.end for seat in outcome.seats} == {EndState.OK}, names
        over = {seat: s for seat, ms in spent.items() if not is_within(s := ms / 1000, most_s)}
        assert not over, (ruleset, names, over)
        outcomes.append(outcome)
    return outcomes[0]


def _lineups(names: Sequence[str], seats: int) -> Iterator[list[str]]:
    """All names in as few matches as possible; seats that are left go to the first ones again."""
    for first in range(0, len(names), seats):
        yield [*islice(chain(names[first : first + seats], cycle(names)), seats)]


def _match(
    game: Game, names: Sequence[str], ruleset: str, commands: Mapping[str, Command]
) -> tuple[Counter[int], Outcome]:
    """CPU milliseconds of each seat of a match, and how it ended."""
    rules = game.ruleset(ruleset)
    board = _board(game, rules.pool) if not rules.generated else None
    start = Setup(rules.seated(names), 3, ruleset, rules.params, board)
    outcomes: list[Outcome] = []
    spent: Counter[int] = Counter()
    while (setup := game.next_game(start, outcomes)) is not None:
        played = play(game, [commands[seat.name] for seat in setup.seats], setup)
        for seat, report in zip(setup.seats, played.seats, strict=True):
            spent[seat.index] += round(report.cpu_ms)
        outcomes.append(played.outcome.in_match_order(setup))
    return spent, game.decide(outcomes)


def _board(game: Game, pool: Sequence[str]) -> JSON:
    assert game.maps is not None
    stock = next(each for each in game.maps.stock if each.name == pool[-1])
    return game.maps.parse(stock.path.read_text())


def through_the_judger(game: Game, *options: str) -> list[str]:
    """Play with the local runner; how each seat failed, empty for one that did not."""
    module = type(game).__module__
    usual = ["--game-module", module, "--seed", "3", "--no-mirror"]
    done = subprocess.run(
        [sys.executable, "-m", "cli", "play", game.name, *options, *usual],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,  # the assertion shows the output
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return _SEAT.findall(done.stdout)
