"""Connects to a socket that has no file but a name of its own, which mounts do not hide."""

import socket
import sys

from sandbox.tests.hostile.programs.tell import attempt


def connect() -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(5)
        connection.connect("\0" + sys.argv[1])
        return "connected"


attempt(connect)
