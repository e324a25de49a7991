"""Changes that people make to their webhooks, and repeated deliveries."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from notices import webhooks
from notices.models import Channel, Delivery, Kind, Webhook
from notices.outbox import send_due
from notices.services import tell
from notices.tests.receiver import Reply
from notices.webhooks import MAX_TESTS, MAX_WEBHOOKS

pytestmark = pytest.mark.django_db
URL = "https://hooks.example.org/arbiter"


def say(alice):
    tell(Kind.VERSION_FAILED, [alice], "Version 3 failed.", "/", {}, [Channel.WEBHOOK])


def test_each_has_a_secret_of_its_own(alice):
    one, other = (webhooks.create(alice, URL, [Kind.BOT_PAUSED]) for _ in range(2))
    assert one.secret != other.secret
    assert one.secret.startswith("whsec_")
    assert len(one.secret) > 40


def test_a_person_has_a_bounded_number(alice, bob):
    for _ in range(MAX_WEBHOOKS):
        webhooks.create(alice, URL, [Kind.BOT_PAUSED])
    with pytest.raises(ValidationError, match="Delete one first"):
        webhooks.create(alice, URL, [Kind.BOT_PAUSED])
    webhooks.create(bob, URL, [Kind.BOT_PAUSED])


@pytest.mark.parametrize("url", ["", "https://10.0.0.1/", "http://hooks.example.org/"])
def test_an_address_that_will_not_do_is_refused(alice, url):
    with pytest.raises(ValidationError) as refused:
        webhooks.create(alice, url, [Kind.BOT_PAUSED])
    assert list(refused.value.error_dict) == ["url"]
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("kinds", [[], [Kind.WEBHOOK_OFF], ["no.such"]])
def test_events_that_will_not_do_are_refused(alice, kinds):
    with pytest.raises(ValidationError) as refused:
        webhooks.create(alice, URL, kinds)
    assert list(refused.value.error_dict) == ["kinds"]
    assert not Webhook.objects.exists()


def test_what_it_wants_and_where_it_goes_can_change(alice):
    webhook = webhooks.create(alice, URL, [Kind.BOT_PAUSED, Kind.VERSION_READY])
    webhooks.edit(webhook, f"{URL}/2", [Kind.BOT_PAUSED, Kind.ANNOUNCEMENT], active=True)
    webhook.refresh_from_db()
    assert webhook.url == f"{URL}/2"
    assert {row.kind for row in webhook.subscriptions.all()} == {"bot.paused", "announcement"}


def test_one_that_is_turned_off_gives_up_what_waits_and_begins_again(alice, hook):
    say(alice)
    Webhook.objects.update(failing_since="2026-11-01T00:00:00Z", failures=9)
    hook.refresh_from_db()
    webhooks.edit(hook, hook.url, [Kind.VERSION_FAILED], active=False)
    assert Delivery.objects.get().state == "given_up"
    webhooks.edit(hook, hook.url, [Kind.VERSION_FAILED], active=True)
    hook.refresh_from_db()
    assert (hook.failing_since, hook.failures) == (None, 0)


def test_a_new_secret_signs_from_now_on(hook):
    old = hook.secret
    assert webhooks.rotate(hook) != old
    hook.refresh_from_db()
    assert hook.secret != old


@pytest.mark.django_db(transaction=True)
def test_what_has_arrived_or_was_given_up_can_be_sent_again(alice, hook, receiver):
    receiver.replies = [Reply(500), Reply(200)]
    say(alice)
    send_due()
    Delivery.objects.update(state="given_up", attempt=7)
    webhooks.send_again(Delivery.objects.get())
    assert send_due() == 1
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempt, delivery.error) == ("sent", 1, "")
    webhooks.send_again(delivery)
    assert send_due() == 1
    assert len({got.event["id"] for got in receiver.got}) == 1
    assert len(receiver.got) == 3


def test_what_is_on_its_way_is_not_sent_again(alice, hook):
    say(alice)
    with pytest.raises(ValidationError, match="already sending"):
        webhooks.send_again(Delivery.objects.get())


def test_to_one_that_is_off_nothing_is_sent_again(alice, hook):
    say(alice)
    webhooks.edit(hook, hook.url, [Kind.VERSION_FAILED], active=False)
    with pytest.raises(ValidationError, match="on first"):
        webhooks.send_again(Delivery.objects.select_related("webhook").get())
    with pytest.raises(ValidationError, match="on first"):
        webhooks.send_test(hook)


def test_tests_have_a_limit(hook, bob, receiver):
    for _ in range(MAX_TESTS):
        webhooks.send_test(hook)
    with pytest.raises(ValidationError, match="10 tests in a minute"):
        webhooks.send_test(hook)
    webhooks.send_test(webhooks.create(bob, receiver.url, [Kind.BOT_PAUSED]))
