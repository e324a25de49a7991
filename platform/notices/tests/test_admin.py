"""Organizers read everything but secrets."""

from __future__ import annotations

import pytest

from notices import webhooks
from notices.models import Kind

pytestmark = pytest.mark.django_db


def test_a_webhook_can_be_turned_off_and_its_secret_not_read(client, olga, alice):
    webhook = webhooks.create(alice, "https://hooks.example.org/", [Kind.BOT_PAUSED])
    client.force_login(olga)
    page = f"/desk/admin/notices/webhook/{webhook.pk}/change/"
    assert webhook.secret not in client.get(page).text
    client.post(page, {})
    webhook.refresh_from_db()
    assert not webhook.active
    assert webhook.secret
