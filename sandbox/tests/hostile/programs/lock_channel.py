"""Hears from its accomplice by a lock on a file that both can read."""

import fcntl

from sandbox.tests.hostile.programs.tell import attempt


def listen() -> str:
    with open("/usr/bin/env", "rb") as shared:
        try:
            fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "the other one has locked it"
    raise OSError("nobody has locked it")


attempt(listen)
