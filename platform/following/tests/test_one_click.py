"""One click turns digests off: a program posts to the address in the mail, without a session."""

from __future__ import annotations

from email import message_from_bytes
from urllib.parse import urlsplit

import httpx
import pytest
from django.core import mail as sent_mail

from following.models import Digest
from notices import outbox
from notices.models import Channel, Delivery, Kind, Preference
from notices.services import Wish, save_wishes, tell

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def wanted(person) -> bool:
    return Preference.objects.get(user=person, kind=Kind.DIGEST).mail


@pytest.fixture
def address(charlie, live_server, transactional_db, redis_client, settings) -> str:
    """The address in the header ``List-Unsubscribe`` of a digest."""
    settings.SITE_URL = live_server.url
    save_wishes(charlie, [Wish(Kind.DIGEST, False, True, False)])
    data = {"followed": [{"text": "Open has begun.", "path": "/events/open/"}]}
    tell(Kind.DIGEST, [charlie], "Your week", "/settings/following/", data, (Channel.MAIL,))
    outbox.send_due()
    (got,) = sent_mail.outbox
    sent = message_from_bytes(got.message().as_bytes())
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    off = str(sent["List-Unsubscribe"]).strip()
    assert off.startswith("<http")
    return off.strip("<>")


def test_a_scanner_that_opens_the_link_turns_off_nothing_and_sees_one_button(address, charlie):
    for _ in range(2):
        answer = httpx.get(address)
        assert answer.status_code == 200
        assert answer.text.count('<form method="post"><button') == 1
        assert wanted(charlie)
    assert httpx.head(address).status_code == 200
    assert wanted(charlie)


def test_one_post_turns_digests_off_without_cookies(address, charlie):
    with httpx.Client() as client:
        answer = client.post(address, data=ONE_CLICK)
        assert not client.cookies
    assert (answer.status_code, answer.history) == (200, [])
    assert not wanted(charlie)
    assert httpx.post(address, data=ONE_CLICK).status_code == 200  # again: nothing changes
    assert not wanted(charlie)
    assert Preference.objects.get(user=charlie).kind == Kind.DIGEST


@pytest.mark.parametrize("change", ["last", "cut", "empty"])
def test_a_changed_address_turns_off_nothing(address, charlie, change):
    parts = urlsplit(address)
    token = parts.path.split("/")[-2]
    swapped = token[:-1] + ("A" if token[-1] != "A" else "B")
    wrong = {"last": swapped, "cut": token[:-8], "empty": "x"}[change]
    answer = httpx.post(address.replace(token, wrong), data=ONE_CLICK)
    assert answer.status_code == 404
    assert wanted(charlie)


def test_a_mail_that_waits_is_not_sent_after_the_click(address, charlie):
    tell(Kind.DIGEST, [charlie], "Another week", "/settings/following/", {}, (Channel.MAIL,))
    httpx.post(address, data=ONE_CLICK)
    Delivery.objects.unsent().update(next_at="2026-01-01T00:00:00Z")
    outbox.send_due()
    assert len(sent_mail.outbox) == 1
    assert not Digest.objects.exists()
