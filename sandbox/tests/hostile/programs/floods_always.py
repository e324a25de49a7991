"""Writes 9 without end, above all during the opponent's turns; means 1."""

import threading

from sandbox.tests.hostile.programs.table import play, say


def flood() -> None:
    while True:
        say("9\n" * 1000)


threading.Thread(target=flood, daemon=True).start()
play(1)
