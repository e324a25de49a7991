"""The meaning of a command's words: `+` for spaces, and the names of our own games.

Its program is started, and how that went is said in the words of test mode.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from games.engine import JSON
from games.wire import refuse
from sandbox.foreign.command.children import Child
from sandbox.foreign.command.loop import Loop

ROOT = Path(__file__).resolve().parents[3]
"""The folder that holds the packages ``games`` and ``sandbox``."""

_PYTHONS = ("python", "python3")


@dataclass(frozen=True, slots=True)
class Command:
    """A program to start.  ``env`` of None means our own; ``remark`` is for the user."""

    argv: tuple[str, ...]
    env: dict[str, str] | None = None
    remark: str = ""


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command as it stands on the command line."""
    return tuple(word for word in command.replace("+", " ").split(" ") if word)


def player_program(command: str) -> Command:
    """ValueError where there is nothing to run."""
    words = words_of(command)
    if not words:
        raise ValueError("an empty command")
    first, *rest = words
    if shutil.which(first) is None:
        if first in _PYTHONS:
            remark = f"there is no {first} on this machine: {sys.executable} runs it"
            return Command((sys.executable, *rest), remark=remark)
        if os.path.isfile(first) and os.sep not in first:
            return Command((f".{os.sep}{first}", *rest))
    return Command(words)


def logic_program(command: str) -> Command:
    """A logic: a command, or the name of our game with options of `examples.our_games`."""
    words = words_of(command)
    if words and _is_game(words[0]):
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        argv = (sys.executable, "-m", "examples.our_games", *words)
        return Command(argv, {**os.environ, "PYTHONPATH": path})
    return player_program(command)


def _is_game(word: str) -> bool:
    if os.sep in word or os.path.isfile(word) or shutil.which(word):
        return False
    if not (ROOT / "examples" / "our_games").is_dir():  # a wheel has none
        return False
    from games.registry import GAMES  # here, as it takes longer to load than all the rest

    return word in GAMES


def is_runnable(command: str) -> bool:
    """Whether this is a program for sure: an existing file, or one to run with its script."""
    if os.path.isfile(command):
        # A file of settings is what else may stand in its place.
        return not command.endswith(".json")
    first, *rest = words_of(command) or ("",)
    if shutil.which(first) is None and first not in _PYTHONS:
        return False
    return any(os.path.isfile(word) for word in rest)


PLAYER = 0
HUMAN = 1
LOGIC = 4
"""Numbers of test mode's commands, and types of the answers to them."""


def parse_config(text: str) -> JSON:
    """The value, if the text is JSON, else the text."""
    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return text


def say(line: Mapping[str, JSON]) -> None:
    """One JSON object on a line of standard output."""
    print(json.dumps(line), flush=True)


def start(loop: Loop, kind: int, command: str, index: int | None = None) -> Child | None:
    """Start the logic, or the program of player ``index``; None where it cannot be started."""
    answer: dict[str, JSON] = {"type": kind}
    if index is not None:
        answer["index"] = index
    try:
        program = logic_program(command) if index is None else player_program(command)
        label = "logic" if index is None else f"player {index}"
        child = Child(loop, label, program.argv, program.env)
    except (OSError, ValueError) as error:
        say({**answer, "success": 0, "reason": f"{command}: {error}"})
        return None
    say({**answer, "success": 1, **({"remark": program.remark} if program.remark else {})})
    return child
