"""Bounds on connections, and deadlines for clients, with the real server and short deadlines."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.server import ServerProtocol

from arbiter.serving import deadlines
from arbiter.serving.connections import (
    CROWD,
    Connections,
    RequestLimit,
    most_connections,
)

LARGE = 40 << 20
"""More than the buffers of a connection hold."""


class Held:
    """A connection that is only counted."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_at_the_limit_the_connection_that_waits_longest_makes_room():
    connections = Connections(3, None)
    first, second, third, fourth, fifth = (Held() for _ in range(5))
    for held in (first, second, third):
        connections.add(held, "203.0.113.7")
    connections.busy(first)
    connections.add(fourth, "203.0.113.8")
    assert [held.aborted for held in (first, second, third, fourth)] == [False, True, False, False]
    connections.idle(first)
    connections.busy(third)
    connections.remove(fourth)
    connections.add(fifth, "203.0.113.9")
    assert not first.aborted
    assert len(connections) == 3


def test_one_address_has_a_bound_of_its_own_and_this_machine_none():
    connections = Connections(100, 2)
    ours = [Held() for _ in range(5)]
    theirs = [Held() for _ in range(3)]
    for held in ours:
        connections.add(held, "127.0.0.1")
    for held in theirs:
        connections.add(held, "2001:db8::1")
    assert [held.aborted for held in ours] == [False] * 5
    assert [held.aborted for held in theirs] == [False, False, True]
    connections.remove(theirs[0])
    again = Held()
    connections.add(again, "2001:db8::2")
    assert not again.aborted


def test_it_is_said_each_time_that_half_of_a_crowd_has_left():
    at: list[int] = []
    connections = Connections(10_000, None)
    for crowd in (CROWD - 1, 1000):
        there = [Held() for _ in range(crowd)]
        for held in there:
            connections.add(held, "203.0.113.7")
        at += [len(connections) for held in there if connections.remove(held)]
    assert at == [500, 250, 125]


async def test_a_server_returns_memory_when_a_crowd_has_left(hasty, monkeypatch):
    returned = asyncio.Event()
    monkeypatch.setattr("arbiter.serving.connections.CROWD", 2)
    monkeypatch.setattr(deadlines, "LEFT_SECONDS", 0.0)
    monkeypatch.setattr(Connections, "return_memory", lambda _: returned.set())
    async with serving() as (port, _), asyncio.timeout(10):
        there = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        assert not returned.is_set()
        for _, writer in there:
            writer.close()
        await returned.wait()


def test_memory_that_is_free_between_what_is_in_use_goes_back_to_the_kernel():
    kept, went = [], []
    for _ in range(2000):
        went.append(ctypes.create_string_buffer(b"x" * 50_000))
        kept.append(ctypes.create_string_buffer(1000))
    went.clear()
    before = resident_kb()
    Connections(1, None).return_memory()
    assert before - resident_kb() > 50_000
    assert len(kept) == 2000


def resident_kb() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4


def test_some_files_are_left_to_the_rest_of_the_process():
    assert [most_connections(files) for files in (64, 1024, 4096, 10**6)] == [48, 768, 3840, 10_000]


async def test_behind_a_proxy_open_requests_of_one_address_are_bounded():
    go = asyncio.Event()

    async def application(scope, receive, send):
        await go.wait()

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    limit = RequestLimit(application, 2)
    told: list[Any] = []

    async def send(event: Any) -> None:
        told.append(event)

    def asked(address: str) -> asyncio.Task[None]:
        scope: Any = {"type": "http", "client": (address, 1), "headers": []}
        return asyncio.ensure_future(limit(scope, receive, send))

    running = [asked("203.0.113.7"), asked("203.0.113.7"), asked("203.0.113.8")]
    await asyncio.sleep(0)
    await asked("203.0.113.7")
    assert [event.get("status") for event in told] == [429, None]
    go.set()
    await asyncio.gather(*running)
    told.clear()
    await asked("203.0.113.7")
    assert told == []


async def application(scope, receive, send):
    """Reads the whole body, then says how long it was; sends much at ``/large``.  A socket gets
    much without end, at ``/calm`` nothing."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/calm":
            await receive()
            return
        while True:
            await send({"type": "websocket.send", "bytes": bytes(1 << 20)})
    length = 0
    while (event := await receive())["type"] == "http.request":
        length += len(event["body"])
        if not event["more_body"]:
            break
    body = bytes(LARGE) if scope["path"] == "/large" else b"%d" % length
    size = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": size})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(deadlines, "HEADER_SECONDS", 0.4)
    monkeypatch.setattr(deadlines, "BODY_SECONDS", 0.4)
    monkeypatch.setattr(deadlines, "BODY_RATE", 100)
    monkeypatch.setattr(deadlines, "WRITE_SECONDS", 0.4)


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[int, Connections]]:
    bounds = Connections(100, None)
    http = type("Http", (deadlines.Http,), {"bounds": bounds})
    websocket = type("WebSocket", (deadlines.WebSocket,), {"bounds": bounds})
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(
            application, http=http, ws=websocket, lifespan="off", log_config=None,
            timeout_keep_alive=1,
        )  # fmt: skip
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup(sockets=[listening])
        try:
            yield listening.getsockname()[1], bounds
        finally:
            await server.shutdown(sockets=[listening])


async def until_closed(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(10):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


async def test_a_request_that_does_not_arrive_is_answered_by_408(hasty):
    async with serving() as (port, bounds):
        for sent in (b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow:", b"\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            assert (await until_closed(reader)).startswith(b"HTTP/1.1 408 "), sent
            writer.close()
        assert len(bounds) == 0


async def test_a_socket_that_is_closed_leaves_nothing():
    """Its buffers would wait for the garbage collection, which comes after millions of objects."""
    request = (
        b"GET /calm HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    )
    gc.collect()
    gc.disable()
    before = count_kept()
    try:
        async with serving() as (port, bounds):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            writer.close()
            async with asyncio.timeout(5):
                while len(bounds):
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)  # its task hears of it and ends
        assert count_kept() == before
    finally:
        gc.enable()


def count_kept() -> int:
    kinds = deadlines.Http, deadlines.WebSocket, ServerProtocol
    return sum(issubclass(type(each), kinds) for each in gc.get_objects())


async def test_bytes_before_the_next_request_do_not_keep_a_connection(hasty):
    async with serving() as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        began = time.monotonic()
        answer = asyncio.ensure_future(until_closed(reader))
        while not answer.done():
            writer.write(b"\r\n")
            await asyncio.sleep(0.05)
        assert b"408" in answer.result()
        assert time.monotonic() - began < 8
        writer.close()


async def test_a_body_has_time_as_long_as_it_comes(hasty):
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300\r\n\r\n"
    async with serving() as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head)
        for _ in range(10):
            await asyncio.sleep(0.1)
            writer.write(b"x" * 30)
        assert (await reader.readuntil(b"300")).startswith(b"HTTP/1.1 200 ")
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head + b"x" * 10)
        assert (await until_closed(reader)).startswith(b"HTTP/1.1 408 ")
        writer.close()


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        (
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ),
    ],
    ids=["kept", "closed", "socket"],
)
async def test_a_client_that_reads_nothing_is_disconnected(hasty, request_):
    async with serving() as (port, bounds):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(request_)
            for _ in range(100):
                await asyncio.sleep(0.1)
                if not len(bounds):
                    break
            assert len(bounds) == 0
