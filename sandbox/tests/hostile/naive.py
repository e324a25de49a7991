"""`python -m sandbox.tests.hostile.naive ROUNDS FOLDER COMMAND...`: a referee that trusts its bot.

It writes, waits for a line, believes it, and goes on, as short scripts for contests do.  It shows
what a player of the kit does to it.  Its last line says
"played: POINTS"; anything else, or no end, is harm.
"""

from __future__ import annotations

import json
import os
import resource
import select
import subprocess
import sys
from typing import IO

_MOST_BYTES = 512 << 20
"""An endless bot must stop the referee, not the machine."""
_PAD = "x" * 100_000


def main() -> None:
    rounds, folder, *command = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as bot:
        try:
            sys.stdout.write(f"played: {_total(bot, int(rounds))}\n")
        except (OSError, ValueError, RecursionError, MemoryError, EOFError) as error:
            sys.stdout.write(f"broke: {type(error).__name__}: {str(error)[:100]}\n")
        sys.stdout.flush()
        bot.kill()


def _total(bot: subprocess.Popen[str], rounds: int) -> int:
    """The sum of what the bot says."""
    assert bot.stdin is not None
    assert bot.stdout is not None
    assert bot.stderr is not None
    total = 0
    for turn in range(rounds):
        for message in ({"type": "events", "pad": _PAD}, {"type": "ask", "turn": turn}):
            bot.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            bot.stdin.flush()
        total += json.loads(bot.stdout.readline())
        _look_for_end(bot.stderr)
    return total


def _look_for_end(stderr: IO[str]) -> None:
    if select.select([stderr], [], [], 0)[0] and not os.read(stderr.fileno(), 4096):
        raise EOFError("standard error has ended, so the bot must be dead")


if __name__ == "__main__":
    main()
