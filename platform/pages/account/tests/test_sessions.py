"""The list of a person's sessions: what it shows, and what ends them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.signing import sessions
from audit.models import AuditEntry

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Mobile Safari/537.36"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"


def browser(person, agent: str, address: str) -> Client:
    """A browser in which the person has logged in by password."""
    cache.clear()
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    form = {"login": person.username, "password": f"{person}-secret-1"}
    assert client.post("/accounts/login/", form).status_code == 302
    client.get("/settings/")
    return client


@pytest.fixture
def two(alice):
    return browser(alice, FIREFOX, "192.0.2.1"), browser(alice, PHONE, "192.0.2.2")


def is_in(client: Client) -> bool:
    return client.get("/settings/").status_code == 200


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (PHONE, "Safari on iPhone"),
        (ANDROID, "Chrome on Android"),
        (EDGE, "Edge on Windows"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", "Unknown device"),
    ],
)
def test_a_device_has_a_name(agent, words):
    assert sessions.device(agent) == words


def test_the_page_shows_each_session_and_marks_this_one(two):
    laptop, _ = two
    page = laptop.get("/settings/sessions/")
    assert [(name, mine) for _, name, mine in page.context["rows"]] == [
        ("Firefox on Linux", True),
        ("Safari on iPhone", False),
    ]
    assert page.text.count("This session") == 1
    assert "192.0.2.2" in page.text
    assert "no-store" in page["Cache-Control"]


def test_one_session_is_signed_out(two, alice):
    laptop, phone = two
    row = UserSession.objects.get(ip="192.0.2.2")
    assert laptop.post(f"/settings/sessions/{row.pk}/end/").status_code == 302
    assert is_in(laptop)
    assert not is_in(phone)
    assert AuditEntry.objects.get().act == "signed out a session from 192.0.2.2"


def test_all_others_are_signed_out(two, alice):
    laptop, phone = two
    third = browser(alice, EDGE, "192.0.2.3")
    said = laptop.post("/settings/sessions/others/end/", follow=True).text
    assert "2 other sessions are signed out" in said
    assert [is_in(client) for client in (laptop, phone, third)] == [True, False, False]
    assert "You are logged in nowhere else" in laptop.get("/settings/sessions/").text
    assert AuditEntry.objects.get().act == "signed out all other sessions: 2"


def test_nobody_ends_or_sees_sessions_of_others(two, bob):
    stranger = browser(bob, EDGE, "192.0.2.9")
    row = UserSession.objects.get(ip="192.0.2.2")
    assert stranger.post(f"/settings/sessions/{row.pk}/end/").status_code == 404
    assert "192.0.2.2" not in stranger.get("/settings/sessions/").text
    stranger.post("/settings/sessions/others/end/")
    assert all(is_in(client) for client in two)


def test_this_session_ends_by_logging_out_and_by_a_post_alone(two):
    laptop, _ = two
    mine = UserSession.objects.get(ip="192.0.2.1")
    other = UserSession.objects.get(ip="192.0.2.2")
    assert laptop.post(f"/settings/sessions/{mine.pk}/end/").status_code == 404
    assert laptop.get(f"/settings/sessions/{other.pk}/end/").status_code == 405
    assert is_in(laptop)


def test_a_changed_password_takes_the_others_off_the_list(two):
    laptop, phone = two
    new = {"password1": "quite-another-9", "password2": "quite-another-9"}
    laptop.post("/accounts/password/change/", {"oldpassword": "alice-secret-1", **new})
    assert not is_in(phone)
    rows = laptop.get("/settings/sessions/").context["rows"]
    assert [name for _, name, _ in rows] == ["Firefox on Linux"]


def test_the_last_use_is_written_no_more_often_than_every_five_minutes(two):
    laptop, _ = two
    mine = UserSession.objects.filter(ip="192.0.2.1")
    cache.clear()
    laptop.get("/settings/")
    an_hour_ago = timezone.now() - timedelta(hours=1)
    mine.update(last_seen_at=an_hour_ago)
    laptop.get("/settings/")
    assert mine.get().last_seen_at == an_hour_ago
    cache.clear()
    laptop.get("/settings/")
    assert mine.get().last_seen_at > an_hour_ago


def test_allauths_own_address_leads_to_the_page(client, alice):
    client.force_login(alice)
    assert client.get("/accounts/sessions/")["Location"] == "/settings/sessions/"
    assert client.get("/accounts/sessions/", follow=True).status_code == 200
