"""The files of constants in the kits are those that the engine's numbers give."""

from __future__ import annotations

import json
import subprocess

import pytest

from games.game import Constant
from games.registry import OURS
from tools.kit_constants import file_of, files_of, text_of

SAMPLE: dict[str, Constant] = {
    "BOARD_SIZE": 16,
    "LIMIT": -(2**31),
    "WORD": 'a "b" \\c',
    "COSTS": (1, -2),
    "NAMES": ("one", "two"),
    "PLACES": tuple(range(100, 200)),
}


@pytest.mark.parametrize("game", list(OURS))
def test_the_kits_have_the_numbers_of_the_engine(game):
    for path, text in files_of(OURS[game]).items():
        assert path.read_text() == text, f"{path} is old: python -m tools.kit_constants writes it"


@pytest.mark.parametrize("game", list(OURS))
def test_a_kit_with_a_file_of_constants_gets_some(game):
    kits = [kit for kit in OURS[game].kits if file_of(kit.language)]
    assert bool(kits) <= bool(OURS[game].constants)


def test_javascript_reads_what_was_written(tmp_path):
    (tmp_path / "constants.mjs").write_text(text_of("javascript", SAMPLE))
    show = "import('./constants.mjs').then((x) => console.log(JSON.stringify({...x})))"
    done = subprocess.run(["node", "-e", show], cwd=tmp_path, capture_output=True, check=True)
    expected = {name: list(x) if isinstance(x, tuple) else x for name, x in SAMPLE.items()}
    assert json.loads(done.stdout) == expected


PROGRAMS = {
    "java": (
        (
            "class Main { public static void main(String[] a) { System.out.print("
            "Constants.LIMIT + Constants.WORD + Constants.COSTS[1] + Constants.NAMES[1]); } }"
        ),
        "Main.java",
        "javac Main.java Constants.java && java Main",
    ),
    "rust": (
        (
            "mod constants; fn main() { use constants::*; "
            'print!("{}{}{}{}", LIMIT, WORD, COSTS[1], NAMES[1]); }'
        ),
        "main.rs",
        "rustc main.rs && ./main",
    ),
    "go": (
        (
            'package main\nimport "fmt"\nfunc main() { '
            'fmt.Printf("%d%s%d%s", Limit, Word, Costs[1], Names[1]) }'
        ),
        "main.go",
        "go run main.go constants.go",
    ),
}


@pytest.mark.parametrize("language", list(PROGRAMS))
def test_a_compiler_reads_what_was_written(language, tmp_path):
    program, name, command = PROGRAMS[language]
    (tmp_path / name).write_text(program)
    constants = file_of(language)
    assert constants is not None
    (tmp_path / constants).write_text(text_of(language, SAMPLE))
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{-(2**31)}{SAMPLE['WORD']}-2two"
