"""Seats that people have, wherever seats are shown."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bots.models import BotVersion
from matches.models import Match, Seat
from pages.bots.queries import opponents


@pytest.fixture
def versions(alices_bot, alice):
    common = {"language": "python", "uploaded_by": alice, "source_sha256": "0" * 64}
    return BotVersion.objects.create(
        bot=alices_bot, number=3, source_bytes=1, source_files=1, **common
    )


@pytest.fixture
def match(versions, bob):
    """Bob has lost to alice's bot."""
    match = Match.objects.create(
        game="snake", ruleset="standard", kind=Match.Kind.ROOM, seed=7, state=Match.State.FINISHED
    )
    Seat.objects.create(match=match, number=0, person=bob, rank=2, score=1, end="left")
    Seat.objects.create(match=match, number=1, version=versions, rank=1, score=9, end="ok")
    fault = {"game": 0, "turn": 4, "kind": "silent", "detail": "no answer", "excess": None}
    match.seats.filter(number=0).update(faults=[fault])
    return match


def test_a_person_is_shown_by_name_and_leads_to_their_page(client, match):
    for address in (f"/matches/{match.pk}/", "/matches/", "/"):
        page = client.get(address).content.decode()
        assert "/people/bob/" in page, address
        assert "worm" in page, address
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "bob – worm" in page
    assert "alice/worm beat " in page
    assert "Player" in page


def test_the_api_tells_who_played_a_seat(client, match):
    body = client.get(f"/api/v1/matches/{match.pk}/").json()
    person, bot = body["seats"]
    assert (person["person"], person["bot"], person["version"]) == ("bob", None, None)
    assert (bot["person"], bot["bot"]["name"], bot["version"]) == (None, "worm", 3)
    assert (body["kind"], body["seed"]) == ("room", 7)
    listed = client.get("/api/v1/matches/?kind=room").json()["results"]
    assert [row["id"] for row in listed] == [match.pk]


def test_what_a_person_did_wrong_is_for_them_and_organizers(client, match, alice, bob, olga):
    for viewer, sees in ((None, False), (alice, False), (bob, True), (olga, True)):
        client.logout()
        if viewer:
            client.force_login(viewer)
        page = client.get(f"/matches/{match.pk}/").content.decode()
        assert ("gave no answer" in page) == sees, viewer


def test_nobody_has_a_log_on_a_persons_seat(client, match, bob, olga):
    for viewer in (bob, olga):
        client.force_login(viewer)
        assert client.get(f"/matches/{match.pk}/seats/0/log/").status_code == 404
        assert client.get(f"/api/v1/matches/{match.pk}/seats/0/log/").status_code == 403


def test_people_cost_lists_no_more_queries(client, match, alice, bob, charlie, connection_queries):
    before = connection_queries("/matches/")
    for person in (alice, charlie):
        other = Match.objects.create(
            game="snake", ruleset="standard", kind="room", seed=8, state=Match.State.FINISHED
        )
        Seat.objects.create(match=other, number=0, person=person, rank=1, score=1, end="ok")
        Seat.objects.create(match=other, number=1, person=bob, rank=2, score=1, end="ok")
    assert connection_queries("/matches/") == before


@pytest.fixture
def connection_queries(client):
    def count(address):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    return count


def test_the_front_page_plays_no_match_of_people_live(client, match):
    Match.objects.filter(pk=match.pk).update(state=Match.State.RUNNING)
    assert f"/ws/matches/{match.pk}/" not in client.get("/").content.decode()
    assert f"/ws/matches/{match.pk}/" in client.get("/live/").content.decode()


def test_results_with_people_are_no_part_of_a_bots_record(client, match, alice):
    client.force_login(alice)
    assert "/people/bob/" in client.get("/bots/alice/worm/").content.decode()
    assert opponents(match.seats.get(number=1).program.bot) == []
