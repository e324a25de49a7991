"""A seat at the judger's toy game: is asked for a number, says one."""

import sys
import time

LIFE_S = 15
"""Nothing here lives longer by itself."""


def asked() -> None:
    """Wait for the next question."""
    while line := sys.stdin.buffer.readline():
        if b'"type":"ask"' in line:
            return
    time.sleep(LIFE_S)
    sys.exit()


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def play(number: int = 3) -> None:
    """Play honestly to the end."""
    while True:
        asked()
        say(f"{number}\n")
