"""Output for terminals: texts of authors and bots command none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import terminal
from games.texts import IN_TEXT

HOSTILE = "a\x1b[2Jb\x9b1mc\u202ed\te"


@pytest.mark.parametrize(
    "act",
    [
        lambda: terminal.say(HOSTILE),
        lambda: terminal.note(HOSTILE),
        lambda: terminal.complain(HOSTILE),
        lambda: terminal.show_log(HOSTILE),
        lambda: terminal.table(("a", "b"), [[HOSTILE, None]]),
        lambda: terminal.print_json({HOSTILE: [HOSTILE]}),
    ],
)
def test_no_way_to_the_terminal_passes_a_command_on(capsys, act):
    act()
    done = capsys.readouterr()
    said = done.out + done.err
    assert "c" in said
    assert not IN_TEXT.search(said)


def test_programs_read_the_very_texts(capsys):
    terminal.print_json([HOSTILE, "小蛇"])
    said = capsys.readouterr().out
    assert json.loads(said) == [HOSTILE, "小蛇"]
    assert "小蛇" in said
    terminal.print_file(HOSTILE)
    assert capsys.readouterr().out == HOSTILE


def test_commands_write_by_the_terminal_alone():
    folder = Path(terminal.__file__).parent
    ways = ("click.echo", "click.secho", "print(", "sys.stdout", "sys.stderr", "out().", "err().")
    found = [
        f"{path.name}: {way}"
        for path in folder.rglob("*.py")
        if "tests" not in path.parts and path.name != "terminal.py"
        for line in path.read_text().splitlines()
        for way in ways
        if way in line.replace("print_json(", "")
    ]
    assert found == ["app.py: sys.stderr"]  # it is closed at the end of a pipe
