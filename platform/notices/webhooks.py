"""Create, edit and test webhooks, and repeat deliveries.  Errors are for the person who asked."""

from __future__ import annotations

from collections.abc import Collection

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from arbiter.database.locks import database_now, lock
from notices.models import FOR_WEBHOOKS, Delivery, Kind, Subscription, Webhook
from notices.posting.signing import new_secret
from notices.posting.targets import BadTarget, parse
from notices.services import Event, send_soon

MAX_WEBHOOKS = 5
MAX_TESTS = 10
"""Tests and repetitions of one person in a minute."""


@transaction.atomic
def create(user: User, url: str, kinds: Collection[Kind]) -> Webhook:
    """A new webhook with a secret of its own, which is shown now and never again."""
    # The person's row is the lock: of two forms at a time one is the sixth.
    user = lock(User.objects).get(pk=user.pk)
    if user.webhooks.count() >= MAX_WEBHOOKS:
        raise ValidationError(
            f"You have {MAX_WEBHOOKS} webhooks, which is the limit. Delete one first."
        )
    webhook = Webhook(user=user, url=_checked(url), secret=new_secret())
    webhook.save()
    _subscribe(webhook, kinds)
    return webhook


def _checked(url: str) -> str:
    url = url.strip()
    try:
        parse(url)
    except BadTarget as error:
        raise ValidationError({"url": str(error)}) from None
    return url


def _subscribe(webhook: Webhook, kinds: Collection[Kind]) -> None:
    if not kinds:
        raise ValidationError({"kinds": "Choose at least one event."})
    if not set(kinds) <= set(FOR_WEBHOOKS):
        raise ValidationError({"kinds": "There is no such event for webhooks."})
    webhook.subscriptions.exclude(kind__in=kinds).delete()
    for kind in kinds:
        Subscription.objects.get_or_create(webhook=webhook, kind=kind)


@transaction.atomic
def edit(webhook: Webhook, url: str, kinds: Collection[Kind], active: bool) -> None:
    """Change where it goes and what it wants, and turn it on or off."""
    before, was_active = webhook.url, webhook.active
    webhook.url, webhook.active = _checked(url), active
    if webhook.url != before or (active and not was_active):
        webhook.failing_since = webhook.paused_until = None
        webhook.failures = 0
    webhook.save()
    if not active:
        webhook.deliveries.unsent().update(
            state=Delivery.State.GIVEN_UP, error="The webhook was turned off."
        )
    _subscribe(webhook, kinds)


def rotate(webhook: Webhook) -> str:
    """Give it a new secret, which holds from now on, also for what waits already."""
    webhook.secret = new_secret()
    webhook.save(update_fields=["secret"])
    return webhook.secret


@transaction.atomic
def send_test(webhook: Webhook) -> Delivery:
    """Send an event that says nothing, once."""
    _require_active(webhook)
    _require_patience(webhook.user)
    path = f"/settings/notices/webhooks/{webhook.pk}/"
    event = Event(Delivery.TEST, "This is a test.", path, {"webhook": webhook.pk})
    delivery = event.delivery(webhook.user, webhook)
    delivery.save()
    _at_once(webhook)
    return delivery


@transaction.atomic
def send_again(delivery: Delivery) -> None:
    """Send a delivery once more, from the first attempt on; the event keeps its id."""
    webhook = delivery.webhook
    if webhook is None:
        raise ValidationError("Mails cannot be sent again, only events to webhooks.")
    _require_active(webhook)
    _require_patience(webhook.user)
    # While it is being tried its time lies ahead and no answer is there to replace.
    rows = Delivery.objects.filter(pk=delivery.pk).exclude(state=Delivery.State.WAITING)
    if not rows.update(state=Delivery.State.WAITING, attempt=0, next_at=database_now()):
        raise ValidationError("The site is already sending this event.")
    _at_once(webhook)


def _require_active(webhook: Webhook) -> None:
    if not webhook.active:
        raise ValidationError("Turn the webhook on first.")


def _require_patience(user: User) -> None:
    key = f"notices:tests:{user.pk}"
    tests = cache.get(key, 0)
    if tests >= MAX_TESTS:
        raise ValidationError(f"You have sent {MAX_TESTS} tests in a minute. Try again later.")
    cache.set(key, tests + 1, 60)


def _at_once(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(paused_until=None)
    send_soon()
