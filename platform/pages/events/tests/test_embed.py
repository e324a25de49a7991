"""An event in pages of other sites: what is framed, what oEmbed says, and what stays hidden."""

from __future__ import annotations

import pytest

from ladder.core.contest.plan import Kind, Reveal
from ladder.events.models import Event
from ladder.events.tests.steps import authors, begin, stage
from ladder.seasons.current import ensure_seasons

pytestmark = pytest.mark.django_db
PAGE = "/embed/events/open/"


@pytest.fixture
def event(olga, redis_client):
    ensure_seasons()
    return begin(olga, authors(4), stage("league", Kind.ROUND_ROBIN))


def test_it_may_be_framed_anywhere_and_has_no_form(client, event, olga):
    client.force_login(olga)
    answer = client.get(PAGE)
    assert "X-Frame-Options" not in answer
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "form-action 'none'" in policy
    text = answer.content.decode()
    assert "<form" not in text
    assert "olga" not in text
    assert "Next:" in text


def test_the_part_that_is_renewed_is_not_framed(client, event):
    answer = client.get(f"{PAGE}state/")
    assert answer.status_code == 200
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_matches_that_are_kept_back_are_not_named_to_anybody(client, olga, redis_client):
    ensure_seasons()
    begin(olga, authors(4), stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN))
    client.force_login(olga)
    for path in (PAGE, f"{PAGE}state/"):
        assert "Next:" not in client.get(path).content.decode()


def test_drafts_and_unknown_events_are_said_to_be_none(client, event):
    Event.objects.update(state=Event.State.DRAFT)
    for path in (PAGE, "/embed/events/nothing/"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "There is no public event at this address." in answer.content.decode()
    assert client.get(f"{PAGE}state/").status_code == 404


@pytest.mark.parametrize("path", ["/events/open/", PAGE])
def test_oembed_describes_an_event(client, event, path):
    asked = {"url": f"http://testserver{path}", "maxwidth": "500"}
    found = client.get("/oembed/", asked).json()
    assert (found["type"], found["title"], found["width"]) == ("rich", "Open", 500)
    assert f'src="http://testserver{PAGE}"' in found["html"]
    assert b"<title>Open</title>" in client.get("/oembed/", {**asked, "format": "xml"}).content
    assert client.get("/oembed/", {"url": "http://elsewhere/events/open/"}).status_code == 404
    Event.objects.update(state=Event.State.DRAFT)
    assert client.get("/oembed/", asked).status_code == 404


def test_the_page_of_an_event_names_its_oembed_address(client, event):
    text = client.get("/events/open/").content.decode()
    assert 'type="application/json+oembed"' in text
    assert "http://testserver/oembed/?url=http://testserver/events/open/" in text
