"""People play: from the room through the worker and its judger to their sockets and back."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest
import redis
from asgiref.sync import sync_to_async
from django.apps import apps
from django.conf import settings

from arbiter.streams import human_input_key, match_key
from bots.services import create_bot
from games.package import house_files
from games.registry import GAMES
from games.tests.conformance import replay_reaches_the_same_frames
from live.tests.player import SECONDS, Player, work
from live.tests.viewer import Viewer
from matches import tasks
from matches.models import Match
from matches.recorded.replays import open_replay
from matches.tests.crowd import install
from rooms import services
from rooms.services import RoomError
from sandbox.tests import auction_hasty
from sandbox.uploads.archives import Source, to_zip
from tests import template
from tests.site import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
BID = {"bid": 2}


@pytest.fixture
def match(room, alice, bidding):
    """Alice against bob's bot, ready to be played."""
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, bidding)
    return services.start(room, alice)


@pytest.fixture
def drifter(make_ready, bob):
    """A house bot of snake's, as bob's."""
    game = GAMES["snake"]
    house = game.house[0]
    files = to_zip(Source(house_files(house, game.kits), house.language))
    version = make_ready(create_bot(bob, "snake", house.name), files, "bot.zip")
    assert version.state == "ready", version.failure
    return version


def of_ladder(model):
    return apps.get_model("ladder", model)


async def until_sent(match):
    """Until something that people have sent waits for the judger."""
    async with asyncio.timeout(SECONDS):
        while not await asyncio.to_thread(_human_input, match):
            await asyncio.sleep(0.05)


class Stubborn:
    """Goes on with an op of snake until it is refused, then with the next one."""

    op = 1

    def __call__(self, message):
        if message["type"] == "refused":
            self.op = self.op % 4 + 1
        return self.op


async def test_a_person_plays_a_whole_match_of_snake_against_a_house_bot(alice, drifter):
    of_ladder("Season").objects.create(game="snake", ruleset="blitz", name="now")
    room = services.open_room(alice, "snake", "blitz")
    services.put_bot(room, alice, 0, drifter)
    services.sit(room, alice, 1)
    match = services.start(room, alice)
    working = work()
    async with Player(match, 1, alice) as player:
        await player.play(Stubborn(), until=lambda m: m["type"] == "taken")
        await player.play(Stubborn(), until=lambda m: m["type"] == "taken")
    # The connection was lost: what was is told again, and what was asked is still open.
    async with Player(match, 1, alice) as player:
        over = await player.play(Stubborn())
        assert (await player.hear())["type"] == "closed"
        assert await player.closed() == 1000
        hello, start, *_ = player.heard
        assert (hello["type"], hello["state"], hello["seat"]) == ("hello", "running", 1)
        assert (start["type"], start["index"], len(start["seats"])) == ("start", 1, 2)
        assert start["seats"][1]["name"] == "alice" or start["seats"][0]["name"] == "alice"
        assert len(player.of("end")) == 2
        assert len(player.of("taken")) > 2
        asks = [m["ask"] for m in player.of("ask")]
        assert asks == sorted(set(asks))
    await working
    await match.arefresh_from_db()
    assert (match.state, match.attempt, match.kind) == ("finished", 1, "room")
    assert over["outcome"] == match.outcome
    mine = await match.seats.select_related("person").aget(number=1)
    assert (mine.version_id, str(mine.person), mine.cpu_ms) == (None, "alice", None)
    assert mine.rank in (1, 2)
    with open_replay(match) as replay:
        assert [seat["name"] for seat in replay.header["seats"]] == ["bob/drifter", "alice"]
        replay_reaches_the_same_frames(GAMES["snake"], replay.read())
    # Nothing of it is rated.
    for model in ("RatedMatch", "Rating", "RatingChange"):
        assert not await of_ladder(model).objects.aexists()


async def test_a_refused_action_is_told_with_the_reason_and_costs_nothing(match, alice):
    working = work()
    async with Player(match, 0, alice) as player:
        await player.play(lambda _: {"bid": 99}, until=lambda m: m["type"] == "refused")
        assert player.heard[-1]["reason"] == "a bid is a whole number from 1 to 3"
        await player.act(player.of("ask")[-1]["ask"], ["no", {"such": "thing"}])
        assert "an action is" in (await player.hear())["reason"]
        await player.act(player.of("ask")[-1]["ask"], BID)
        over = await player.play(lambda _: BID)
        assert over["outcome"]["seats"][0]["end"] == "ok"
    await working


async def test_who_leaves_has_left_and_the_others_play_on(match, alice):
    working = work()
    async with Player(match, 0, alice) as player:
        await player.play(lambda _: BID, until=lambda m: m["type"] == "taken")
        await player.say(type="leave")
        over = await player.play(lambda _: BID)
        assert over["outcome"]["seats"][0]["end"] == "left"
    await working
    seat = await match.seats.aget(number=0)
    assert (seat.end, seat.rank) == ("left", 2)


async def test_who_left_before_the_match_began_has_left(match, alice):
    async with Player(match, 0, alice) as player:
        await player.say(type="leave")
        await until_sent(match)
    await work()
    assert (await match.seats.aget(number=0)).end == "left"


async def test_who_thinks_for_too_long_has_failed(monkeypatch, auctions, alice, bob):
    install(monkeypatch, auction_hasty)
    room = services.open_room(alice, "hasty", "duel")
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    match = services.start(room, alice)
    working = work()
    async with Player(match, 0, alice) as player:
        over = await player.play(lambda _: BID, until=lambda m: m["type"] == "over")
        assert over["outcome"]["seats"][0]["end"] == "ok"
        assert over["outcome"]["seats"][1]["end"] == "silent"
    await working


async def test_two_people_play_each_other(room, alice, bob):
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    match = services.start(room, alice)
    working = work()
    async with Player(match, 0, alice) as one, Player(match, 1, bob) as other:
        first, second = await asyncio.gather(
            one.play(lambda _: {"bid": 1}), other.play(lambda _: {"bid": 3})
        )
    assert first == second
    await working
    await match.arefresh_from_db()
    assert first["outcome"] == match.outcome
    assert [seat["rank"] for seat in first["outcome"]["seats"]] == [2, 1]


async def test_a_person_with_two_windows_plays_in_either(match, alice):
    working = work()
    async with Player(match, 0, alice) as one, Player(match, 0, alice) as other:
        first = await one.play(lambda _: BID, until=lambda m: m["type"] == "taken")
        await other.play(lambda _: BID, until=lambda m: m["type"] == "taken" and m != first)
        await one.play(lambda _: BID)
        await other.play(lambda _: BID)
        assert one.of("end") == other.of("end")
    await working


async def test_no_other_person_gets_onto_a_seat(match, alice, bob, charlie, olga):
    for person, seat in ((None, 0), (bob, 0), (charlie, 0), (olga, 0), (alice, 1), (alice, 7)):
        async with Player(match, seat, person) as player:
            assert (await player.hear())["code"] == "not_found"
            assert await player.closed() == 4404
            await player.say(type="leave")
    assert not await asyncio.to_thread(_human_input, match)


def _human_input(match):
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return client.xrange(human_input_key(match.pk))


async def test_who_comes_when_the_match_is_over_is_told_how_it_ended(match, alice, redis_client):
    working = work()
    async with Player(match, 0, alice) as player:
        await player.play(lambda _: BID)
    await working
    redis_client.flushall()
    await match.arefresh_from_db()
    async with Player(match, 0, alice) as player:
        kinds = [(await player.hear())["type"] for _ in range(3)]
        assert kinds == ["hello", "over", "closed"]
        assert player.heard[1]["outcome"] == match.outcome
        assert await player.closed() == 1000


async def test_who_plays_is_told_that_the_match_was_stopped(room, match, alice, often):
    working = work()
    async with Player(match, 0, alice) as player:
        await player.play(lambda _: BID, until=lambda m: m["type"] == "taken")
        await sync_to_async(services.stop)(room, alice, "dinner is ready")
        closed = await player.play(lambda _: BID, until=lambda m: m["type"] == "closed")
        assert closed["state"] == "aborted"
        assert "dinner is ready" in closed["message"]
    await working
    await match.arefresh_from_db()
    assert match.state == "aborted"


# Spectators ---------------------------------------------------------------------------------------


async def test_while_people_play_a_game_with_secrets_spectators_get_nothing_of_it(
    match, alice, redis_client
):
    async with Viewer(f"/ws/matches/{match.pk}/", seconds=SECONDS) as early:
        header, state = await early.hear(), await early.hear()
        assert (header["state"], header["hidden"], header["header"]) == ("queued", True, None)
        assert (state["type"], state["hidden"]) == ("state", True)
        await early.say(type="follow", **{"from": 0})
        working = work()
        async with Player(match, 0, alice) as player:
            await player.play(lambda _: BID, until=lambda m: m["type"] == "taken")
            async with Viewer(f"/ws/matches/{match.pk}/") as late:
                header = await late.hear()
                assert (header["state"], header["hidden"]) == ("running", True)
                assert (header["frames"], header["header"], header["games"]) == (0, None, [])
                await late.say(type="read", **{"from": 0, "to": 9})
            entries = redis_client.xrange(match_key(match.pk))
            assert {fields[b"kind"] for _, fields in entries} <= {b"begin", b"state"}
            await player.play(lambda _: BID)
            told = json.dumps(player.heard)
        await working
        heard = [m for m in await early.until("end") if m["type"] != "state" or not m["hidden"]]
        # The player's page asks for what a header announces.
        await early.say(type="read", **{"from": 0, "to": 9})
        assert '"prize"' in json.dumps(await early.frames(2))
    assert '"prize"' not in told
    assert [m["type"] for m in heard] == ["header", "frames", "end"]
    assert heard[0]["games"]
    assert "hidden" not in heard[0]
    assert '"prize"' in json.dumps(heard)


def test_nothing_else_gives_the_secrets_away(match, client, alice):
    seed = str(match.seed)
    Match.objects.claim(match.pk, "here:1")
    page, api = f"/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/"
    client.force_login(alice)
    for address in (page, api, "/", "/live/", "/matches/"):
        assert seed not in client.get(address).content.decode(), address
    assert f"/ws/matches/{match.pk}/" not in client.get("/live/").content.decode()
    assert client.get(api).json()["seed"] is None
    assert "must not see hidden information" in client.get(page).content.decode()
    assert client.get(f"{page}replay/").status_code == 404
    assert client.get(f"{api}replay/").status_code == 404


async def test_what_people_play_without_secrets_is_watched_live(alice, drifter):
    room = services.open_room(alice, "snake", "blitz")
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, drifter)
    match = services.start(room, alice)
    working = work()
    async with Player(match, 0, alice) as player:
        await player.play(Stubborn(), until=lambda m: m["type"] == "taken")
        async with Viewer(f"/ws/matches/{match.pk}/", seconds=SECONDS) as viewer:
            header = await viewer.hear()
            assert header["header"]["game"] == "snake"
            assert "hidden" not in header
            await viewer.say(type="follow", **{"from": 0})
            assert await viewer.frames(2)
        await player.say(type="leave")
    await working


# Workers that die ---------------------------------------------------------------------------------

WORKER = """
import django, sys
django.setup()
from dataclasses import replace
from games.registry import OURS
from matches import tasks
from matches.playing import runner
from sandbox.tests import auction
OURS[auction.GAME.name] = auction.GAME
job_of = runner.job_of
runner.job_of = lambda *given: replace(job_of(*given), modules=(auction.__name__,))
tasks.play("rooms")
"""


@contextmanager
def worker():
    """A worker of its own, on the database of this test."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "arbiter.settings",
        "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
        **{f"ARBITER_ROOM_{what}_SECONDS": "0" for what in ("READY", "COUNTDOWN")},
        "DATABASE_URL": template.address(),
    }
    with subprocess.Popen([sys.executable, "-c", WORKER], env=env) as process:
        try:
            yield process
        finally:
            process.kill()


async def test_a_match_of_a_killed_worker_begins_again_and_players_are_notified(match, alice):
    async with Player(match, 0, alice) as player:
        with worker() as first:
            await player.play(lambda _: BID, until=lambda m: m["type"] == "taken")
            old = player.of("ask")[0]["ask"]
            first.kill()
            await asyncio.to_thread(first.wait)
        await sync_to_async(tasks.sweep)()
        await match.arefresh_from_db()
        assert (match.state, match.losses) == ("queued", 1)
        working = work()
        await player.until("restart")
        assert (await player.until("ask"))[0]["type"] == "start"
        await player.act(old, {"bid": 3})  # sent before the restart was heard of
        await player.act(player.of("ask")[-1]["ask"], BID)
        over = await player.play(lambda _: BID)
        assert over["outcome"]["seats"][0]["end"] == "ok"
        after = player.heard[player.heard.index({"type": "restart"}) :]
        assert len([m for m in after if m["type"] == "taken"]) == 6
        told = [m["events"][0] for m in after if m["type"] == "events"]
        assert told[0]["bids"][0] == [0, BID["bid"]]
    await working
    await match.arefresh_from_db()
    assert (match.state, match.attempt) == ("finished", 2)


async def test_who_left_before_a_restart_has_left_afterwards_too(room, alice, bob, bidding):
    services.change(room, alice, ruleset="pairs")
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    for number in (2, 3):
        services.put_bot(room, alice, number, bidding)
    match = services.start(room, alice)
    async with Player(match, 1, bob) as player:
        with worker() as first:
            async with Player(match, 0, alice) as leaving:
                await leaving.until("ask")
                await leaving.say(type="leave")
                await until_sent(match)
            await player.play(lambda _: BID, until=lambda m: m["type"] == "events")
            first.kill()
            await asyncio.to_thread(first.wait)
        await sync_to_async(tasks.sweep)()
        working = work()
        await player.until("restart")
        await player.play(lambda _: BID)
    await working
    ends = [seat.end async for seat in match.seats.all()]
    assert ends == ["left", "ok", "ok", "ok"]


def test_a_match_with_people_that_breaks_is_not_played_again(monkeypatch, match):
    monkeypatch.setattr("matches.tasks.run", _broken)
    tasks.play("rooms")
    match.refresh_from_db()
    assert (match.state, match.attempt) == ("failed", 1)


def _broken(*_):
    raise RuntimeError("the engine broke")


def test_nobody_plays_from_a_room_whose_match_is_on(room, match, alice):
    with pytest.raises(RoomError, match="has begun"):
        services.sit(room, alice, 1)
