"""A match that was started from a room with special rules is played by them, and the bots know."""

from __future__ import annotations

import json

import pytest

from bots.services import create_bot
from games.registry import GAMES
from games.tests.conformance import replay_reaches_the_same_frames
from live.tests.player import Player, work
from matches import services as matches
from matches.recorded.replays import open_replay
from rooms import services

pytestmark = pytest.mark.django_db(transaction=True)

OPTIONS = {"leapfrog": True, "city_state": True, "misty_veil": 3, "silent_war": True}
RULES = OPTIONS | {"crystal_clear": False}
"""As the protocol and the play page have them."""
BOT = b"""
import json, sys
start = json.loads(input())
told = {"modifiers": start["modifiers"], "cities": start["kinds"].count("2")}
print(json.dumps(told), file=sys.stderr, flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        assert turn["ranking"] == [] or not start["modifiers"]["silent_war"]
        print("[]", flush=True)
"""


@pytest.fixture
def idler(make_ready, bob):
    """A version of bob's that writes down the rules that the judger sends it."""
    version = make_ready(create_bot(bob, "generals", "idler"), BOT)
    assert version.state == "ready", version.failure
    return version


async def test_the_match_of_a_room_is_played_by_its_special_rules(alice, bob, idler):
    room = services.open_room(alice, "generals", "duel", options=OPTIONS)
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, idler)
    match = services.start(room, alice)
    assert match.options == OPTIONS
    working = work()
    async with Player(match, 0, alice) as player:
        await player.play(lambda _: [], until=lambda m: len(player.of("taken")) == 3)
        await player.say(type="leave")
        await player.play(lambda _: [])
        assert player.of("start")[0]["scene"]["modifiers"] == RULES
    await working
    await match.arefresh_from_db()
    assert match.state == "finished"
    bot = await match.seats.aget(number=1)
    assert (bot.rank, bot.end) == (1, "ok")
    (told,) = [json.loads(row["text"]) for row in matches.seat_log(bot) if "text" in row]
    assert told["modifiers"] == RULES
    assert told["cities"] >= 1, "City-State has put one beside the capital"
    with open_replay(match) as replay:
        assert replay.header["setup"]["params"]["modifiers"] == OPTIONS
        replay_reaches_the_same_frames(GAMES["generals"], replay.read())
