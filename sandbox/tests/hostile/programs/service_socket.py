"""Connects to a service of the host's through its socket file, as to a container manager's."""

import socket
import sys

from sandbox.tests.hostile.programs.tell import attempt


def connect() -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(5)
        connection.connect(sys.argv[1])
        return f"connected to {connection.getpeername()}"


attempt(connect)
