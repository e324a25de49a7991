"""Replays and exports over HTTP: whole, in part, or not at all because nothing changed."""

import gzip
import hashlib
import io
import json
from datetime import UTC, datetime

import pytest

from api.tests.test_problems import assert_problem
from games.package import Export
from games.registry import GAMES
from games.replay import ReplayReader
from ladder.tests.play import RULESET
from matches.models import Match
from matches.recorded.downloads import accepts_gzip
from matches.services import create_match


@pytest.fixture
def get(people, match):
    def call(path="replay/", **headers):
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return people["nobody"].get(f"/api/v1/matches/{match.pk}/{path}", headers=names)

    return call


def test_a_replay_is_the_stored_bytes(get, match):
    response = get()
    body = response.getvalue()
    assert hashlib.sha256(body).hexdigest() == match.replay_sha256
    assert response["ETag"] == f'"{match.replay_sha256}"'
    assert response["Content-Type"] == "application/gzip"
    assert "Content-Encoding" not in response
    name = f"match-{match.pk}.jsonl.gz"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert int(response["Content-Length"]) == match.replay_bytes
    assert ReplayReader(io.BytesIO(body)).frames == 3
    assert gzip.decompress(body).startswith(b'{"type":"header"')


@pytest.mark.parametrize("accept", ["application/gzip", "text/html", "image/png", ""])
def test_a_replay_is_sent_whatever_kind_a_client_prefers(get, accept):
    assert get(Accept=accept).status_code == 200


def test_a_replay_that_one_has_is_not_sent_again(get, match):
    response = get(If_None_Match=f'"other", "{match.replay_sha256}"')
    assert (response.status_code, response.content) == (304, b"")
    assert response["ETag"] == f'"{match.replay_sha256}"'
    assert get(If_None_Match='"other"').status_code == 200


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("bytes=0-9", 0, 9),
        ("bytes=10-", 10, None),
        ("bytes=-5", -5, None),
        ("bytes=3-3", 3, 3),
        ("bytes=7-99999999", 7, None),
        ("bytes=-99999999", 0, None),
    ],
)
def test_a_range_is_given_and_says_where_it_belongs(get, match, asked, first, last):
    whole = get().getvalue()
    response = get(Range=asked)
    assert response.status_code == 206
    size = len(whole)
    first = first % size if first < 0 else first
    last = size - 1 if last is None else last
    assert response.getvalue() == whole[first : last + 1]
    assert response["Content-Range"] == f"bytes {first}-{last}/{size}"


@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=99999999-999999999", "bytes=-0"])
def test_a_range_beyond_the_end_cannot_be_given(get, match, asked):
    response = get(Range=asked)
    assert response.status_code == 416
    assert response["Content-Range"] == f"bytes */{match.replay_bytes}"


@pytest.mark.parametrize(
    "asked", ["lines=0-3", "bytes=a-b", "bytes=5-2", "bytes=-", "bytes=0-1,4-5", "bytes", "=0-1"]
)
def test_a_range_that_is_none_is_answered_with_the_whole(get, match, asked):
    response = get(Range=asked)
    assert (response.status_code, len(response.getvalue())) == (200, match.replay_bytes)


def test_a_range_of_another_replay_is_answered_with_the_whole(get, match):
    assert get(Range="bytes=0-1", If_Range='"other"').status_code == 200
    assert get(Range="bytes=0-1", If_Range=f'"{match.replay_sha256}"').status_code == 206


def test_a_match_that_is_not_over_has_nothing_to_download(people, worm, viper):
    versions = [worm.active_version, viper.active_version]
    waiting = create_match("snake", RULESET, "friendly", versions)
    path = f"/api/v1/matches/{waiting.pk}/"
    body = assert_problem(people["nobody"].get(f"{path}replay/"), 404)
    assert "not over" in body["detail"]
    assert_problem(people["nobody"].get(f"{path}exports/first-half/"), 404)


def test_an_export_is_the_games_own_format(get, match, turns_export):
    response = get("exports/turns/")
    assert json.loads(response.content) == [1, 1, 1]
    assert response["Content-Type"] == "application/json"
    name = f"match-{match.pk}-turns.json"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert "Accept-Encoding" in response["Vary"]


def test_an_export_is_compressed_for_those_who_take_it(get, turns_export):
    plain, zipped = get("exports/turns/"), get("exports/turns/", Accept_Encoding="br, gzip")
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.content
    assert zipped["ETag"] != plain["ETag"]


def test_an_export_that_one_has_is_not_made_again(get, turns_export, monkeypatch):
    etag = get("exports/turns/")["ETag"]
    monkeypatch.setattr(
        "matches.recorded.downloads.open_replay", lambda _: pytest.fail("it was opened")
    )
    assert get("exports/turns/", If_None_Match=etag).status_code == 304


def test_a_format_that_the_game_has_not_is_a_problem_that_says_which_it_has(get, turns_export):
    assert "turns" in assert_problem(get("exports/pdf/"), 404)["detail"]


def test_a_format_is_given_the_unix_time_at_which_the_match_began(get, match, monkeypatch):
    begin = datetime(2026, 11, 23, 12, tzinfo=UTC)
    Match.objects.filter(pk=match.pk).update(started=begin)
    export = Export(
        "start", "Start", "txt", "text/plain", lambda replay: str(replay.started).encode()
    )
    monkeypatch.setattr(type(GAMES["snake"]), "exports", (export,))
    assert int(get("exports/start/").content) == int(begin.timestamp())


def test_a_part_that_was_not_played_is_a_problem_in_the_games_words(get, monkeypatch):
    def write(replay) -> bytes:
        raise ValueError("half 2 was not played")

    export = Export("half", "Half", "json", "application/json", write)
    monkeypatch.setattr(type(GAMES["snake"]), "exports", (export,))
    assert assert_problem(get("exports/half/"), 404)["detail"] == "half 2 was not played"


@pytest.mark.parametrize(("halves", "offered"), [([4], False), ([4, 2], True)])
def test_the_second_half_of_snake_is_offered_where_there_was_one(
    client, people, get, match, halves, offered
):
    for seat in match.outcome["seats"]:
        seat["data"] = {"half_scores": halves}
    match.save(update_fields=["outcome"])
    address = f"/matches/{match.pk}/exports/second-half/"
    page = client.get(f"/matches/{match.pk}/").text
    assert f"/matches/{match.pk}/exports/first-half/" in page
    assert (address in page) is offered
    shown = people["nobody"].get(f"/api/v1/matches/{match.pk}/").json()["replay"]["exports"]
    assert list(shown) == ["first-half", "second-half"][: len(halves)]
    if not offered:
        problem = assert_problem(get("exports/second-half/"), 404)["detail"]
        assert problem == (
            "This match has no “Second half (snake.json)”: that part was not played. "
            "It has: first-half."
        )
        answer = client.get(address)
        assert answer.status_code == 404
        assert "that part was not played. It has: first-half." in answer.text


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip ; q=0.000", False),
        ("*", True),
        ("*;q=0", False),
        ("identity", False),
        ("x-gzip2", False),
        ("gzip;q=nonsense", False),
    ],
)
def test_what_an_accept_encoding_means(header, accepted):
    assert accepts_gzip(header) is accepted


def test_a_replay_whose_file_is_gone_is_not_found(get, match):
    match.replay.storage.delete(match.replay.name)
    assert "gone" in assert_problem(get(), 404)["detail"]


def test_a_game_that_left_the_site_leaves_the_replay_and_no_formats(get, match):
    Match.objects.filter(pk=match.pk).update(game="gone")
    assert get().status_code == 200
    assert "only the replay" in assert_problem(get("exports/turns/"), 404)["detail"]
