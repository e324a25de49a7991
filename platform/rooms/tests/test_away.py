"""People who close the page while they play: with real sockets, a real worker and its judger."""

from __future__ import annotations

import asyncio

import pytest

from live.tests.player import Player, work
from live.tests.viewer import Viewer
from rooms import services

pytestmark = pytest.mark.django_db(transaction=True)
BID = {"bid": 2}
AWAY = 1.5
"""Seconds."""
REASON = f"was away for more than {AWAY:g} seconds"


@pytest.fixture(autouse=True)
def short(settings):
    settings.ROOM_AWAY_SECONDS = AWAY


@pytest.fixture
def match(room, alice, bidding):
    """Alice against bob's bot, ready to be played."""
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, bidding)
    return services.start(room, alice)


def taken(message):
    return message["type"] == "taken"


async def test_a_person_who_does_not_come_back_loses_the_seat_and_the_match_ends(match, alice):
    working = work()
    async with Viewer(f"/ws/matches/{match.pk}/", seconds=60) as viewer:
        await viewer.hear()
        await viewer.say(type="follow", **{"from": 0})
        async with Player(match, 0, alice) as player:
            await player.play(lambda _: BID, until=taken)
        await working  # it ends without anybody
        told = {"type": "left", "seat": 0, "reason": REASON, "away": AWAY}
        assert told in await viewer.until("end")
    await match.arefresh_from_db()
    person = await match.seats.aget(number=0)
    assert (match.state, person.end, person.rank) == ("finished", "left", 2)
    async with Player(match, 0, alice) as player:
        await player.until("closed")
        assert player.of("left") == [told]
        assert player.of("over")


async def test_a_person_who_is_back_in_time_and_one_with_two_windows_play_on(match, alice):
    working = work()
    async with Player(match, 0, alice) as player:
        await player.play(lambda _: BID, until=taken)
    await asyncio.sleep(AWAY / 3)  # a reload
    async with Player(match, 0, alice) as stays:
        async with Player(match, 0, alice) as player:
            await player.play(lambda _: BID, until=lambda m: m["type"] == "ask")
        await asyncio.sleep(1.6 * AWAY)  # the other window is open
        over = await stays.play(lambda _: BID)
        assert stays.of("left") == []
        assert over["outcome"]["seats"][0]["end"] == "ok"
    await working


async def test_the_match_of_two_goes_on_for_the_one_who_stays(room, alice, bob):
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    match = services.start(room, alice)
    working = work()
    async with Player(match, 1, bob) as stays:
        async with Player(match, 0, alice) as goes:
            await goes.until("ask")
        over = await stays.play(lambda _: BID)
        (left,) = stays.of("left")
        assert (left["seat"], left["reason"]) == (0, REASON)
        assert [seat["end"] for seat in over["outcome"]["seats"]] == ["left", "ok"]
    await working


async def test_the_first_question_waits_for_the_pages_of_everybody(settings, room, alice, bob):
    settings.ROOM_READY_SECONDS, settings.ROOM_COUNTDOWN_SECONDS = 30, 0.3
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    match = services.start(room, alice)
    working = work()
    async with Player(match, 0, alice) as one, Player(match, 1, bob) as other:
        await one.until("waiting")
        await one.say(type="ready")
        await asyncio.sleep(0.4)
        await other.say(type="ready")
        await asyncio.gather(one.play(lambda _: BID), other.play(lambda _: BID))
        for player in (one, other):
            kinds = [m["type"] for m in player.heard if m["type"] not in ("hello", "state")]
            assert kinds[:4] == ["start", "waiting", "countdown", "ask"]
        count, ask = one.of("countdown")[0], one.of("ask")[0]
        assert ask["until"] - count["until"] >= 1000 * ask["seconds"] - 10
    await working
