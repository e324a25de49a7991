"""A try's socket: its frames as they come, for the browser that requested it alone."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore

from arbiter.streams import StreamWriter, try_key
from live.tests.viewer import Viewer
from matches.tests import sample
from tries.keys import remember
from tries.models import Try

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def row(redis_client):
    """A try that plays."""
    return Try.objects.create(
        network="x", game="snake", language="python", opponent="drifter", seed=1,
        state=Try.State.PLAYING,
    )  # fmt: skip


def cookie(*tries):
    """Of a browser that requested these tries."""
    session = SessionStore()
    for row in tries:
        remember(session, row.pk)
    session["known"] = True
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def watching(row, cookie):
    return Viewer(f"/ws/tries/{row.pk}/", cookie=cookie)


def parts():
    """The lines of a whole match: the header, its frames, the result."""
    lines = list(sample.lines(rounds=20))
    named = [(json.loads(line)["type"], line) for line in lines]
    header = next(line for kind, line in named if kind == "header")
    return header, [line for kind, line in named if kind == "frame"]


async def test_frames_come_as_they_are_played_and_then_the_end(row):
    header, frames = parts()
    mine = await asyncio.to_thread(cookie, row)
    stream = StreamWriter(try_key(row.pk))
    stream.begin(b"1")
    stream.add("header", header)
    async with watching(row, mine) as viewer:
        told = await viewer.hear()
        assert (told["state"], told["header"]) == ("running", None)
        await viewer.say(type="follow", **{"from": 0})
        assert (await viewer.hear())["header"]["game"] == "snake"
        for line in frames[:10]:
            stream.add("frames", line)
        heard: list[dict[str, Any]] = []
        while len(heard) < 10:
            message = await viewer.hear()
            heard += message["frames"] if message["type"] == "frames" else []
        assert [frame["n"] for frame in heard] == list(range(10))
        await Try.objects.filter(pk=row.pk).aupdate(state=Try.State.DONE, result={"outcome": 1})
        stream.end()
        message = await viewer.hear()
        while message["type"] != "end":
            message = await viewer.hear()
        assert (message["state"], message["result"]) == ("finished", {"outcome": 1})
    stream.close()


async def test_a_try_that_is_over_is_read_from_what_it_left(row):
    header, frames = parts()
    content = {"header": json.loads(header), "frames": [json.loads(line) for line in frames]}
    row.keep_frames(gzip.compress(json.dumps({**content, "result": {}}).encode()))
    row.state, row.result = Try.State.DONE, {}
    await row.asave()
    async with watching(row, await asyncio.to_thread(cookie, row)) as viewer:
        told = await viewer.hear()
        assert (told["state"], told["frames"]) == ("finished", len(frames))
        await viewer.say(type="follow", **{"from": 0})
        assert len(await viewer.frames(len(frames))) == len(frames)
        assert (await viewer.hear())["type"] == "end"


async def test_a_try_that_failed_ends_as_failed(row):
    stream = StreamWriter(try_key(row.pk))
    stream.begin(b"1")
    async with watching(row, await asyncio.to_thread(cookie, row)) as viewer:
        await viewer.hear()
        await viewer.say(type="follow", **{"from": 0})
        await Try.objects.filter(pk=row.pk).aupdate(state=Try.State.FAILED)
        stream.end()
        message = await viewer.hear()
        while message["type"] != "end":
            message = await viewer.hear()
        assert (message["state"], message["result"]) == ("failed", None)
    stream.close()


async def test_other_browsers_are_told_that_there_is_none(row):
    other = await Try.objects.acreate(
        network="y", game="snake", language="python", opponent="drifter", seed=1
    )
    for known in ("", await asyncio.to_thread(cookie), await asyncio.to_thread(cookie, other)):
        async with watching(row, known) as viewer:
            assert (await viewer.hear())["code"] == "not_found"
            assert await viewer.closed() == 4404
