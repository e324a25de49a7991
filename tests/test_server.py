"""The web server as a process: clients that are slow, that flood it, and that leave."""

from __future__ import annotations

import resource
import select
import socket
import time
import urllib.request
from contextlib import ExitStack, contextmanager

import pytest

from tests.server import web_server

pytestmark = pytest.mark.xdist_group("server")

MANY = 1100
FEW_FILES = ("prlimit", "--nofile=1024:1024")
"""Even where nothing can be raised."""


@pytest.fixture
def own_files():
    """This process holds the other ends of all connections."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    if before[1] < 2 * MANY:
        pytest.skip("this process may not open enough files")
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def half_sent(port: int, sent: bytes, count: int):
    with ExitStack() as stack:
        sockets = []
        for _ in range(count):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
            client.sendall(sent)
            sockets.append(client)
        yield sockets


def get(address: str, seconds: float = 20) -> int:
    with urllib.request.urlopen(address, timeout=seconds) as answer:  # noqa: S310  our own server
        answer.read()
        return answer.status


def closed_within(seconds: float, clients: list[socket.socket]) -> None:
    """Wait until the server has answered or closed all of these connections."""
    poll = select.poll()  # `select.select` takes no numbers above 1023
    for client in clients:
        poll.register(client, select.POLLIN)
    left, deadline = len(clients), time.monotonic() + seconds
    while left:
        assert time.monotonic() < deadline, f"{left} connections are still open"
        for number, _ in poll.poll(1000):
            poll.unregister(number)
            left -= 1


def soft_limit_of(pid: int) -> int:
    return resource.prlimit(pid, resource.RLIMIT_NOFILE)[0]


@pytest.mark.parametrize("files", [("prlimit", "--nofile=1024:"), FEW_FILES])
def test_a_good_client_is_answered_while_many_requests_are_half_sent(
    transactional_db, own_files, files
):
    with web_server(files) as server:
        began = time.monotonic()
        with half_sent(server.port, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", MANY) as slow:
            assert get(f"{server.address}/about/") == 200
            raised = soft_limit_of(server.process.pid) > 1024
            assert raised == (files != FEW_FILES)
            closed_within(30, slow)
            said = {client.recv(4096).split(b"\r\n")[0] for client in slow[-10:]}
            assert said == {b"HTTP/1.1 408 Request Timeout"}
        assert time.monotonic() - began > 9


def test_a_chunked_body_that_is_too_large_is_refused_where_its_sender_hears_it(transactional_db):
    with web_server() as server:
        for path, kind in (("/api/v1/bots/", b"application/problem+json"), ("/", b"text/plain")):
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
                head = (
                    f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                client.sendall(head.encode())
                for _ in range(30):
                    client.sendall(b"100000\r\n" + bytes(1 << 20) + b"\r\n")
                client.sendall(b"0\r\n\r\n")
                answer = client.makefile("rb").read()
            assert answer.startswith(b"HTTP/1.1 413 "), answer[:300]
            assert kind in answer
        assert "Traceback" not in server.said()
