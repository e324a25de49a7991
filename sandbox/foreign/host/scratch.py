"""The file that a game's program writes into its sandbox, read from outside."""

from __future__ import annotations

import os
import stat

from sandbox.isolation.base import HOME, Process
from sandbox.limits import MIB

REPLAY_BYTES = 32 * MIB
"""A longer replay of the game's own is not kept."""
_CHUNK = 1 << 20


class Scratch:
    """The working directory of a running sandbox.  ``path`` is what the program calls it."""

    def __init__(self, process: Process) -> None:
        self.path = process.path_of(HOME)
        self._fd = os.dup(process.scratch(HOME))

    def read(self, name: str, most: int) -> bytes | None:
        """The file ``name``; None where there is no regular file, or one longer than ``most``."""
        # The program may put anything there: follow no link, and wait for no pipe's writer.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        try:
            fd = os.open(name, flags, dir_fd=self._fd)
        except OSError:
            return None
        state = os.fstat(fd)
        if not stat.S_ISREG(state.st_mode) or state.st_size > most:
            os.close(fd)
            return None
        with open(fd, "rb", buffering=0) as file:
            parts, left = [], most + 1
            while left and (data := file.read(min(left, _CHUNK))):
                parts.append(data)
                left -= len(data)
        return b"".join(parts) if left else None

    def close(self) -> None:
        os.close(self._fd)
