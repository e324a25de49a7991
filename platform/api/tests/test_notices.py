"""A person's notices for programs."""

from __future__ import annotations

import pytest

from notices.models import Kind, Notice
from notices.services import tell

pytestmark = pytest.mark.django_db
BASE = "/api/v1/notices/"


@pytest.fixture
def notices(people, alice, bob):
    """Two of alice's, one of bob's."""
    tell(Kind.VERSION_FAILED, [alice], "Version 3 failed.", "/bots/", {})
    tell(Kind.BOT_PAUSED, [alice, bob], "worm is paused.", "/bots/", {})
    return list(Notice.objects.order_by("pk"))


def test_a_person_reads_their_own_newest_first(people, notices):
    rows = people["alice"].get(BASE).json()["results"]
    assert [row["text"] for row in rows] == ["worm is paused.", "Version 3 failed."]
    assert set(rows[0]) == {"id", "kind", "text", "path", "created", "read_at"}
    assert (rows[1]["kind"], rows[1]["read_at"]) == ("version.failed", None)


def test_others_do_not_read_them(people, notices):
    assert people["nobody"].get(BASE).status_code == 401
    assert people["charlie"].get(BASE).json()["results"] == []
    first = f"{BASE}{notices[0].pk}/"
    assert people["alice"].get(first).status_code == 200
    assert people["bob"].get(first).status_code == 404
    assert people["bob"].post(f"{first}read/").status_code == 404
    assert people["nobody"].post(f"{BASE}read/").status_code == 401
    assert Notice.objects.unread().count() == 3


def test_one_is_marked_as_read(people, notices):
    answer = people["alice"].post(f"{BASE}{notices[0].pk}/read/")
    assert answer.json()["read_at"] is not None
    unread = people["alice"].get(BASE, {"unread": "true"}).json()["results"]
    assert [row["kind"] for row in unread] == ["bot.paused"]
    read = people["alice"].get(BASE, {"unread": "false"}).json()["results"]
    assert [row["kind"] for row in read] == ["version.failed"]


def test_all_are_marked_as_read(people, notices):
    assert people["alice"].post(f"{BASE}read/").json() == {"read": 2}
    assert people["alice"].post(f"{BASE}read/").json() == {"read": 0}
    assert Notice.objects.unread().get().user.username == "bob"


def test_they_are_filtered_by_kind(people, notices):
    rows = people["alice"].get(BASE, {"kind": "bot.paused"}).json()["results"]
    assert [row["kind"] for row in rows] == ["bot.paused"]
    assert people["alice"].get(BASE, {"kind": "no.such"}).status_code == 400
