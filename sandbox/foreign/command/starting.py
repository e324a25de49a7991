"""Starting programs and saying how that went, in the words of test mode."""

from __future__ import annotations

import json

from games.engine import JSON
from sandbox.foreign.command.children import Child
from sandbox.foreign.command.loop import Loop
from sandbox.foreign.command.match import say
from sandbox.foreign.command.programs import logic_program, player_program

PLAYER = 0
HUMAN = 1
LOGIC = 4
"""Numbers of test mode's commands, and types of the answers to them."""


def parse_config(text: str) -> JSON:
    """The value, if the text is JSON, else the text."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return text


def _refuse(constant: str) -> JSON:
    raise ValueError(f"{constant} is not JSON")


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
