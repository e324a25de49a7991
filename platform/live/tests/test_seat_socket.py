"""The socket of a person who plays, without a worker: what it passes on, and what it refuses."""

from __future__ import annotations

import asyncio
import json

import pytest

from arbiter.streams import StreamWriter, human_input_key, seat_key
from bots.models import BotVersion
from live.protocol import MAX_ACTION, Act, BadMessage, Leave, parse_player
from live.seats import RATE
from live.tests.player import SECONDS, Player
from matches import services
from matches.models import Match, Seat
from matches.playing import failures, human_input

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = human_input.first_ask(1)


@pytest.fixture
def match(alices_bot, alice, redis_client):
    """Alice against her bot; a worker has claimed it."""
    version = BotVersion.objects.create(
        bot=alices_bot, number=1, language="python", uploaded_by=alice,
        source_sha256="0" * 64, source_bytes=1, source_files=1,
    )  # fmt: skip
    match = Match.objects.create(game="snake", ruleset="standard", kind=Match.Kind.ROOM, seed=7)
    Seat.objects.create(match=match, number=0, person=alice)
    Seat.objects.create(match=match, number=1, version=version)
    return Match.objects.claim(match.pk, "here:1")


@pytest.fixture
def told(match):
    """Tell alice something, as the worker of an attempt would."""
    stream = StreamWriter(seat_key(match.pk, 0))

    def tell(*messages, attempt=None):
        if attempt is not None:
            stream.begin(str(attempt).encode())
        lines = [json.dumps(m, separators=(",", ":")).encode() for m in messages]
        if lines:
            stream.add("messages", b"\n".join(lines))

    yield tell
    stream.close()


def sent(redis_client, match):
    entries = redis_client.xrange(human_input_key(match.pk))
    return [json.loads(fields[b"data"]) for _, fields in entries]


async def until_sent(redis_client, match, count):
    async with asyncio.timeout(10):
        while len(sent(redis_client, match)) < count:
            await asyncio.sleep(0.02)


async def test_what_a_person_sends_reaches_the_worker_in_order(match, alice, redis_client):
    async with Player(match, 0, alice) as player:
        assert (await player.hear())["state"] == "running"
        await player.act(FIRST, {"x": ["ü\n", None, 1.5]})
        await player.say(type="leave")
        await until_sent(redis_client, match, 2)
    first, second = sent(redis_client, match)
    assert json.loads(first.pop("action")) == {"x": ["ü\n", None, 1.5]}
    assert first == {"seat": 0, "ask": FIRST}
    assert second == {"seat": 0, "leave": True}


async def test_nonsense_is_answered_and_ends_nothing(match, alice, redis_client):
    async with Player(match, 0, alice) as player:
        await player.hear()
        for text in ("", "[]", '{"type":"follow","from":0}', "[" * 60_000, '{"type":"action"}'):
            await player.send(text=text)
            assert (await player.hear())["code"] == "bad_message"
        await player.send(bytes=b"\0")
        assert (await player.hear())["code"] == "bad_message"
        await player.act(FIRST, 1)
        await until_sent(redis_client, match, 1)
    assert len(sent(redis_client, match)) == 1


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ('{"type":"action","ask":1}', "missing"),
        ('{"type":"action","action":1}', "number of the question"),
        ('{"type":"action","ask":true,"action":1}', "number of the question"),
        ('{"type":"action","ask":0,"action":1}', "number of the question"),
        ('{"type":"action","ask":1,"action":"' + "x" * MAX_ACTION + '"}', "at most"),
        ('{"type":"action","ask":1,"action":"' + "ü" * (MAX_ACTION // 2) + '"}', "at most"),
        ('{"type":"stay"}', "one of action, leave"),
        (None, "not binary"),
    ],
    ids=[*"01234567"],
)
def test_what_cannot_be_used_is_told_why(message, reason):
    with pytest.raises(BadMessage, match=reason):
        parse_player(message)


def test_an_action_is_passed_on_as_one_line_of_ascii():
    assert parse_player('{"type":"leave"}') == Leave()
    parsed = parse_player('{"type": "action", "ask": 5, "action": {"a":\n"ä"}}')
    assert parsed == Act(5, '{"a": "\\u00e4"}')


async def test_who_sends_too_much_is_slowed_down(match, alice, redis_client):
    async with Player(match, 0, alice) as player:
        await player.hear()
        for _ in range(4 * RATE):
            await player.act(FIRST, 1)
        error = await player.hear()
        assert (error["code"], error["ask"]) == ("too_fast", FIRST)
    assert len(sent(redis_client, match)) < 4 * RATE


async def test_the_first_answer_to_a_question_passes_whatever_was_sent_before(
    match, alice, redis_client, told
):
    told({"type": "start"}, {"type": "ask", "ask": FIRST}, attempt=1)
    async with Player(match, 0, alice) as player:
        while (await player.hear())["type"] != "ask":
            pass
        for _ in range(4 * RATE):
            await player.act(FIRST + 1, "not asked")
        await player.act(FIRST, "answer")
        async with asyncio.timeout(SECONDS):
            while FIRST not in [line["ask"] for line in sent(redis_client, match)]:
                await asyncio.sleep(0.02)
    assert len(sent(redis_client, match)) < 4 * RATE


async def test_what_no_judger_takes_does_not_pile_up(match, alice, redis_client):
    for _ in range(human_input.MAX_WAITING):
        redis_client.xadd(human_input_key(match.pk), {"kind": "action", "data": "{}"})
    async with Player(match, 0, alice) as player:
        await player.hear()
        await player.act(FIRST, 1)
        error = await player.hear()
        assert (error["code"], error["ask"]) == ("too_fast", FIRST)


async def test_who_comes_back_is_told_all_but_questions_that_are_closed(match, alice, told):
    told({"type": "start"}, {"type": "ask", "ask": 1}, attempt=1)
    told({"type": "taken", "ask": 1}, {"type": "events", "events": [1]}, {"type": "ask", "ask": 2})
    async with Player(match, 0, alice) as player:
        assert [(await player.hear())["type"] for _ in range(5)] == [
            "hello", "start", "taken", "events", "ask",
        ]  # fmt: skip
        assert player.heard[-1]["ask"] == 2
        told({"type": "late", "ask": 2}, {"type": "end"})
        assert [(await player.hear())["type"] for _ in range(2)] == ["late", "end"]
    async with Player(match, 0, alice) as player:
        kinds = [(await player.hear())["type"] for _ in range(6)]
        assert kinds == ["hello", "start", "taken", "events", "late", "end"]


async def test_a_match_that_begins_again_drops_what_was_sent(match, alice, told):
    told({"type": "start"}, {"type": "ask", "ask": 1}, attempt=1)
    async with Player(match, 0, alice) as player:
        await player.until("ask")
        told({"type": "start"}, {"type": "ask", "ask": FIRST}, attempt=2)
        kinds = [(await player.hear())["type"] for _ in range(3)]
        assert kinds == ["restart", "start", "ask"]
    async with Player(match, 0, alice) as player:
        kinds = [(await player.hear())["type"] for _ in range(3)]
        assert kinds == ["hello", "start", "ask"]


async def test_who_waits_for_a_worker_hears_when_it_begins(match, alice, told):
    await Match.objects.filter(pk=match.pk).aupdate(state="queued")
    async with Player(match, 0, alice) as player:
        assert (await player.hear())["state"] == "queued"
        told({"type": "start"}, attempt=1)
        assert (await player.hear()) == {"type": "state", "state": "running"}
        assert (await player.hear())["type"] == "start"


async def test_a_match_that_fails_is_told_although_nothing_comes(match, alice, told, monkeypatch):
    monkeypatch.setattr("live.seats.SILENCE_SECONDS", 0.3)
    told({"type": "start"}, attempt=1)
    async with Player(match, 0, alice) as player:
        await player.until("start")
        claim = services.Claim(match.pk, "here:1", match.attempt)
        await asyncio.to_thread(failures.give_back, claim, "the engine broke")
        closed = (await player.until("closed"))[-1]
        assert closed["state"] == "failed"
        assert "engine" not in closed["message"]
