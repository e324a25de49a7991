"""Runner: the nearest machines, then the capsule, and no eyes for anything else."""

from __future__ import annotations

from walker import Walker


class AI(Walker):
    def play(self) -> None:
        self.errand()
