"""The kit's own referee knows the rules, and plays between any commands."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.engine import JSON, EndState, Fault, Wants
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.tests.seated import setup
from games.lost_in_space.wire import LostInSpaceWire
from games.tests.junk import mutations
from games.tests.kits import imported, kit_of, local_game, unpacked


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit as somebody unpacks it."""
    return unpacked(kit_of(LOST_IN_SPACE, "python"), tmp_path_factory)


@pytest.fixture(scope="module")
def rules(folder: Path) -> Iterator[ModuleType]:
    with imported(folder) as modules:
        yield modules["rules"]


class Both:
    """The same game by the engine and by the kit's referee."""

    def __init__(self, local: Any, random: Random) -> None:
        self.local = local
        self.random = random
        self.engine = LostInSpaceEngine(setup(rounds=local.rounds))
        self.wires = [LostInSpaceWire(setup(), seat) for seat in range(4)]
        self.told: list[list[JSON]] = [[] for _ in self.wires]
        for seat, wire in enumerate(self.wires):
            self._tell(seat, wire.begin(self.engine.scene(), self.engine.view(seat)))
        self._ask()

    def _tell(self, seat: int, data: bytes) -> None:
        self.told[seat] += [json.loads(part[4:]) for part in self.wires[seat].split(data)]

    def _ask(self) -> None:
        for seat, ask in self.engine.pending().items():
            self._tell(seat, self.wires[seat].ask(ask))

    def step(self) -> None:
        """The player in turn says something, or nothing, or fails."""
        ((seat, ask),) = self.engine.pending().items()
        if ask.wants is Wants.NOTHING:
            self.submit(seat, None)
            return
        draw = self.random.random()
        if draw < 0.0005:
            self.local.fail()
            self.submit(seat, Fault(EndState.CRASH, "as the test wants"))
        elif draw < 0.2 and ask.wants is not Wants.ANSWER:
            self.local.silence()
            self.submit(seat, None)
        else:
            message = self.message(seat)
            self.local.say(message)
            self.submit(seat, message)

    def message(self, seat: int) -> JSON:
        message = LOST_IN_SPACE.sample_action(self.engine, seat, self.random.randrange)
        spoil = self.random.random() < 0.1
        return self.random.choice(list(mutations(message))) if spoil else message

    def submit(self, seat: int, reply: Any) -> None:
        for event in self.engine.submit({seat: reply}):
            for told in event.to or ():
                self._tell(told, self.wires[told].tell([event]))
        self._ask()

    def compare(self) -> None:
        """Check the end as all players know it, but not while the engine waits for programs."""
        asks = self.engine.pending().values()
        if all(ask.wants is not Wants.NOTHING for ask in asks):
            assert self.local.over == (not asks)
            post: list[list[JSON]] = [[] for _ in self.wires]
            for seat, message in self.local.post:
                post[seat].append(message)
            assert post == self.told
            self.local.post.clear()
            self.told = [[] for _ in self.wires]


@pytest.mark.parametrize("seed", range(12))
def test_the_local_referee_tells_everybody_what_the_engine_tells(rules, seed):
    both = Both(rules.Game(100 if seed else 30), Random(seed))
    both.compare()
    while both.engine.pending():
        both.step()
        both.compare()
    assert both.local.over
    outcome = both.engine.outcome()
    assert outcome is not None
    assert both.local.ranks() == [seat.rank for seat in outcome.seats]
    points = [seat.data["points"] for seat in outcome.seats]
    assert [seat.score for seat in both.local.seats] == points


def test_the_local_referee_plays_a_whole_game_and_prints_the_ranks(folder):
    done = local_game(folder, "--watch")
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    rounds = [int(line.split()[-1]) for line in lines if line.startswith("after round ")]
    assert rounds == list(range(1, len(rounds) + 1))
    # The last player leaves at the beginning of a round.
    assert f"the end in round {len(rounds) + 1}" in lines
    ranks = [re.match(r"player (\d): rank (\d), (escaped in round \d+)?", line) for line in lines]
    found = [match for match in ranks if match]
    assert [match[1] for match in found] == ["0", "1", "2", "3"]
    assert sorted(match[2] for match in found) == ["1", "2", "3", "4"]
    assert any(match[3] for match in found)
    assert "failed" not in done.stdout


def test_the_local_referee_goes_on_without_a_bot_that_stops_or_babbles(folder):
    babble = f"{sys.executable} -c 'print(\"this is no message\")'"
    done = local_game(folder, f"{sys.executable} main.py", "true", babble, "--rounds", "12")
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert "round 1: player 1 has failed: it stopped (exit code 0)" in said
    assert re.search(r"round 1: player 2 has failed: it sent a message of \d+ bytes", said)
    assert re.search(r"player 0: rank 1, alive, .*\nplayer 1: rank 2, error, ", said)


def test_the_local_referee_seats_at_most_four(folder):
    done = local_game(folder, *["true"] * 5)
    assert done.returncode == 2
    assert "four bots play" in done.stderr
