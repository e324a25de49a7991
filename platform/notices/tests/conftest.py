"""A receiver on this machine, where webhooks may not go otherwise."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from notices import webhooks
from notices.models import Delivery, Kind, Webhook
from notices.tests.receiver import receiving


@pytest.fixture
def receiver(settings):
    settings.WEBHOOK_PRIVATE = True
    with receiving() as running:
        yield running


@pytest.fixture
def hook(alice, receiver, redis_client):
    """Alice's webhook for failed versions."""
    return webhooks.create(alice, receiver.url, [Kind.VERSION_FAILED])


@pytest.fixture
def hurry():
    """Let the pauses between tries be over."""

    def hurry():
        unsent = Delivery.objects.unsent()
        unsent.update(next_at="2026-01-01T00:00:00Z")
        Webhook.objects.update(paused_until=None)

    return hurry


@pytest.fixture
def unmailed(alice):
    """Alice has not confirmed her address."""
    EmailAddress.objects.filter(user=alice).update(verified=False)
    return alice
