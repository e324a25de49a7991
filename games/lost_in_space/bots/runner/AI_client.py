"""Runner: goes to the nearest machines, then to the capsule, and ignores all else."""

from __future__ import annotations

from walker import Walker


class AI(Walker):
    def play(self) -> None:
        self.errand()
