"""Mails: what they say, how they are turned off, and servers that will not have them."""

from __future__ import annotations

import smtplib
import socket

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as sent_mail

from notices import mail, outbox
from notices.models import Delivery, Kind
from notices.outbox import send_due
from notices.posting import transport
from notices.services import Letter, tell
from notices.tests.steps import say

# Not one transaction: what one process writes another reads.
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_mail_says_what_where_and_how_to_turn_it_off(alice, settings):
    settings.SITE_URL = "https://arbiter.example.org"
    say(alice)
    assert send_due() == 1
    (got,) = sent_mail.outbox
    assert (got.to, got.subject) == (["alice@example.org"], "[Arbiter] Version 3 failed")
    assert (
        "Version 3 failed.\n\nhttps://arbiter.example.org/bots/alice/worm/versions/3/" in got.body
    )
    off = got.extra_headers["List-Unsubscribe"].strip("<>")
    assert off in got.body
    assert off.startswith("https://arbiter.example.org/notices/off/")
    assert got.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail.read_off_token(off.split("/")[-2]) == (alice, Kind.VERSION_FAILED)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.error) == ("sent", "")
    assert str(delivery.event) in got.extra_headers["Message-ID"]


def test_a_mail_has_a_subject_of_two_parts_its_details_and_a_thread(alice, bob):
    letter = Letter("alice/worm", "version 3 failed", "bot-7", "line 1\n\nline 2 <b>")
    tell(Kind.VERSION_FAILED, [alice, bob], "Version 3 failed.", "/a/", {}, letter=letter)
    tell(Kind.BOT_PAUSED, [alice], "It is paused.", "/a/", {}, letter=letter)
    send_due()
    first, other, last = sent_mail.outbox
    assert first.subject == "[Arbiter] alice/worm: version 3 failed"
    assert "Version 3 failed.\n\nline 1\n\nline 2 <b>\n\nhttp" in first.body
    thread = {each.extra_headers["References"] for each in (first, last)}
    assert thread == {f"<bot-7.{alice.pk}@testserver>"}
    assert first.extra_headers["In-Reply-To"] in thread
    assert other.extra_headers["References"] not in thread
    ids = {each.extra_headers["Message-ID"] for each in sent_mail.outbox}
    assert len(ids - thread) == 3


def test_a_long_subject_ends_at_a_word(alice):
    title = "the compiler says: " + "expected expression " * 10
    tell(Kind.ANNOUNCEMENT, [alice], "It.", "/", {}, letter=Letter("alice/worm", title))
    send_due()
    subject = sent_mail.outbox[0].subject
    assert 90 < len(subject) <= mail.SUBJECT
    assert subject.endswith(("expected…", "expression…"))


def test_signs_of_markup_come_as_they_are(alice):
    tell(Kind.ANNOUNCEMENT, [alice], 'Snake & <Ladder> "2" – it\'s on', "/", {})
    send_due()
    assert 'Snake & <Ladder> "2" – it\'s on' in sent_mail.outbox[0].body


def test_mails_are_real_files_with_the_headers_on_the_wire(alice, settings, tmp_path):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    say(alice)
    send_due()
    (file,) = tmp_path.iterdir()
    text = file.read_text()
    for header in ("List-Unsubscribe-Post: List-Unsubscribe=One-Click", "To: alice@example.org"):
        assert header in text


def test_a_mail_server_that_is_away_is_asked_once_and_again_later(alice, bob, settings, hurry):
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_PORT = server.getsockname()[1]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    say(alice, bob)
    assert send_due() == 2
    assert set(Delivery.objects.values_list("state", "attempt")) == {("failed", 1)}
    assert "ConnectionRefusedError" in Delivery.objects.all()[0].error
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    hurry()
    assert send_due() == 2
    assert len(sent_mail.outbox) == 2


def test_an_address_that_the_server_refuses_holds_up_no_other(alice, bob, monkeypatch):
    from django.core.mail.backends.locmem import EmailBackend

    send = EmailBackend.send_messages

    def picky(self, messages):
        if messages[0].to == [alice.email]:
            raise smtplib.SMTPRecipientsRefused({alice.email: (550, b"no such user")})
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", picky)
    say(alice, bob)
    send_due()
    states = dict(Delivery.objects.values_list("user__username", "state"))
    assert states == {"alice": "failed", "bob": "sent"}


@pytest.mark.parametrize("change", ["closed", "no longer confirmed"])
def test_no_mail_is_sent_to_an_account_that_changed_meanwhile(alice, change):
    say(alice)
    if change == "closed":
        type(alice).objects.filter(pk=alice.pk).update(is_active=False)
    else:
        EmailAddress.objects.filter(user=alice).update(verified=False)
    send_due()
    assert sent_mail.outbox == []
    assert Delivery.objects.get().state == "given_up"


@pytest.mark.parametrize("token", ["", "x", "WzEsImFubm91bmNlbWVudCJd:1vMabc:forged"])
def test_a_token_that_is_not_ours_turns_off_nothing(token):
    assert mail.read_off_token(token) is None


def test_a_fault_of_ours_keeps_no_other_from_being_sent(alice, hook, receiver, monkeypatch):
    say(alice)
    say(alice)
    broken = Delivery.objects.order_by("pk").values_list("pk", flat=True)[:2]
    Delivery.objects.filter(pk__in=list(broken)).update(payload="[]")
    post = transport.post

    def picky(url, body, headers):
        if body == b"[]":
            raise RuntimeError("no such thing")
        return post(url, body, headers)

    monkeypatch.setattr(outbox, "post", picky)
    send_due()
    states = sorted(Delivery.objects.values_list("channel", "state"))
    assert states == [
        ("mail", "failed"), ("mail", "sent"), ("webhook", "failed"), ("webhook", "sent")
    ]  # fmt: skip
