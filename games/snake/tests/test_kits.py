"""The starter kits know the rules exactly and play as they are downloaded."""

from __future__ import annotations

import gzip
import importlib.util
import json
import subprocess
import sys
import zlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games.engine import EndState
from games.package import kit_files
from games.snake import SNAKE
from games.snake.engine import SnakeEngine
from games.snake.tests.halves import generated, play_half
from games.tests.kits import local_game, ready, unpacked
from games.tests.pipes import STRICT, Bot, Command, compile_cpp, unpack
from games.tests.tracers import tracer_command
from tests.examples import sample

HERE = Path(__file__).parent
VECTORS = HERE / "vectors"
KITS = {kit.language: kit for kit in SNAKE.kits}
FURTHER = tuple(language for language in KITS if language != "python")
LANGUAGE_OF = {".java": "java", ".js": "javascript", ".rs": "rust", ".go": "go"}
Vector = dict[str, Any]

ALWAYS_SPLIT = {
    "python": {"strategy.py": b"from state import Op\n\ndef choose(state):\n    return Op.SPLIT\n"},
    "cpp": {
        "strategy.hpp": b'#pragma once\n#include "state.hpp"\n'
        b"struct Strategy { explicit Strategy(int) {}\n"
        b"game::Op choose(const game::State&) { return game::SPLIT; } };\n"
    },
    "java": {
        "Strategy.java": b"final class Strategy {\n    Strategy(int player) {}\n"
        b"    Op choose(State state) { return Op.SPLIT; }\n}\n"
    },
    "javascript": {
        "strategy.js": b'import { SPLIT } from "./constants.js";\n'
        b"export class Strategy {\n    choose() { return SPLIT; }\n}\n"
    },
    "rust": {
        "strategy.rs": b"use crate::{cells::Op, state::State};\npub struct Strategy;\n"
        b"impl Strategy {\n    pub fn new(_: usize) -> Self { Strategy }\n"
        b"    pub fn choose(&mut self, _: &State) -> Op { Op::Split }\n}\n"
    },
    "go": {
        "strategy.go": b"package main\n\ntype Strategy struct{}\n\n"
        b"func NewStrategy(player int) Strategy { return Strategy{} }\n"
        b"func (s Strategy) Choose(state *State) Op { return Split }\n"
    },
}


@pytest.fixture
def golden_halves() -> list[Vector]:
    """Rare ones and those at random; `make test` plays a third of the latter."""
    files = sorted(VECTORS.glob("*.json.gz"))
    step = sample(1, 3)
    return [
        half
        for file in files
        for half in json.loads(gzip.decompress(file.read_bytes()))[
            :: step if file.name.startswith("random") else 1
        ]
    ]


def ops_of(half: Vector) -> list[int]:
    return [int(digit) for digit in "".join(half["ops"]).replace("|", "")]


def python_rules() -> ModuleType:
    """The kit's rules, under a name that cannot meet another module called ``state``."""
    spec = importlib.util.spec_from_file_location(
        "snake_kit_state", KITS["python"].folder / "state.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def state_text(kit: ModuleType, state: Any) -> str:
    snakes = ""
    for snake in state.all_snakes():
        cells = "".join(":{}.{}".format(*kit.position(cell)) for cell in snake.body)
        snakes += f"{snake.id},{snake.owner},{snake.bank},{snake.ray}{cells};"
    walls = "".join("01."[owner] for owner in state.walls)
    items = ",".join(str(item) for item in sorted(state.item_at) if item >= 0)
    return f"{snakes}|{walls}|{items}|{state.next_id}"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Command]:
    """The unedited kits, ready to start."""
    return ready(SNAKE.kits, tmp_path_factory)


def test_the_python_kit_agrees_with_every_golden_half_after_every_round(golden_halves):
    kit = python_rules()

    class Recorder(kit.State):  # type: ignore[name-defined, misc]
        def _end_round(self) -> None:
            self.checksums.append(zlib.crc32(state_text(kit, self).encode()))
            super()._end_round()

    halves = golden_halves
    assert len(halves) > 30
    for half in halves:
        Recorder.checksums = []
        items = [
            kit.Item(kit.cell_at(x, y), time, kit.ItemType(kind), param)
            for x, y, time, kind, param in half["items"]
        ]
        state = Recorder(items, half["max_round"])
        refused = None
        for number in ops_of(half):
            refused = state.refusal(kit.Op(number))
            if refused is None:
                state.apply(kit.Op(number))
        assert Recorder.checksums == half["crc"], half["name"]
        assert (refused is not None) == (half["end"]["reason"] == "ILLEGAL"), half["name"]
        if refused is None:
            assert state.over, half["name"]
            assert [state.score(0), state.score(1)] == half["end"]["scores"], half["name"]


def traced(tracer: Command, halves: list[Vector]) -> list[str]:
    """The lines that a tracer prints for these halves."""
    numbers: list[int] = []
    for half in halves:
        numbers += [half["max_round"], len(half["items"])]
        numbers += [number for item in half["items"] for number in item]
        numbers += [len(ops_of(half)), *ops_of(half)]
    text = " ".join(map(str, numbers))
    done = subprocess.run(tracer, input=text, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def assert_agrees(printed: list[str], halves: list[Vector]) -> None:
    lines = iter(printed)
    for half in halves:
        checksums, refused = [], False
        for line in lines:
            if line.startswith("end"):
                break
            if line == "illegal":
                refused = True
            else:
                checksums.append(zlib.crc32(line.encode()))
        assert checksums == half["crc"], half["name"]
        assert refused == (half["end"]["reason"] == "ILLEGAL"), half["name"]
        if not refused:
            scores = "{} {}".format(*half["end"]["scores"])
            assert line == f"end 1 {scores}", half["name"]


def test_the_cpp_kit_agrees_with_every_golden_half_after_every_round(tmp_path, golden_halves):
    assert len(golden_halves) > 30
    tracer = tmp_path / "trace"
    compile_cpp([HERE / "trace.cpp"], tracer, "-std=c++17", *STRICT, "-I", str(KITS["cpp"].folder))
    assert_agrees(traced([str(tracer)], golden_halves), golden_halves)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("Trace.java", marks=pytest.mark.nightly),
        "trace.js",
        pytest.param("trace.rs", marks=pytest.mark.nightly),
        "trace.go",
    ],
)
def test_a_further_kit_agrees_with_every_golden_half_after_every_round(
    source, golden_halves, tmp_path_factory
):
    assert len(golden_halves) > 30
    kit = KITS[LANGUAGE_OF[Path(source).suffix]]
    tracer = tracer_command(kit, HERE / "traces" / source, tmp_path_factory)
    assert_agrees(traced(tracer, golden_halves), golden_halves)


@pytest.mark.parametrize(
    "seats", [("python", language) for language in FURTHER] + [("cpp", "python")]
)
def test_the_unedited_kits_play_a_whole_half_and_leave_in_order(built, seats):
    half = play_half((built[seats[0]], built[seats[1]]), seed=5, rounds=512)
    assert [seat.end for seat in half.outcome.seats] == [EndState.OK, EndState.OK]
    assert half.turn == 512
    assert min(half.scores) > 0
    for report in half.seats:
        assert report.exit_code == 0
        assert report.surplus == b""
        assert report.stderr == "the end: {:.0f} : {:.0f}\n".format(*half.scores)


@pytest.mark.parametrize("language", KITS)
def test_a_kit_stops_at_the_round_that_the_referee_announced(built, language):
    half = play_half((built[language], built[language]), seed=1, rounds=3)
    assert half.turn == 3
    # Nobody can split at length 1 or grows to the sample's length of splitting: one op a round.
    assert [report.asked for report in half.seats] == [3, 3]
    assert [report.surplus for report in half.seats] == [b"", b""]


@pytest.mark.parametrize("language", KITS)
def test_a_kit_exits_when_the_referee_hangs_up(built, language):
    setup = generated(seed=1, rounds=512)
    engine = SnakeEngine(setup)
    bot = Bot(built[language], SNAKE.wire(setup, 0))
    bot.tell(bot.wire.begin(engine.scene(), engine.view()))
    assert bot.answer() in range(1, 5)
    report = bot.close()
    assert report.exit_code == 0
    assert report.stderr == "the referee has gone\n"


@pytest.mark.parametrize("language", KITS)
def test_an_illegal_idea_is_replaced_and_logged_instead_of_losing_the_half(
    built, language, tmp_path
):
    files = kit_files(KITS[language]) | ALWAYS_SPLIT[language]
    stubborn = unpack(files, language, tmp_path)
    half = play_half((stubborn, built["cpp"]), seed=1, rounds=40)
    assert half.outcome.seats[0].end is EndState.OK
    assert "round 1: " in half.seats[0].stderr


def test_a_print_in_a_python_strategy_goes_to_the_log_and_not_into_the_protocol(built, tmp_path):
    files = kit_files(KITS["python"])
    files["strategy.py"] += b'\nprint("good morning")\n_old = choose\n'
    files["strategy.py"] += b'def choose(state):\n    print("thinking")\n    return _old(state)\n'
    half = play_half((unpack(files, "python", tmp_path), built["cpp"]), seed=1, rounds=5)
    assert half.outcome.seats[0].end is EndState.OK
    assert half.seats[0].stderr.count("thinking") == half.seats[0].asked


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python kit as somebody unpacks it."""
    return unpacked(KITS["python"], tmp_path_factory)


def local_half(folder: Path, *arguments: str) -> list[str]:
    """The lines that the kit's own referee prints."""
    done = local_game(folder, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_local_referee_plays_a_half_and_prints_board_and_score(folder):
    lines = local_half(folder, "--rounds", "12", "--watch")
    # Rounds 2 to 12 begin; the last board is that of the end.
    boards = [line for line in lines if line.startswith("round ")]
    assert boards[0].startswith("round 2: ")
    assert len(boards) == 12
    # Both snakes have grown in each of the first 8 rounds.
    first, second = next(line for line in lines if line.startswith("score ")).split()[1::2]
    assert int(first) >= 9
    assert int(second) >= 9


def test_the_local_referee_names_an_illegal_operation(folder, tmp_path):
    bot = tmp_path / "reverse.py"
    bot.write_text(
        "import sys\n"
        "for op in (1, 3):\n"
        "    sys.stdout.buffer.write(bytes([0, 0, 0, 1, op]))\n"
        "    sys.stdout.flush()\n"
        "sys.stdin.read()\n"
    )
    lines = local_half(folder, "--rounds", "12", f"{sys.executable} {bot}")
    assert "round 2: player 0 loses the half: illegal LEFT" in lines[0]
