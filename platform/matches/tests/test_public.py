"""Figures of limits are for a bot's owner and organizers: on pages, in the API, on sockets."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from rest_framework.test import APIClient

from accounts.signing.tokens import create_token, scopes_for
from arbiter.streams import match_key
from bots.models import BotVersion
from bots.tasks import build
from games.engine import Setup
from games.replay import replies_from_json
from games.wire import encode
from live.tests.viewer import Viewer
from matches import services, tasks
from matches.models import Match
from matches.playing.public import LIMITS, MOST, Cover
from matches.recorded.replays import open_replay

HOARDER = b"kept = [open('/dev/null') for _ in range(10000)]"
WORDS = "opened too many files"
FIGURES = re.compile(r"open files: \d+( files)? of \d+")
"""As the judger tells them, and as the page and the API do."""
VIEWERS = ("alice", "olga", "charlie", None)


@pytest.fixture
def hoarder(upload, alices_bot):
    """A version of alice's that opens too many files, and has been built."""
    version = upload(alices_bot, HOARDER)
    build(version.pk)
    return version


@pytest.fixture
def match(hoarder, alice):
    """A match in which it has failed."""
    BotVersion.objects.update(state=BotVersion.State.READY)
    Match.objects.update(state=Match.State.ABORTED)  # its first one
    hoarder.refresh_from_db()
    match = services.request_match(alice, "snake", "blitz", [hoarder, hoarder], seed=5)
    tasks.play("matches")
    match.refresh_from_db()
    assert "files" in [seat.end for seat in match.seats.all()]
    return match


@pytest.fixture
def cast(alice, olga, charlie):
    return {"alice": alice, "olga": olga, "charlie": charlie, None: None}


def test_the_page_shows_everybody_what_a_bot_did_and_its_owner_by_how_much(match, client, cast):
    for viewer in VIEWERS:
        client.logout()
        if cast[viewer]:
            client.force_login(cast[viewer])
        html = client.get(match.get_absolute_url()).content.decode()
        assert WORDS in html
        assert bool(FIGURES.search(html)) == (viewer in ("alice", "olga")), viewer


def test_the_api_shows_everybody_what_a_bot_did_and_its_owner_by_how_much(match, cast):
    for viewer in VIEWERS:
        client = APIClient()
        if cast[viewer]:
            secret = create_token(cast[viewer], "x", scopes_for(cast[viewer]))[1]
            client.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
        body = client.get(f"/api/v1/matches/{match.pk}/").json()
        seat = body["seats"][0]
        assert (seat["end"], seat["reason"]) == ("files", WORDS)
        figures = [seat.pop("figures") for seat in body["seats"]]
        assert not FIGURES.search(json.dumps(body)), viewer
        if viewer in ("alice", "olga"):
            fault = figures[0]["faults"][0]
            assert FIGURES.search(fault["detail"])
            assert fault["excess"]["used"] == fault["excess"]["limit"] == 256
        else:
            assert figures == [None, None]
        replay = gzip.decompress(client.get(body["replay"]["url"]).getvalue()).decode()
        assert f'"fault":"files","detail":"{WORDS}"' in replay
        assert not FIGURES.search(replay)


async def test_the_socket_tells_nobody_by_how_much(match, client, cast):
    for viewer in VIEWERS:
        await client.alogout()
        if cast[viewer]:
            await client.aforce_login(cast[viewer])
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        async with Viewer(f"/ws/matches/{match.pk}/", cookie=cookies) as socket:
            await socket.say(type="follow", **{"from": 0})
            heard = json.dumps(await socket.until("end"))
        assert WORDS in heard
        assert not FIGURES.search(heard), viewer


def test_what_spectators_see_live_has_no_figures(match, redis_client):
    entries = redis_client.xrange(match_key(match.pk))
    told = b"".join(value for _, fields in entries for value in fields.values()).decode()
    assert f'"fault":"files","detail":"{WORDS}"' in told
    assert not FIGURES.search(told)


def test_the_author_of_a_version_that_failed_is_told_by_how_much(hoarder):
    while Match.objects.waiting().exists():  # a busy machine has it played twice
        tasks.play("matches")
    hoarder.refresh_from_db()
    assert hoarder.state == BotVersion.State.FAILED
    assert FIGURES.search(hoarder.failure)


def test_a_replay_with_words_for_figures_leads_to_the_same_frames(match):
    game = match.played_game
    with open_replay(match) as replay:
        frames = list(replay.read())
    engine = game.engine(Setup.from_json(frames[0]["setup"]))
    first = [frame for frame in frames if frame["game"] == 0]
    for frame in first[1:]:
        engine.submit(replies_from_json(frame["replies"]))
    outcome = engine.outcome()
    assert outcome is not None
    assert outcome.to_json() == first[-1]["outcome"]


DETAIL = 'used 512 ms; "quoted" \\ and é'


def covered(cover: Cover, frame):
    line = encode(frame).rstrip(b"\n")
    return json.loads(cover.frame(line, json.loads(line)))


@pytest.mark.parametrize("end", LIMITS)
def test_a_detail_is_covered_wherever_it_is_repeated(end):
    cover = Cover()
    seats = [{"end": end.value, "reason": DETAIL, "rank": 2, "score": 0, "data": {}}]
    frame = {
        "replies": {"0": {"fault": end.value, "detail": DETAIL}},
        "events": [{"e": "end", "detail": DETAIL, "n": [1, None, True]}],
        "outcome": {"reason": f"it failed: {DETAIL}", "seats": seats},
    }
    shown = covered(cover, frame)
    assert shown["replies"]["0"] == {"fault": end.value, "detail": end.words}
    assert shown["events"] == [{"e": "end", "detail": end.words, "n": [1, None, True]}]
    assert shown["outcome"]["reason"] == f"it failed: {end.words}"
    assert shown["outcome"]["seats"][0]["reason"] == end.words
    later = covered(cover, {"events": [{"said": DETAIL}]})
    assert later == {"events": [{"said": end.words}]}
    result = cover.result({"outcome": frame["outcome"], "games": [frame["outcome"]], "seats": []})
    assert DETAIL not in json.dumps(result, ensure_ascii=False)


@pytest.mark.parametrize(
    "reply", [{"fault": "crash", "detail": "exited with status 1"}, {"move": "used 512 ms"}, 3]
)
def test_what_tells_no_limit_is_left_as_it_is(reply):
    line = encode({"replies": {"0": reply}, "events": []}).rstrip(b"\n")
    assert Cover().frame(line, json.loads(line)) is line


def test_a_bot_whose_answers_look_like_faults_costs_no_memory():
    cover = Cover()
    for number in range(3 * MOST):
        covered(cover, {"replies": {"0": {"fault": "memory", "detail": f"{number} of 1 MB"}}})
    assert len(cover._words) == MOST
