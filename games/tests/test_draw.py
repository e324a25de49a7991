"""The calls with which bots draw write the lines that the player reads, in each language alike."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from games.package import SDK, kit_paths
from games.registry import GAMES

EXPECTED = [
    {"cells": [[3, 4], [5, 6]], "color": "red", "layer": "danger"},
    {"cells": [[1, 2, 0]], "color": "blue", "layer": "drawing"},
    {"arrows": [[0, 0, 1, 1.5]], "color": "blue", "layer": "drawing"},
    {"circles": [[2, 2, 0.4]], "color": "blue", "layer": "drawing"},
    {"circles": [[2, 2, 3]], "color": "green", "layer": "drawing"},
    {"texts": [[1, 1, 'say "hi" \\ é']], "color": "blue", "layer": "drawing"},
    {"series": {"value": 0.5}},
    {"mark": "here"},
]
PYTHON = r"""
import draw
draw.cells([(3, 4), (5, 6)], "red", layer="danger")
draw.cells([(1, 2, 0)])
draw.arrow((0, 0), (1, 1.5))
draw.circle((2, 2))
draw.circle((2, 2), 3, "green")
draw.text((1, 1), 'say "hi" \\ é')
draw.series("value", 0.5)
draw.mark("here")
"""
CPP = r"""
#include "draw.hpp"
int main() {
    draw::cells({{3, 4}, {5, 6}}, "red", "danger");
    draw::cells({{1, 2, 0}});
    draw::arrow({0, 0}, {1, 1.5});
    draw::circle({2, 2});
    draw::circle({2, 2}, 3, "green");
    draw::text({1, 1}, "say \"hi\" \\ é");
    draw::series("value", 0.5);
    draw::mark("here");
}
"""


def drawn(text: str) -> list[object]:
    lines = text.splitlines()
    assert all(line.startswith("#draw ") for line in lines)
    return [json.loads(line.removeprefix("#draw ")) for line in lines]


def test_python_bots_draw():
    done = subprocess.run(
        [sys.executable, "-c", PYTHON],
        cwd=SDK / "python",
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout == ""
    assert drawn(done.stderr) == EXPECTED


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no compiler")
def test_cpp_bots_draw(tmp_path):
    source, program = tmp_path / "main.cpp", tmp_path / "main"
    source.write_text(CPP)
    flags = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", str(SDK / "cpp")]
    subprocess.run(["g++", *flags, "-o", str(program), str(source)], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert drawn(done.stderr) == EXPECTED


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_kit_has_the_calls_and_says_so(name):
    for kit in GAMES[name].kits:
        paths = kit_paths(kit)
        (file,) = [path for path in paths if path.lower().startswith("draw.")]
        assert f"`{file}` draws over the board" in paths["README.md"].read_text()
