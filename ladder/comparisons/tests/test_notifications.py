"""Notifications when a comparison ends."""

from __future__ import annotations

import json

import pytest

from ladder.comparisons import services
from ladder.comparisons.tests.steps import begin, win
from notices import webhooks
from notices.models import Delivery, Kind, Notice
from notices.services import Wish, save_wishes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_bots")]
ENDED = Kind.COMPARISON_ENDED


@pytest.fixture
def comparison(alice, new, old):
    return begin(alice, new, old, elo1=300)


def told() -> dict[str, tuple[str, str]]:
    rows = Notice.objects.filter(kind=ENDED).select_related("user")
    return {row.user.username: (row.text, row.path) for row in rows}


def test_only_managers_of_the_bot_are_notified_of_the_verdict(comparison):
    win(comparison, 1)
    assert told() == {}
    win(comparison, 100)
    text = f"alice/ant: Version 2 is better than version 1, after {comparison.units} results."
    assert told() == dict.fromkeys(("alice", "bob"), (text, comparison.get_absolute_url()))
    services.advance(comparison.pk)
    assert Notice.objects.filter(kind=ENDED).count() == 2


def test_each_channel_has_its_switch(comparison, alice, bob):
    webhooks.create(alice, "https://example.org/hook", [ENDED])
    save_wishes(bob, [Wish(ENDED, False, True, False)])
    win(comparison, 100, share=0.0)
    assert set(told()) == {"alice"}
    sent = {(each.channel, str(each.user)): each for each in Delivery.objects.filter(kind=ENDED)}
    assert set(sent) == {("mail", "alice"), ("mail", "bob"), ("webhook", "alice")}
    payload = json.loads(sent["webhook", "alice"].payload)
    assert payload["text"].startswith("alice/ant: Version 2 is not better than version 1, after ")
    assert payload["url"].endswith(comparison.get_absolute_url())
    assert payload["data"]["candidate"] == {"owner": "alice", "bot": "ant", "version": 2}
    assert (payload["data"]["state"], payload["data"]["verdict"]) == ("decided", "not_better")


def test_an_end_without_a_verdict_is_told_as_one(alice, new, bots):
    comparison = begin(alice, new, bots["bee"].active_version, budget=2)
    win(comparison, 2, share=0.5)
    words = "The comparison of version 2 with version 1 of charlie/bee is undecided after all"
    assert told()["alice"][0] == f"alice/ant: {words} 2 results."
    assert "charlie" not in told()


def test_one_that_is_stopped_is_told_to_the_others(comparison, alice):
    services.stop(comparison, alice)
    words = "alice/ant: The comparison of version 2 with version 1 was stopped after 0 results."
    assert {name: text for name, (text, _) in told().items()} == {"bob": words}
