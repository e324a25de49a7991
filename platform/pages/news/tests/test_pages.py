"""Announcements: written on the desk, told to people, read by everybody they are for."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from datetime import timedelta

import pytest
from django.utils import timezone

from audit.models import AuditEntry
from news import services
from news.models import Announcement
from news.tasks import tell_due
from notices.models import Notice

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def fresh(redis_client):
    """No banner is remembered from a test before."""


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


def form(**more):
    given = {"title": "New maps", "text": "Two of *them*.", "level": "info"}
    return {**given, "audience": "everybody", "game": "", "zone": "UTC", **more}


def announce(by, commit=None, **more):
    made = Announcement(**{"title": "New maps", "text": "Two of *them*.", **more})
    made.full_clean(exclude=["created_by"])
    services.save(made, by)
    services._forget()
    return made


WRITES = ("new/", "preview/", "{pk}/", "{pk}/withdraw/")


@pytest.mark.parametrize("path", ["", *WRITES])
def test_the_desk_of_announcements_is_for_organizers_alone(client, alice, olga, path):
    made = announce(olga)
    path = f"/desk/announcements/{path.format(pk=made.pk)}"
    stranger = client.get(path)
    assert stranger.status_code == 405 or stranger["Location"].startswith("/accounts/login/")
    client.force_login(alice)
    assert client.get(path).status_code in (404, 405)
    assert client.post(path, form(reason="x", title="Mine")).status_code in (404, 405)
    made.refresh_from_db()
    assert (made.title, made.withdrawn_at, Announcement.objects.count()) == ("New maps", None, 1)


def test_what_is_announced_is_a_banner_news_and_a_notice(desk, client, alice, olga):
    assert desk.post("/desk/announcements/new/", form())["Location"] == "/desk/announcements/"
    made = Announcement.objects.get()
    services._forget()
    assert set(Notice.objects.values_list("user__username", "text", "path")) == {
        ("alice", "New maps", f"/news/{made.pk}/"),
        ("olga", "New maps", f"/news/{made.pk}/"),
    }
    client.logout()
    for path in ("/", "/matches/", "/news/", "/accounts/login/"):
        assert "New maps" in client.get(path).text, path
    page = client.get(f"/news/{made.pk}/").text
    assert "<em>them</em>" in page
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act, entry.target_text) == (olga, "announced", "New maps")


def test_each_is_told_once_and_only_when_it_begins(desk, alice, olga):
    announce(olga, starts=timezone.now() + timedelta(hours=1))
    tell_due()
    assert not Notice.objects.exists()
    Announcement.objects.update(starts=timezone.now() - timedelta(minutes=1))
    tell_due()
    tell_due()
    assert Notice.objects.filter(user=alice).count() == 1
    made = Announcement.objects.get()
    desk.post(f"/desk/announcements/{made.pk}/", form(title="New maps, really"))
    assert Notice.objects.filter(user=alice).count() == 1


def test_what_ended_before_it_was_told_is_told_no_more(alice, olga):
    made = announce(olga, starts=timezone.now() + timedelta(hours=1))
    past = timezone.now() - timedelta(hours=2)
    Announcement.objects.filter(pk=made.pk).update(starts=past, ends=past + timedelta(hours=1))
    assert services.tell_due() == 0


@pytest.mark.parametrize("path", ["/", "/news/", "/news/{pk}/"])
def test_planned_and_withdrawn_ones_are_nobodys(client, olga, path):
    announce(olga, title="Later", starts=timezone.now() + timedelta(hours=1))
    made = announce(olga, title="Oops")
    services.withdraw(made, olga, "wrong date")
    services._forget()
    answer = client.get(path.format(pk=made.pk))
    assert "Later" not in answer.text
    assert "Oops" not in answer.text
    assert answer.status_code == (404 if "pk" in path else 200)
    client.force_login(olga)
    assert ("withdrawn" in client.get(f"/news/{made.pk}/").text) is True


def test_what_is_over_has_no_banner_and_stays_news(client, olga):
    announce(
        olga, starts=timezone.now() - timedelta(hours=2), ends=timezone.now() - timedelta(1 / 24)
    )
    assert "New maps" not in client.get("/matches/").text
    assert "New maps" in client.get("/news/").text
    assert "New maps" in client.get("/").text


def test_what_is_for_authors_of_a_game_is_for_them_alone(
    client, alice, bob, charlie, olga, alices_bot
):
    made = announce(olga, audience="authors", game="snake")
    assert set(Notice.objects.values_list("user__username", flat=True)) == {"alice", "bob"}
    for person, sees in ((alice, True), (bob, True), (charlie, False), (olga, True), (None, False)):
        client.logout()
        if person:
            client.force_login(person)
        for path in ("/matches/", "/news/"):
            assert ("New maps" in client.get(path).text) is sees, (person, path)
        assert client.get(f"/news/{made.pk}/").status_code == (200 if sees else 404)
        assert b"New maps" not in client.get("/news/atom.xml").content


def test_a_banner_that_was_dismissed_stays_away_in_this_browser(client, olga):
    made, other = announce(olga), announce(olga, title="Other")
    there = "/matches/?game=snake"
    assert client.post(f"/news/{made.pk}/dismiss/", {"next": there})["Location"] == there
    page = client.get(there).text
    assert "New maps" not in page
    assert "Other" in page
    client.post(f"/news/{other.pk}/dismiss/", {"next": "https://evil.example/"})
    assert "Other" not in client.get(there).text
    assert client.cookies["news-seen"].value == f"{made.pk}.{other.pk}"
    client.cookies["news-seen"] = "x.²..9" * 500
    assert "New maps" in client.get(there).text
    assert client.get(f"/news/{made.pk}/dismiss/").status_code == 405


def test_times_are_those_of_the_zone_that_was_typed(desk, olga):
    times = {"starts": "2030-05-01T18:00", "ends": "2030-05-02T18:00", "zone": "Europe/Warsaw"}
    desk.post("/desk/announcements/new/", form(**times))
    made = Announcement.objects.get()
    assert made.starts.isoformat() == "2030-05-01T16:00:00+00:00"
    assert made.state == "planned"
    olga.time_zone = "Asia/Tokyo"
    olga.save()
    assert 'value="2030-05-02T01:00"' in desk.get(f"/desk/announcements/{made.pk}/").text


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"title": ""}, "This field is required."),
        ({"starts": "2030-05-02T18:00", "ends": "2030-05-01T18:00"}, "ends after it has begun"),
        ({"starts": "soon"}, "Write a date and a time"),
        ({"zone": "Mars/Olympus"}, "There is no such time zone"),
        ({"audience": "authors"}, "Choose the game"),
        ({"audience": "authors", "game": "checkers"}, "not one of the available choices"),
        ({"text": "x" * 10_001}, "at most 10000"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(desk, wrong, words):
    answer = desk.post("/desk/announcements/new/", form(**{"title": "Typed", **wrong}))
    assert words in answer.text
    assert not Announcement.objects.exists()
    if "text" not in wrong:
        assert "Two of *them*." in answer.text


def test_html_comes_out_as_text(desk, client, olga):
    made = announce(olga, text="# Hello\n<script>alert(1)</script>", title="<b>Bold</b>")
    answer = desk.post("/desk/announcements/preview/", {"text": made.text})
    for page in (answer.text, client.get(f"/news/{made.pk}/").text, client.get("/").text):
        assert "<script>alert" not in page
        assert "<b>Bold" not in page
    assert '<h2 id="preview-hello">Hello ' in answer.text


def test_a_change_shows_at_once_and_is_kept_in_the_trail(
    desk, olga, django_capture_on_commit_callbacks
):
    made = announce(olga, ends=timezone.now() + timedelta(days=1))
    assert "New maps" in desk.get("/matches/").text
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"/desk/announcements/{made.pk}/", form(title="Newer maps"))
    assert "Newer maps" in desk.get("/matches/").text
    made.refresh_from_db()
    assert made.ends is None
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"/desk/announcements/{made.pk}/withdraw/", {"reason": "wrong"})
    desk.get("/matches/")  # what was done is told once
    assert "Newer maps" not in desk.get("/matches/").text
    words = [entry.summary for entry in AuditEntry.objects.order_by("pk")]
    assert words[1].startswith("changed: from ")
    assert words[2] == "withdrawn: wrong"
    page = desk.post(f"/desk/announcements/{made.pk}/", form())
    assert "It was withdrawn; write another one." in page.text


def test_nothing_is_withdrawn_without_a_reason_or_twice(desk, olga):
    made = announce(olga)
    desk.post(f"/desk/announcements/{made.pk}/withdraw/", {"reason": " "})
    made.refresh_from_db()
    assert made.withdrawn_at is None
    desk.post(f"/desk/announcements/{made.pk}/withdraw/", {"reason": "x"})
    desk.post(f"/desk/announcements/{made.pk}/withdraw/", {"reason": "y"})
    assert "withdrawn already" in desk.get("/desk/announcements/").text
    assert AuditEntry.objects.count() == 2


def test_the_feed_has_what_is_for_everybody(client, olga):
    made = announce(olga, text="Two of *them* & <more>.")
    feed = ElementTree.fromstring(client.get("/news/atom.xml").content)  # noqa: S314  our own
    (entry,) = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "New maps"
    assert "<em>them</em> &amp; &lt;more&gt;" in (entry.findtext(f"{ATOM}summary") or "")
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.attrib["href"].endswith(f"/news/{made.pk}/")
    assert 'type="application/atom+xml"' in client.get("/news/").text


def test_a_banner_begins_and_ends_on_time_although_the_list_is_remembered(olga, monkeypatch):
    now = timezone.now()
    announce(olga, starts=now + timedelta(seconds=60), ends=now + timedelta(seconds=90))
    assert services.current(None, []) == []
    for seconds, shown in ((61, ["New maps"]), (91, [])):
        with monkeypatch.context() as patch:
            patch.setattr(timezone, "now", lambda: now + timedelta(seconds=seconds))  # noqa: B023
            assert [each.title for each in services.current(None, [])] == shown


def test_pages_ask_for_banners_once_in_a_while(client, olga, django_assert_num_queries):
    announce(olga)
    services.current(None, [])
    with django_assert_num_queries(0):
        assert services.current(None, [])[0].title == "New maps"


def test_empty_lists_say_what_will_be_there(desk):
    assert "Your announcements will be listed here." in desk.get("/desk/announcements/").text
    assert "Announcements will be listed here." in desk.get("/news/").text
