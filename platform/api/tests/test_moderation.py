"""Moderation by the API: reports, accounts and names."""

from __future__ import annotations

import pytest

from accounts import moderation
from accounts.models import Report, User
from api.tests.conftest import client_of
from api.tests.test_problems import assert_problem
from api.tests.test_scopes import client_with
from bots.models import Bot

pytestmark = pytest.mark.django_db
DESK = "/api/v1/moderation/"
WHY = {"reason": "An insult."}


@pytest.fixture
def desk(olga):
    return client_with(olga, "organize")


def test_organizers_alone_moderate(alice, charlie, olga):
    moderation.report(charlie, Report.Kind.PERSON, "alice", "/people/alice/", "It insults.")
    acts = [("get", "reports/"), ("get", "accounts/"), ("post", "reports/1/answer/")]
    acts += [("post", f"{act}/") for act in ("close", "reopen", "approve", "rename")]
    for method, act in acts:
        for person, status in ((None, 401), (alice, 403), (charlie, 403)):
            assert_problem(getattr(client_of(person), method)(DESK + act, {}), status)
        assert_problem(getattr(client_with(olga, "read", "bots"), method)(DESK + act, {}), 403)


def test_reports_are_read_and_answered(desk, charlie):
    made = moderation.report(charlie, Report.Kind.PERSON, "alice", "/people/alice/", "It insults.")
    (row,) = desk.get(f"{DESK}reports/").data
    assert (row["id"], row["kind"], row["name"]) == (made.pk, "person", "alice")
    assert (row["by"], row["text"]) == ("charlie", "It insults.")
    path = f"{DESK}reports/{made.pk}/answer/"
    assert_problem(desk.post(path, {}), 400)
    assert desk.post(path, {"reason": "Its name is replaced."}).status_code == 204
    assert "answered already" in str(assert_problem(desk.post(path, WHY), 400))
    assert desk.get(f"{DESK}reports/").data == []


def test_accounts_are_closed_and_opened(desk, alice):
    closed = desk.post(f"{DESK}close/", {"name": "Alice", **WHY})
    assert (closed.status_code, closed.data["closed_why"]) == (200, "An insult.")
    assert [row["name"] for row in desk.get(f"{DESK}accounts/").data] == ["alice"]
    assert_problem(desk.post(f"{DESK}close/", {"name": "alice", **WHY}), 400)
    assert desk.post(f"{DESK}reopen/", {"name": "alice", **WHY}).status_code == 200
    assert User.objects.get(username="alice").is_active
    assert_problem(desk.post(f"{DESK}approve/", {"name": "alice", **WHY}), 400)
    assert_problem(desk.post(f"{DESK}close/", {"name": "nobody", **WHY}), 404)


def test_names_are_replaced(desk, alice, alices_bot, team):
    for kind, name in (("bot", "alice/worm"), ("team", "wonderland"), ("person", "alice")):
        answer = desk.post(f"{DESK}rename/", {"kind": kind, "name": name, **WHY})
        assert answer.status_code == 204, answer.data
    alice.refresh_from_db()
    assert str(Bot.objects.get()) == f"person-{alice.pk}/bot-{alices_bot.pk}"
    for kind, name in (("map", "x"), ("event", "none"), ("bot", "worm")):
        assert_problem(desk.post(f"{DESK}rename/", {"kind": kind, "name": name, **WHY}), 404)
