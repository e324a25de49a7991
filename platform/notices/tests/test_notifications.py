"""Notifications: the rows that each person gets, and their preferences."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction

from accounts.models import User
from notices import webhooks
from notices.models import FOR_ORGANIZERS, Channel, Delivery, Kind, Notice, Preference
from notices.services import (
    Wish,
    listeners,
    mark_read,
    save_wishes,
    tell,
    turn_off_mail,
    unread_count,
    wishes,
)

pytestmark = pytest.mark.django_db
URL = "https://hooks.example.org/arbiter"
FAILED = Kind.VERSION_FAILED


@pytest.fixture
def hook(alice):
    return webhooks.create(alice, URL, [FAILED, Kind.MATCH_FINISHED])


def say(*people, kind=FAILED, **more):
    tell(kind, people, "Version 3 failed.", "/bots/alice/worm/versions/3/", {"version": 3}, **more)


def heard(user) -> tuple[int, ...]:
    """Notices, mails and events for webhooks of a person."""
    leaving = Delivery.objects.filter(user=user)
    counts = (leaving.filter(channel=channel).count() for channel in ("mail", "webhook"))
    return (Notice.objects.filter(user=user).count(), *counts)


def test_one_is_told_on_the_site_by_mail_and_by_webhook(alice, hook):
    say(alice)
    notice = Notice.objects.get()
    assert (notice.user, notice.kind, notice.text) == (alice, FAILED, "Version 3 failed.")
    assert notice.read_at is None
    by_mail, by_webhook = Delivery.objects.order_by("channel")
    assert (by_mail.channel, by_webhook.channel) == ("mail", "webhook")
    assert by_mail.event == by_webhook.event
    assert by_webhook.webhook == hook


def test_a_webhook_gets_the_whole_event(alice, hook, settings):
    settings.SITE_URL = "https://arbiter.example.org/"
    say(alice)
    delivery = Delivery.objects.get(channel="webhook")
    told = json.loads(delivery.payload)
    assert told == {
        "id": str(delivery.event),
        "event": "version.failed",
        "created": delivery.created.isoformat(),
        "text": "Version 3 failed.",
        "url": "https://arbiter.example.org/bots/alice/worm/versions/3/",
        "about": "",
        "title": "",
        "thread": "",
        "details": "",
        "data": {"version": 3},
    }


@pytest.mark.parametrize("kind", Kind)
def test_all_is_told_on_the_site_and_what_comes_often_is_not_mailed(alice, kind):
    say(alice, kind=kind)
    rarely_mailed = kind in ("match.finished", "version.ready") or kind.startswith("followed.")
    if kind is Kind.DIGEST:
        assert heard(alice) == (0, 0, 0)
    else:
        assert heard(alice) == (1, 0 if rarely_mailed else 1, 0)


@pytest.mark.parametrize(
    ("channel", "left"), [("site", (0, 1, 1)), ("mail", (1, 0, 1)), ("webhook", (1, 1, 0))]
)
def test_each_channel_can_be_turned_off_for_a_kind_alone(alice, hook, channel, left):
    on = {"site": True, "mail": True, "webhook": True, channel: False}
    save_wishes(alice, [Wish(FAILED, **on)])
    say(alice)
    assert heard(alice) == left
    say(alice, kind=Kind.BOT_PAUSED)
    assert Notice.objects.filter(kind=Kind.BOT_PAUSED).count() == 1


def test_what_is_off_by_default_can_be_turned_on(alice):
    save_wishes(alice, [Wish(Kind.MATCH_FINISHED, True, True, True)])
    say(alice, kind=Kind.MATCH_FINISHED)
    assert heard(alice) == (1, 1, 0)


def test_the_link_of_a_mail_turns_off_mails_and_nothing_else(alice, hook):
    turn_off_mail(alice, FAILED)
    say(alice)
    assert heard(alice) == (1, 0, 1)


def test_a_webhook_gets_only_what_it_subscribed_to(alice, hook):
    say(alice, kind=Kind.BOT_PAUSED)
    assert heard(alice) == (1, 1, 0)


def test_one_that_is_off_gets_nothing(alice, hook):
    webhooks.edit(hook, URL, [FAILED], active=False)
    say(alice)
    assert heard(alice) == (1, 1, 0)


def test_the_caller_can_leave_channels_out(alice, hook):
    say(alice, channels=(Channel.WEBHOOK,))
    assert heard(alice) == (0, 0, 1)
    say(alice, channels=(Channel.SITE,))
    assert heard(alice) == (1, 0, 1)


def test_each_hears_of_the_same_event_once(alice, bob, charlie, hook):
    say(alice, bob, alice, charlie)
    assert [heard(person) for person in (alice, bob, charlie)] == [(1, 1, 1), (1, 1, 0), (1, 1, 0)]
    assert Delivery.objects.values("event").distinct().count() == 1


def test_nobody_is_behind_the_house_or_a_closed_account(alice, bob):
    alice.is_active = False
    bob.is_house = True
    say(alice, bob)
    assert not Notice.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("address", ["", "silent@example.org"])
def test_a_person_without_a_confirmed_address_gets_no_mail(db, address):
    silent = User.objects.create_user("silent", address, "silent-secret-1")
    if address:
        EmailAddress.objects.create(user=silent, email=address, primary=True)
    say(silent)
    assert heard(silent) == (1, 0, 0)


def test_many_are_told_with_few_queries(db, django_assert_max_num_queries):
    people = [User(username=f"p{n}", email=f"p{n}@example.org") for n in range(1100)]
    User.objects.bulk_create(people)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=person, email=person.email, primary=True, verified=True)
        for person in people
    )
    with django_assert_max_num_queries(45):  # SQLite takes a limited number of values at a time
        say(*User.objects.all(), kind=Kind.ANNOUNCEMENT)
    assert Notice.objects.count() == Delivery.objects.count() == 1100


def test_a_transaction_that_is_undone_has_told_nothing(alice, hook):
    def fails():
        with transaction.atomic():
            say(alice)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    assert heard(alice) == (0, 0, 0)


def test_a_worker_is_called_after_the_transaction(
    alice, redis_client, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks:
        say(alice)
        assert redis_client.llen("default") == 0
    for callback in callbacks:
        callback()
    (call,) = redis_client.lrange("default", 0, -1)
    assert json.loads(call)["headers"]["task"] == "notices.tasks.send"


def test_nobody_is_called_where_nothing_leaves(alice, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        say(alice, kind=Kind.VERSION_READY)
    assert callbacks == []


def test_a_long_text_is_cut_and_lines_are_joined(alice):
    tell(FAILED, [alice], "It failed:\n" + "x" * 400, "/", {})
    text = Notice.objects.get().text
    assert len(text) == 300
    assert text.startswith("It failed: xxx")
    assert text.endswith("…")


def test_a_long_sentence_ends_at_a_word_and_the_mail_has_all_of_it(alice):
    whole = "It failed: " + "a line of the compiler, " * 20
    tell(FAILED, [alice], whole, "/", {})
    assert Notice.objects.get().text.endswith("of the…")
    assert json.loads(Delivery.objects.get().payload)["details"] == whole.strip()


@pytest.mark.parametrize("path", ["", "matches/3/", "//evil.example.org/", "https://example.org/"])
def test_notices_lead_to_this_site_alone(alice, path):
    with pytest.raises(ValueError, match="no address on this site"):
        tell(FAILED, [alice], "Look.", path, {})


def test_events_do_not_heap_up_before_a_receiver_that_is_away(alice, hook, monkeypatch):
    monkeypatch.setattr("notices.services.MOST_UNSENT", 3)
    for _ in range(5):
        say(alice)
    assert heard(alice) == (5, 5, 3)
    Delivery.objects.filter(channel="webhook").update(state="sent")
    say(alice)
    assert heard(alice) == (6, 6, 4)


def test_listeners_are_those_whose_webhooks_want_the_kind(alice, bob, charlie, hook):
    webhooks.create(bob, URL, [Kind.BOT_PAUSED])
    other = webhooks.create(charlie, URL, [FAILED])
    assert set(listeners(FAILED)) == {alice, charlie}
    webhooks.edit(other, URL, [FAILED], active=False)
    assert set(listeners(FAILED)) == {alice}
    Preference.objects.create(user=alice, kind=FAILED, site=True, mail=True, webhook=False)
    assert not listeners(FAILED).exists()


def test_preferences_are_the_defaults_and_the_choices_made(alice):
    save_wishes(alice, [Wish(Kind.ANNOUNCEMENT, False, False, True)])
    table = {wish.kind: (wish.site, wish.mail, wish.webhook) for wish in wishes(alice)}
    assert table[Kind.ANNOUNCEMENT] == (False, False, True)
    assert table[Kind.VERSION_READY] == (True, False, True)
    assert table[Kind.EVENT_STARTS] == (True, True, True)
    assert set(table) == set(Kind) - FOR_ORGANIZERS


def test_the_unread_are_counted_by_one_query_on_an_index(alice, bob, django_assert_num_queries):
    for person in (alice, alice, alice, bob):
        say(person)
    mark_read(alice, Notice.objects.filter(user=alice)[0].pk)
    with django_assert_num_queries(1) as asked:
        assert unread_count(alice) == 2
    assert unread_count(alice, most=1) == 1
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked[0]['sql']}")
            plan = " ".join(str(row) for row in cursor.fetchall())
        assert "unread_notices" in plan, plan


def test_one_or_all_are_marked_as_read(alice, bob):
    for person in (alice, alice, bob):
        say(person)
    first, of_bob = Notice.objects.filter(user=alice)[0], Notice.objects.get(user=bob)
    assert mark_read(alice, of_bob.pk) == 0
    assert mark_read(alice, first.pk) == 1
    assert mark_read(alice, first.pk) == 0
    assert mark_read(alice) == 1
    assert (unread_count(alice), unread_count(bob)) == (0, 1)
