"""The web server as a process: clients that are slow, that flood it, and that leave."""

from __future__ import annotations

import resource
import select
import socket
import struct
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest

from bots.models import BotVersion
from matches.models import Match, Seat
from matches.playing.runner import Recorder
from matches.services import Claim, finish
from matches.tests import sample
from tests.server import Server, web_server

pytestmark = pytest.mark.xdist_group("server")

MANY = 1100
FEW_FILES = ("prlimit", "--nofile=1024:1024")
"""Even where nothing can be raised."""
USUAL = {"ARBITER_PROXIES": "0", "THROTTLE_ANON": "3/min"}


@pytest.fixture
def usual(serve) -> Server:
    """The server of the tests that send it nothing but requests."""
    server: Server = serve(**USUAL)
    return server


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
        return int(answer.status)


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


def test_a_chunked_body_that_is_too_large_is_refused_where_its_sender_hears_it(
    transactional_db, redis_client, usual
):
    for path, kind in (("/api/v1/bots/", b"application/problem+json"), ("/", b"text/plain")):
        with socket.create_connection(("127.0.0.1", usual.port), timeout=20) as client:
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            client.sendall(head.encode())
            for _ in range(30):
                client.sendall(b"100000\r\n" + bytes(1 << 20) + b"\r\n")
            client.sendall(b"0\r\n\r\n")
            answer = client.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 413 "), answer[:300]
        assert kind in answer
    assert "Traceback" not in usual.said()


UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n"
)


def text_frame(text: str) -> bytes:
    """A client's message, masked by zeros."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode()


def vanish(client: socket.socket) -> None:
    """Leave as a phone without a network does: with a reset instead of a goodbye."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def visit(port: int, path: str, patience: float, cookie: str = "") -> None:
    """Open a socket, ask for everything, and vanish after ``patience`` seconds."""
    client = socket.create_connection(("127.0.0.1", port), timeout=20)
    client.sendall(UPGRADE.format(path=path, cookie=cookie).encode())
    if patience:
        assert client.recv(12) == b"HTTP/1.1 101"
        client.sendall(text_frame('{"type":"follow","from":0}'))
        time.sleep(patience)
    vanish(client)


@pytest.fixture
def watched(alices_bot, redis_client, transactional_db, alice, client):
    """Addresses of a match that runs, of one that is over and of a build; a cookie for them."""
    version = BotVersion.objects.create(
        bot=alices_bot, number=1, language="python", uploaded_by=alice,
        source_sha256="0" * 64, source_bytes=1, source_files=1,
    )  # fmt: skip
    matches = []
    for seed in (7, 8):
        match = Match.objects.create(
            game="snake", ruleset="standard", kind=Match.Kind.FRIENDLY, seed=seed
        )
        Seat.objects.bulk_create(Seat(match=match, number=n, version=version) for n in (0, 1))
        claimed = Match.objects.claim(match.pk, "here:1")
        assert claimed is not None
        matches.append(claimed)
    running, over = matches
    recorder = Recorder(running)
    lines = list(sample.lines(rounds=400))
    for line in lines[:600]:
        recorder.take(line)
    recorder.flush()
    ended = Recorder(over)
    for line in lines:
        ended.take(line)
    assert finish(Claim(over.pk, over.claimed_by, over.attempt), ended.played(""))
    client.force_login(alice)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    paths = [f"/ws/matches/{running.pk}/", f"/ws/matches/{over.pk}/", f"/ws/builds/{version.pk}/"]
    pages = [f"/matches/{over.pk}/", f"/matches/{over.pk}/replay.jsonl.gz"]
    return paths, pages, cookie


def test_viewers_that_vanish_leave_no_traceback(watched, usual):
    paths, pages, cookie = watched
    with ThreadPoolExecutor(10) as pool:
        visits = [
            pool.submit(visit, usual.port, path, 0.03 * (n % 8), cookie)
            for n in range(18)
            for path in paths
        ]
        for done in visits:
            done.result()
        for n in range(20):
            page = pages[n % len(pages)]
            with socket.create_connection(("127.0.0.1", usual.port)) as client:
                head = f"GET {page} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
                client.sendall(head.encode())
                time.sleep(0.02 * n)
                vanish(client)
    time.sleep(2)  # until what they had asked for has been tried
    assert get(f"{usual.address}/about/") == 200
    assert "Traceback" not in usual.said(), usual.said()[-6000:]


def asked_as(server: Server, forwarded: str) -> int:
    """The API's answer to a request that says by its header where it is from."""
    address = f"{server.address}/api/v1/games/"
    request = urllib.request.Request(address, headers={"X-Forwarded-For": forwarded})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310  our own server
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("proxies", [0, 1])
def test_a_client_does_not_choose_the_address_that_its_rate_counts_for(
    transactional_db, redis_client, serve, proxies
):
    server = serve(**USUAL | {"ARBITER_PROXIES": str(proxies)})
    spoofed = [asked_as(server, f"198.51.100.{n}, 203.0.113.7") for n in range(4)]
    assert spoofed == [200, 200, 200, 429]
    assert asked_as(server, "203.0.113.8") == (200 if proxies else 429)
