"""Requests that carry too much are refused before anything of them is kept."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.bodies import BodyLimit

MOST = 10


async def run(body: list[bytes], length: int | None):
    """What the application took, and what the client was told."""
    taken, told = [], []
    events = [
        {"type": "http.request", "body": part, "more_body": n + 1 < len(body)}
        for n, part in enumerate(body)
    ]

    async def application(scope, receive, send):
        while (event := await receive())["type"] == "http.request":
            taken.append(event["body"])
            if not event["more_body"]:
                break

    async def receive():
        return events.pop(0)

    async def send(event):
        told.append(event)

    headers = [] if length is None else [(b"content-length", b"%d" % length)]
    scope: Any = {"type": "http", "headers": headers}
    await BodyLimit(application, MOST)(scope, receive, send)
    return b"".join(taken), told


@pytest.mark.parametrize("length", [10, None])
async def test_what_fits_goes_through(length):
    assert await run([b"12345", b"67890"], length) == (b"1234567890", [])


async def test_a_body_that_says_it_is_too_large_is_not_read():
    taken, told = await run([b"x" * 11], 11)
    assert taken == b""
    assert told[0]["status"] == 413
    assert b"larger" in told[1]["body"]


async def test_a_body_that_does_not_say_so_ends_where_it_is_too_large():
    taken, _ = await run([b"12345", b"67890", b"1", b"2"], None)
    assert taken == b"1234567890"
