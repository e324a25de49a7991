"""Deliveries are sent at least once, again after failures, and not for ever."""

from __future__ import annotations

import socket
import subprocess
import threading
import time
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from notices import outbox, webhooks
from notices.models import Delivery, Kind, Notice, Webhook
from notices.outbox import DEAD_AFTER, MOST_TRIES, PAUSES_S, send_due
from notices.posting.signing import sign
from notices.posting.transport import Answer
from notices.services import Event
from notices.tests.receiver import Reply
from notices.tests.steps import say, the_delivery
from notices.tidying import remove_old

# Not one transaction: what one process writes another reads.
pytestmark = pytest.mark.django_db(transaction=True)


def test_an_event_arrives_signed(unmailed, hook, receiver):
    say(unmailed)
    assert send_due() == 1
    (got,) = receiver.got
    delivery = the_delivery()
    assert got.body.decode() == delivery.payload
    assert got.headers["Arbiter-Event"] == "version.failed"
    assert got.headers["Arbiter-Delivery"] == str(delivery.pk)
    assert got.headers["Content-Type"] == "application/json; charset=utf-8"
    timestamp = int(got.headers["Arbiter-Timestamp"])
    assert abs(time.time() - timestamp) < 60
    assert got.headers["Arbiter-Signature"] == sign(hook.secret, timestamp, got.body)
    assert (delivery.state, delivery.attempt, delivery.status) == ("sent", 1, 204)
    assert delivery.took_ms is not None
    assert send_due() == 0


def test_a_signature_is_what_openssl_says():
    """An HMAC by a program that is not ours."""
    body = '{"a": "ü"}'.encode()
    told = subprocess.run(
        ["openssl", "dgst", "-sha256", "-hmac", "whsec_key"],
        input=b"1700000000." + body,
        check=True,
        capture_output=True,
    )
    digest = told.stdout.decode().split()[-1]
    assert sign("whsec_key", 1700000000, body) == f"v1={digest}"


def test_after_failures_it_is_sent_again_with_the_same_id(unmailed, hook, receiver, hurry):
    receiver.replies = [Reply(500, b"oh no"), Reply(503), Reply(200, b"there")]
    say(unmailed)
    for state, status, response in [
        ("failed", 500, "oh no"), ("failed", 503, ""), ("sent", 200, "there")
    ]:  # fmt: skip
        assert send_due() == 1
        delivery = the_delivery()
        assert (delivery.state, delivery.status, delivery.response) == (state, status, response)
        assert send_due() == 0, "it rests before the next attempt"
        hurry()
    assert delivery.error == ""
    assert len({got.event["id"] for got in receiver.got}) == 1
    assert len({got.headers["Arbiter-Delivery"] for got in receiver.got}) == 1


def test_pauses_grow_and_then_it_is_given_up(unmailed, hook, receiver, hurry):
    receiver.replies = [Reply(500)]
    say(unmailed)
    pauses = []
    for _ in range(MOST_TRIES):
        hurry()
        assert send_due() == 1
        delivery = the_delivery()
        pauses.append((delivery.next_at - timezone.now()).total_seconds())
    for pause, meant in zip(pauses, PAUSES_S, strict=False):
        assert 0.8 * meant - 10 <= pause <= 1.2 * meant
    assert (delivery.state, delivery.attempt) == ("given_up", MOST_TRIES)
    hurry()
    assert send_due() == 0


def test_a_webhook_at_which_nothing_arrives_rests_as_a_whole(unmailed, hook, receiver):
    receiver.replies = [Reply(500), Reply(204)]
    say(unmailed)
    assert send_due() == 1
    say(unmailed)
    assert send_due() == 0
    Webhook.objects.update(paused_until=timezone.now())
    assert send_due() == 1
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since, hook.paused_until) == (0, None, None)


def test_one_person_s_dead_webhook_holds_up_no_others(unmailed, bob, hook, receiver, settings):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    webhooks.edit(hook, f"http://127.0.0.1:{port}/", [Kind.VERSION_FAILED], active=True)
    webhooks.create(bob, receiver.url, [Kind.VERSION_FAILED])
    for _ in range(30):
        say(unmailed)
    EmailAddress.objects.filter(user=bob).update(verified=False)
    say(bob)
    send_due()
    assert len(receiver.got) == 1
    assert Delivery.objects.filter(webhook=hook, attempt=1).count() == outbox.PER_WEBHOOK


def test_the_first_of_each_webhook_comes_before_the_second_of_any(unmailed, bob, hook):
    for _ in range(20):
        say(unmailed)
    EmailAddress.objects.filter(user=bob).update(verified=False)
    webhooks.create(bob, hook.url, [Kind.VERSION_FAILED])
    say(bob)
    taken = [str(delivery.user) for delivery in outbox.claim()]
    assert taken == ["alice", "bob", "alice", "alice", "alice"]


def test_events_do_not_keep_mails_waiting(alice, bob, charlie, hook, receiver):
    for person in (alice, bob, charlie):
        for _ in range(2):
            webhooks.create(person, receiver.url, [Kind.VERSION_FAILED])
    for _ in range(5):
        say(alice, bob, charlie)
    channels = [delivery.channel for delivery in outbox.claim()]
    assert channels.count("mail") == channels.count("webhook") == outbox.BATCH // 2


def test_after_a_slow_answer_a_webhook_rests(unmailed, hook):
    say(unmailed)
    say(unmailed)
    fast, slow = outbox.claim()
    outbox.record(fast, Answer("", 204, took_ms=200))
    hook.refresh_from_db()
    assert hook.paused_until is None
    outbox.record(slow, Answer("", 204, took_ms=9000))
    hook.refresh_from_db()
    assert hook.paused_until is not None
    rest = (hook.paused_until - timezone.now()).total_seconds()
    assert 30 < rest <= 36
    say(unmailed)
    assert outbox.claim() == []


def test_nothing_is_sent_for_a_closed_account(unmailed, hook, receiver):
    say(unmailed)
    type(unmailed).objects.filter(pk=unmailed.pk).update(is_active=False)
    send_due()
    assert (the_delivery().state, receiver.got) == ("given_up", [])


def test_after_days_it_is_turned_off_and_its_owner_told(unmailed, hook, receiver, hurry):
    receiver.replies = [Reply(500)]
    hook.failing_since = timezone.now() - DEAD_AFTER - timedelta(minutes=1)
    hook.save()
    say(unmailed)
    say(unmailed)
    send_due()
    hook.refresh_from_db()
    assert not hook.active
    assert set(Delivery.objects.values_list("state", flat=True)) == {"given_up"}
    notice = Notice.objects.get(kind=Kind.WEBHOOK_OFF)
    assert notice.user == unmailed
    assert hook.url in notice.text
    assert notice.path == f"/settings/notices/webhooks/{hook.pk}/"
    say(unmailed)
    hurry()
    assert send_due() == 0


def test_one_that_fails_for_less_stays_on(unmailed, hook, receiver):
    receiver.replies = [Reply(500)]
    hook.failing_since = timezone.now() - DEAD_AFTER + timedelta(hours=1)
    hook.save()
    say(unmailed)
    send_due()
    hook.refresh_from_db()
    assert hook.active


# The thread that sends


def test_the_task_sends_in_a_thread_of_its_own(unmailed, hook, receiver):
    from notices.tasks import send

    receiver.hold.clear()
    say(unmailed)
    send()
    assert the_delivery().state == "waiting", "it waited for an answer"
    receiver.hold.set()
    deadline = time.monotonic() + 60
    while the_delivery().state != "sent" or outbox.SENDER._running:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_call_while_it_works_makes_it_look_once_more():
    going, rounds = threading.Event(), []

    def work():
        rounds.append(threading.current_thread().name)
        going.wait(30)

    sender = outbox.Sender(work)
    for _ in range(5):
        sender.wake()
    going.set()
    deadline = time.monotonic() + 30
    while sender._running:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert rounds == ["notices", "notices"]


# Old rows


def test_what_is_old_goes_and_what_is_not_stays(alice, hook, monkeypatch):
    monkeypatch.setattr("notices.tidying.PIECE", 2)
    for _ in range(6):
        say(alice)
    old = timezone.now() - timedelta(days=91)
    Notice.objects.filter(pk__in=Notice.objects.values("pk")[:5]).update(created=old)
    Delivery.objects.filter(channel="mail").update(created=old)
    assert remove_old() == 11
    assert (Notice.objects.count(), Delivery.objects.count()) == (1, 6)
    assert not Delivery.objects.filter(channel="mail").exists()


def test_a_test_is_sent_once(alice, hook, receiver):
    receiver.replies = [Reply(500)]
    webhooks.send_test(hook)
    send_due()
    delivery = the_delivery()
    assert (delivery.kind, delivery.state, delivery.attempt) == ("test", "given_up", 1)
    assert receiver.got[0].event["event"] == "test"


def test_an_event_tells_the_same_to_all(alice, hook):
    event = Event(Kind.ANNOUNCEMENT, "Finals tomorrow.", "/", {})
    payloads = [event.delivery(alice), event.delivery(alice, hook)]
    assert payloads[0].payload == payloads[1].payload
