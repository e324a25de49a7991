"""The local runner of the kits, as somebody uses it who has downloaded them."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from games.registry import GAMES
from sandbox.languages import cpp

pytestmark = pytest.mark.django_db
COMPILE = f"g++ {' '.join(cpp.FLAGS)} *.cpp -o bot"


def unpacked(client, game: str, language: str, folder: Path) -> Path:
    data = client.get(f"/games/{game}/kit/{language}.zip").getvalue()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
    return folder / f"{game}-{language}"


def run(kit: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(
        command, check=False, cwd=kit, capture_output=True, text=True, timeout=120
    )


def test_a_bot_of_the_cpp_kit_is_compiled_and_played_as_its_guide_says(client, tmp_path):
    kit = unpacked(client, "snake", "cpp", tmp_path)
    assert COMPILE in (kit / "README.md").read_text()
    subprocess.run(COMPILE, shell=True, cwd=kit, check=True)  # noqa: S602
    for bots in ([], ["./bot", "python referee/main.py"]):
        done = run(kit, "referee/play.py", *bots, "--rounds", "12")
        assert re.search(r"^score \d+ : \d+$", done.stdout, re.MULTILINE), done.stderr


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if len(game.kits) > 1])
def test_every_cpp_kit_has_the_runner_and_the_standard_that_the_site_builds_with(
    client, game, tmp_path
):
    kit = unpacked(client, game, "cpp", tmp_path)
    guide = (kit / "README.md").read_text()
    assert COMPILE in guide
    assert set(re.findall(r"\+\+(\d\d)\b", guide)) == {str(cpp.STANDARD)}
    assert "referee/play.py ./bot" in guide
    done = run(kit, "referee/play.py", "nobody", "nobody")
    assert done.returncode == 1
    _note, error = done.stderr.splitlines()
    assert error.startswith("The bot “nobody” cannot be started: No such file or directory. Write")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("python missing.py", "there is no file missing.py"),
        ("missing.py", "there is no file missing.py"),
        ("./main", "No such file or directory"),
        ("/tmp", "Permission denied"),
        ("'open", "No closing quotation"),
        ("", "it is empty"),
    ],
)
def test_a_wrong_command_is_one_line_and_no_traceback(client, command, why, tmp_path):
    kit = unpacked(client, "snake", "python", tmp_path)
    done = run(kit, "play.py", command)
    _note, error = done.stderr.splitlines()
    assert error.startswith(f"The bot “{command}” cannot be started: {why}. Write a command")
