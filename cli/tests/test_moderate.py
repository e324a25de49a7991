"""``arbiter moderate``, against a real site."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache

from accounts import moderation
from accounts.models import Report, User
from accounts.signing.tokens import create_token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_client")]
WHY = ("--reason", "an insult")


def test_a_report_leads_to_a_closed_account_and_a_neutral_name(
    arbiter, live_server, olga, alice, bob, monkeypatch
):
    cache.clear()
    monkeypatch.setenv("ARBITER_SITE", live_server.url)
    monkeypatch.setenv("ARBITER_TOKEN", create_token(olga, "desk", ["organize"])[1])
    made = moderation.report(bob, Report.Kind.PERSON, "alice", "/people/alice/", "It insults.")
    assert "It insults." in arbiter("moderate", "reports")[1]
    assert arbiter("moderate", "close", "alice", *WHY)[:2] == (0, "The account alice is closed.\n")
    (row,) = json.loads(arbiter("moderate", "accounts", "--json")[1])
    assert (row["name"], row["closed_why"]) == ("alice", "an insult")
    assert "an insult" in arbiter("moderate", "accounts")[1]
    assert arbiter("moderate", "reopen", "alice", *WHY)[:2] == (0, "The account alice is open.\n")
    status, _, err = arbiter("moderate", "approve", "alice", *WHY)
    assert (status, "does not wait for approval" in err) == (4, True)
    assert arbiter("moderate", "rename", "person", "alice", *WHY)[0] == 0
    assert User.objects.get(pk=alice.pk).username == f"person-{alice.pk}"
    assert arbiter("moderate", "answer", made.pk, *WHY)[0] == 0
    assert json.loads(arbiter("moderate", "reports", "--json")[1]) == []
