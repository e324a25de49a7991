"""The file that a game's program writes into its sandbox, read from outside.

The sandbox's mounts vanish with its last process.  A descriptor of the folder, opened while the
program starts, keeps them readable for whoever holds it.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.isolation.base import HOME, Process
from sandbox.limits import MIB

REPLAY_BYTES = 32 * MIB
"""A longer replay of the game's own is not kept."""
_CHUNK = 1 << 20


class Scratch:
    """The working directory of a running sandbox.  ``path`` is what the program calls it."""

    def __init__(self, process: Process) -> None:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
        root = _root_of(process.pid)
        try:
            if root is None:  # no isolation: the program's own directory
                self.path = os.readlink(f"/proc/{process.pid}/cwd")
                self._fd = os.open(self.path, flags)
            else:
                self.path = HOME
                self._fd = os.open(f"{root}{HOME}", flags)
        except OSError as error:
            raise SandboxError(
                f"the scratch of the game's program is not there: {error}"
            ) from error

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


def _root_of(pid: int) -> str | None:
    """The root of the sandbox whose outermost process is ``pid``, None where it is the host's."""
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            root = f"/proc/{child}/root"
            with contextlib.suppress(OSError):
                if not os.path.samefile(root, "/"):
                    return root
    return None
