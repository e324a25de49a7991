"""Results that are taken back and let in again: who may, what is kept, who hears of it."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from audit.models import AuditEntry
from bots.tests.steps import ready, version_of
from matches.models import Match
from matches.recorded.voiding import restore, void
from matches.services import create_match
from matches.signals import matches_restored, matches_voided
from notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alices_bot, redis_client):
    version = ready(version_of(alices_bot))
    made = create_match("snake", "standard", "friendly", [version, version])
    Match.objects.filter(pk=made.pk).update(state=Match.State.FINISHED)
    made.refresh_from_db()
    return made


@pytest.fixture
def heard():
    """The signals that were sent, by name."""
    names: list[tuple[str, int]] = []
    receivers = {
        "voided": lambda **told: names.extend(("voided", each.pk) for each in told["matches"]),
        "restored": lambda **told: names.extend(("restored", each.pk) for each in told["matches"]),
    }
    matches_voided.connect(receivers["voided"])
    matches_restored.connect(receivers["restored"])
    yield names
    matches_voided.disconnect(receivers["voided"])
    matches_restored.disconnect(receivers["restored"])


def test_a_void_match_counts_no_more_and_says_why(match, olga, heard):
    void(match, olga, "  the map was broken ")
    match.refresh_from_db()
    assert (match.voided_at is None, match.voided_why) == (False, "the map was broken")
    assert list(Match.objects.counting()) == []
    assert list(Match.objects.finished()) == [match]
    assert heard == [("voided", match.pk)]
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.summary) == (olga, "voided: the map was broken")


def test_a_restored_match_counts_again_without_a_trace_on_it(match, olga, heard):
    void(match, olga, "a mistake")
    restore(match, olga, "it was none")
    match.refresh_from_db()
    assert (match.voided_at, match.voided_why) == (None, "")
    assert list(Match.objects.counting()) == [match]
    assert heard == [("voided", match.pk), ("restored", match.pk)]
    assert AuditEntry.objects.latest("number").summary == "restored: it was none"


@pytest.mark.parametrize("state", ["queued", "running", "aborted", "failed"])
def test_only_a_finished_match_has_a_result_to_take_back(match, olga, heard, state):
    Match.objects.filter(pk=match.pk).update(state=state)
    with pytest.raises(ValidationError, match="Only a finished match"):
        void(match, olga, "why not")
    assert heard == []


def test_nothing_is_done_twice(match, olga, heard):
    with pytest.raises(ValidationError):
        restore(match, olga, "it is not void")
    void(match, olga, "once")
    with pytest.raises(ValidationError):
        void(match, olga, "twice")
    match.refresh_from_db()
    assert match.voided_why == "once"
    assert len(heard) == 1


def test_both_ask_for_a_reason(match, olga, heard):
    with pytest.raises(ValidationError, match="Say why"):
        void(match, olga, " ")
    void(match, olga, "a mistake", "judge")
    with pytest.raises(ValidationError, match="Say why"):
        restore(match, olga, " ")
    assert len(heard) == 1
    assert AuditEntry.objects.get().actor_words == "olga (judge)"


def test_a_handler_that_fails_leaves_the_result_as_it_was(match, olga):
    def fails(**_):
        raise RuntimeError("no")

    matches_voided.connect(fails)
    try:
        with pytest.raises(RuntimeError):
            void(match, olga, "why not")
    finally:
        matches_voided.disconnect(fails)
    assert list(Match.objects.counting()) == [match]
    assert not AuditEntry.objects.exists()


def test_owners_of_the_bots_are_notified(match, olga, alice, bob, charlie):
    void(match, olga, "the map was broken")
    told = {notice.user: notice.text for notice in Notice.objects.filter(kind="announcement")}
    assert told.keys() == {alice, bob}
    assert told[alice].endswith("which counts no more: the map was broken")
