"""Sends datagrams to a port of the host's; the second one fails where the first was not taken."""

import socket
import sys
import time

from sandbox.tests.hostile.programs.tell import attempt


def send() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.connect(("127.0.0.1", int(sys.argv[1])))
        for _ in range(2):
            out.send(b"secret.example.org")
            time.sleep(0.05)
    return "two datagrams have left"


attempt(send)
