"""A match's socket: live, late, backwards, finished, begun again."""

from __future__ import annotations

import asyncio
import gc

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.models import User
from arbiter.streams import StreamReader, StreamWriter, match_key
from bots.models import BotVersion
from live.base import Socket
from live.sources import SILENCE_SECONDS, hub
from live.tests.player import cookie_of
from live.tests.viewer import Viewer
from matches.models import Match, Seat
from matches.playing.runner import Recorder
from matches.services import Claim, finish
from matches.tests import sample

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(alices_bot, redis_client):
    """A match that a worker has claimed."""
    version = BotVersion.objects.create(
        bot=alices_bot, number=1, language="python", uploaded_by=alices_bot.owner,
        source_sha256="0" * 64, source_bytes=1, source_files=1,
    )  # fmt: skip
    match = Match.objects.create(game="snake", ruleset="standard", kind=Match.Kind.FRIENDLY, seed=7)
    Seat.objects.bulk_create(Seat(match=match, number=n, version=version) for n in (0, 1))
    return Match.objects.claim(match.pk, "here:1")


@pytest.fixture
def nothing_yet(monkeypatch):
    """The worker has sent nothing: the first header need not wait for it."""
    monkeypatch.setattr("live.consumers.FIRST_SECONDS", 0.05)


def watching(match):
    return Viewer(f"/ws/matches/{match.pk}/")


async def until_read(match, frames):
    """Wait until this process has read ``frames`` frames of the match's stream."""
    async with hub.watch(match.pk) as source, asyncio.timeout(5):
        while len(source.frames) != frames:
            await source.changed(source.version)


def numbers(frames):
    return [frame["n"] for frame in frames]


async def test_a_late_viewer_gets_what_came_before_without_gap_or_repeat(match):
    recorder = Recorder(match)
    lines = list(sample.lines(rounds=20))
    for line in lines[:20]:
        recorder.take(line)
    recorder.flush()
    async with watching(match) as viewer:
        header = await viewer.hear()
        assert header["state"] == "running"
        assert header["frames"] == 19
        assert header["games"][0]["scene"]["width"] == 16
        await viewer.say(type="follow", **{"from": 0})
        assert numbers(await viewer.frames(19)) == list(range(19))
        for line in lines[20:40]:
            recorder.take(line)
        recorder.flush()
        assert numbers(await viewer.frames(20)) == list(range(19, 39))


async def test_a_viewer_who_leaves_takes_everything_along(match):
    """Memory that waits for the garbage collection waits for millions of other objects."""
    recorder = Recorder(match)
    for line in list(sample.lines(rounds=5)):
        recorder.take(line)
    recorder.flush()
    await left_by_a_viewer(match)  # the first one loads what all need
    assert await left_by_a_viewer(match) == 0


async def left_by_a_viewer(match) -> int:
    """How many sockets and connections to the database wait for the garbage collection."""
    gc.collect()
    before = count_kept()
    gc.disable()
    try:
        async with watching(match) as viewer:
            await viewer.hear()
            await viewer.say(type="follow", **{"from": 0})
            await viewer.frames(1)
        del viewer
        await asyncio.sleep(0.1)  # tasks that are cancelled end in their turn
        return count_kept() - before
    finally:
        gc.enable()


def count_kept() -> int:
    kinds = Socket, BaseDatabaseWrapper
    return sum(issubclass(type(each), kinds) for each in gc.get_objects())


async def test_one_can_look_back_while_the_match_is_running(match):
    recorder = Recorder(match)
    for line in list(sample.lines(rounds=30, key_every=10))[:60]:
        recorder.take(line)
    recorder.flush()
    async with watching(match) as viewer:
        await viewer.hear()
        await viewer.say(type="read", **{"from": 25, "to": 28})
        frames = await viewer.frames(8)
        assert numbers(frames) == list(range(20, 28))
        assert "key" in frames[0]


async def test_viewers_share_one_reader_of_the_stream(match, redis_client):
    recorder = Recorder(match)
    for line in list(sample.lines())[:10]:
        recorder.take(line)
    recorder.flush()
    readers = redis_client.info("clients")["blocked_clients"]
    async with watching(match) as first, watching(match) as second:
        await first.hear()
        await second.hear()
        blocked = redis_client.info("clients")["blocked_clients"]
        assert blocked - readers <= 1


async def test_what_comes_after_a_long_silence_is_read(redis_client):
    """The client's own deadline is no shorter than the silence of bots that think."""

    async def think_and_move():
        await asyncio.sleep(SILENCE_SECONDS + 0.2)
        await sync_to_async(StreamWriter("silent").add)("frames", b"{}")

    async with StreamReader("silent") as stream, asyncio.TaskGroup() as both:
        both.create_task(think_and_move())
        read = both.create_task(stream.read(SILENCE_SECONDS + 2))
    assert read.result() == [("frames", b"{}")]


async def test_the_end_comes_with_the_result(match, nothing_yet):
    recorder = Recorder(match)
    async with watching(match) as viewer:
        await viewer.hear()
        await viewer.say(type="follow", **{"from": 0})
        for line in sample.lines(rounds=10):
            recorder.take(line)
        played = recorder.played("")
        await database_finish(match, played)
        heard = await viewer.until("end")
    frames = [frame for message in heard if message["type"] == "frames"
              for frame in message["frames"]]  # fmt: skip
    assert numbers(frames) == list(range(played.frames))
    assert heard[-1]["state"] == "finished"
    assert {seat["rank"] for seat in heard[-1]["result"]["outcome"]["seats"]} == {1, 2}


@pytest.mark.parametrize("end", ["role", "session", "account"])
async def test_a_hidden_match_ends_for_a_reader_who_may_not_see_it_any_more(
    match, olga, monkeypatch, nothing_yet, end
):
    monkeypatch.setattr("live.base.CHECK_SECONDS", 0.05)
    await Match.objects.filter(pk=match.pk).aupdate(kind=Match.Kind.COMPARISON)
    path, cookie = f"/ws/matches/{match.pk}/", await sync_to_async(cookie_of)(olga)
    async with Viewer(path, cookie=cookie) as viewer:
        assert (await viewer.hear())["type"] == "header"
        await asyncio.sleep(0.2)
        match end:
            case "role":
                await User.objects.filter(pk=olga.pk).aupdate(is_staff=False, is_superuser=False)
            case "session":
                await Session.objects.all().adelete()
            case "account":
                await User.objects.filter(pk=olga.pk).aupdate(is_active=False)
        told = await viewer.hear()
        assert (told["type"], told["code"]) == ("error", "not_found")
        assert await viewer.closed() == 4404


async def test_a_public_match_of_an_event_ends_for_everybody_when_it_is_hidden(
    match, monkeypatch, nothing_yet
):
    monkeypatch.setattr("live.base.CHECK_SECONDS", 0.05)
    found = Match.objects.filter(pk=match.pk)
    await found.aupdate(kind=Match.Kind.EVENT)
    async with watching(match) as viewer:
        assert (await viewer.hear())["type"] == "header"
        await asyncio.sleep(0.2)
        await found.aupdate(audience="hidden")
        told = await viewer.hear()
        assert (told["type"], told["code"]) == ("error", "not_found")
        assert await viewer.closed() == 4404


async def test_a_finished_match_is_read_from_its_replay_from_anywhere(match, redis_client):
    played = await database_play(match, rounds=40)
    redis_client.flushall()
    async with watching(match) as viewer:
        header = await viewer.hear()
        assert header["state"] == "finished"
        assert header["frames"] == played.frames
        assert len(header["games"]) == 2
        second = header["games"][1]["first"]
        await viewer.say(type="read", **{"from": second, "to": second + 2})
        frames = await viewer.frames(2)
        assert frames[0]["n"] == second
        assert frames[0]["key"]["round"] == 1
        await viewer.say(type="read", **{"from": second + 70, "to": second + 71})
        frames = await viewer.frames(1)
        assert "key" in frames[0]
        assert numbers(frames)[0] <= second + 70 <= numbers(frames)[-1]


async def test_frames_that_the_stream_lost_come_from_the_replay_at_the_end(match, redis_client):
    recorder = Recorder(match)
    lines = list(sample.lines(rounds=10))
    for line in lines[:15]:
        recorder.take(line)
    recorder.flush()
    async with watching(match) as viewer:
        await viewer.hear()
        await viewer.say(type="follow", **{"from": 0})
        assert len(await viewer.frames(14)) == 14
        for line in lines[15:]:
            recorder.take(line)
        recorder._batch.clear()
        await database_finish(match, recorder.played(""))
        heard = await viewer.until("end")
        frames = [f for message in heard[:-1] for f in message["frames"]]
    assert numbers(frames)[-1] == len(lines) - 3
    assert set(range(14, len(lines) - 2)) <= set(numbers(frames))


async def test_a_match_that_begins_again_says_so_and_starts_over(match):
    first = Recorder(match)
    for line in list(sample.lines(seed=1))[:12]:
        first.take(line)
    first.flush()
    async with watching(match) as viewer:
        await viewer.hear()
        await viewer.say(type="follow", **{"from": 0})
        await viewer.frames(11)
        match.attempt += 1
        again = Recorder(match)
        for line in list(sample.lines(seed=2))[:6]:
            again.take(line)
        again.flush()
        heard = await viewer.until("restart")
        assert heard[-1]["type"] == "restart"
        assert (await viewer.hear())["header"]["setup"]["seed"] == 2
        assert numbers(await viewer.frames(5)) == list(range(5))


async def test_a_restart_between_the_header_and_the_first_question_is_shown(match):
    first = Recorder(match)
    for line in list(sample.lines(seed=1))[:12]:
        first.take(line)
    first.flush()
    async with watching(match) as viewer:
        assert (await viewer.hear())["frames"] == 11
        match.attempt += 1
        again = Recorder(match)
        for line in list(sample.lines(seed=2))[:6]:
            again.take(line)
        again.flush()
        await until_read(match, frames=5)
        await viewer.say(type="follow", **{"from": 11})
        assert (await viewer.hear())["type"] == "restart"


async def test_an_aborted_match_ends_without_a_result(match, nothing_yet):
    async with watching(match) as viewer:
        await viewer.hear()
        await viewer.say(type="follow", **{"from": 0})
        await Match.objects.filter(pk=match.pk).aupdate(state=Match.State.ABORTED)
        StreamWriter(match_key(match.pk)).add("state", b"aborted")
        end = (await viewer.until("end"))[-1]
    assert (end["state"], end["result"]) == ("aborted", None)


async def test_a_waiting_match_tells_its_place_in_the_queue(match):
    match.state = Match.State.QUEUED
    await match.asave()
    async with watching(match) as viewer:
        header = await viewer.hear()
        assert (header["header"], header["state"]) == (None, "queued")
        state = await viewer.hear()
        assert (state["type"], state["position"]) == ("state", 1)


async def test_a_waiting_match_that_begins_is_not_said_to_begin_again(match, nothing_yet):
    async with watching(match) as viewer:
        assert (await viewer.hear())["header"] is None
        await viewer.say(type="follow", **{"from": 0})
        first = Recorder(match)
        for line in list(sample.lines(seed=1))[:4]:
            first.take(line)
        first.flush()
        heard = await viewer.until("frames")
    assert "header" in {message["type"] for message in heard}
    assert "restart" not in {message["type"] for message in heard}


async def test_nonsense_is_answered_and_the_socket_lives_on(match, nothing_yet):
    async with watching(match) as viewer:
        await viewer.hear()
        await viewer.send(text="nonsense")
        assert (await viewer.hear())["code"] == "bad_message"
        await viewer.send(bytes=b"\xff")
        assert (await viewer.hear())["code"] == "bad_message"
        await viewer.say(type="read", **{"from": 0, "to": 5})
        await viewer.say(type="shout")
        assert (await viewer.hear())["code"] == "bad_message"


async def test_no_such_match():
    async with Viewer("/ws/matches/1000000/") as viewer:
        message = await viewer.hear()
        assert message["code"] == "not_found"
        assert await viewer.closed() == 4404


async def test_another_sites_pages_may_not_connect(match):
    async with Viewer(f"/ws/matches/{match.pk}/", "https://elsewhere.example") as viewer:
        assert not viewer.accepted


async def database_play(match, rounds):
    recorder = Recorder(match)
    for line in sample.lines(rounds=rounds):
        recorder.take(line)
    played = recorder.played("")
    await database_finish(match, played)
    return played


async def database_finish(match, played):
    from channels.db import database_sync_to_async

    claim = Claim(match.pk, match.claimed_by, match.attempt)
    assert await database_sync_to_async(finish)(claim, played)
    StreamWriter(match_key(match.pk)).end()


@pytest.mark.parametrize("path", ["/ws/nothing/", "/ws/matches/x/", f"/ws/matches/{'9' * 5000}/"])
async def test_a_socket_that_leads_nowhere_is_refused_without_a_trace(path, caplog):
    async with Viewer(path) as viewer:
        assert not viewer.accepted
    assert caplog.records == []
