"""Mails of accounts: they go through the outbox, to everybody whom they concern."""

from __future__ import annotations

import re
from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import RequestFactory

from accounts.signing import second_factor
from accounts.signing.adapter import CHANGES
from audit.models import AuditEntry
from notices.models import Delivery, Kind
from notices.outbox import MOST_TRIES, send_due
from notices.services import tell
from notices.tests.mail_server import taking_mails
from notices.tests.steps import mails
from pages.status import health

pytestmark = pytest.mark.django_db
SECRET = "a-long-enough-secret-7"
RESET = ("/accounts/password/reset/", {"email": "alice@example.org"})
SIGN_UP = (
    "/accounts/signup/",
    {"username": "dora", "email": "d@example.org", "password1": SECRET, "password2": SECRET},
)
DELETE = ("/settings/delete/", {"name": "alice", "rename": ""})


@pytest.fixture(autouse=True)
def _no_limits_used_up():
    cache.clear()


@pytest.fixture
def server(settings):
    """A mail server that puts off the first mail."""
    with taking_mails() as running:
        running.put_off = 1
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", running.port
        settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
        yield running


def log_in(client):
    client.post("/accounts/login/", {"login": "alice", "password": "alice-secret-1"})


def due_now():
    Delivery.objects.unsent().update(next_at="2026-01-01T00:00:00Z")


@pytest.mark.parametrize(
    ("path", "form", "page", "text"),
    [
        (*RESET, "a mail with a link is being sent", "choose one"),
        (*SIGN_UP, "A mail with a link is being sent to d@example.org", "confirm it"),
        (*DELETE, "Your account is deleted", "was deleted"),
    ],
    ids=["reset", "sign-up", "deletion"],
)
def test_a_mail_that_the_server_puts_off_is_sent_later(
    client, alice, server, path, form, page, text
):
    if path == DELETE[0]:
        log_in(client)
    assert page in client.post(path, form, follow=True).text
    send_due()
    assert server.got == []
    waiting = Delivery.objects.get()
    assert waiting.state == "failed"
    assert "450" in waiting.error
    due_now()
    send_due()
    (got,) = server.got
    assert text in got
    assert Delivery.objects.get().state == "sent"


def test_a_secret_link_is_encrypted_while_it_waits_and_gone_when_it_is_sent(client, alice):
    client.post(*RESET)
    waiting = Delivery.objects.get()
    assert "reset" not in waiting.payload
    assert waiting.address == alice.email
    assert "password/reset/key" in mails()[0].body
    sent = Delivery.objects.get()
    assert (sent.payload, sent.address, sent.state) == ("", "", "sent")


def test_mails_that_were_given_up_are_at_the_desk_and_on_the_status(client, alice, olga, server):
    server.put_off = MOST_TRIES
    client.post(*RESET)
    for _ in range(MOST_TRIES):
        due_now()
        send_due()
    lost = Delivery.objects.get()
    assert (lost.state, lost.payload) == ("given_up", "")
    check = health.check_mails()
    assert check.level is health.Level.WARN
    assert check.summary == "1 of the last 3 days could not be sent"
    client.force_login(olga)
    desk = client.get("/desk/").text
    assert "1 mail could not be sent this week" in desk
    assert "Greylisted" in desk
    assert alice.email in desk


def test_a_mail_that_was_given_up_keeps_no_address_of_a_deleted_account(client, alice):
    client.post(*RESET)
    Delivery.objects.update(state="given_up")
    log_in(client)
    get_adapter().warn(alice, "changed the password", [alice.email])
    client.post(*DELETE)
    subjects = sorted(each.subject for each in mails())
    assert subjects == [
        "[Arbiter] Your account on testserver was deleted",
        "[Arbiter] Your account was changed",
    ]
    assert set(Delivery.objects.values_list("state", "address")) == {("sent", "")}


def test_a_mail_of_an_account_comes_before_notices(client, alice, server):
    for number in range(20):
        tell(Kind.ANNOUNCEMENT, [alice], f"News {number}.", "/", {})
    client.post(*RESET)
    server.put_off = 0
    send_due()
    assert "password/reset/key" in server.got[0]


# Warnings ------------------------------------------------------------------------------------


def addresses(person, *more):
    for each in more:
        EmailAddress.objects.create(user=person, email=each, verified=True)


def test_every_warning_of_the_library_is_known():
    folder = Path(allauth.__file__).parent
    named = r'send_notification_mail\(\s*"([^"]+)"'
    found = {n for path in folder.rglob("*.py") for n in re.findall(named, path.read_text())}
    assert found == set(CHANGES)


@pytest.mark.parametrize("template", sorted(CHANGES))
def test_every_warning_goes_to_all_confirmed_addresses(alice, template):
    addresses(alice, "second@example.org")
    EmailAddress.objects.create(user=alice, email="unconfirmed@example.org")
    request = RequestFactory().get("/")
    request.user = alice
    with context.request_context(request):
        get_adapter().send_notification_mail(template, alice, email="unconfirmed@example.org")
    found = mails()
    assert {to for each in found for to in each.to} == {"alice@example.org", "second@example.org"}
    assert all(f"somebody {CHANGES[template]} of your account" in each.body for each in found)


def test_a_changed_address_is_told_to_the_old_one_and_the_new_one(client, alice):
    log_in(client)
    addresses(alice, "second@example.org")
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    asked = mails()[-1]
    assert asked.to == ["new@example.org"]
    client.post(re.findall(r"http://\S+?(/accounts/\S+)", str(asked.body))[0])
    told = {each.to[0]: each.body for each in mails()[1:]}
    assert set(told) == {"alice@example.org", "second@example.org", "new@example.org"}
    assert all("changed the e-mail address of your account" in body for body in told.values())
    assert "no longer your account's" in told["alice@example.org"]
    assert "127.0.0.1" in told["alice@example.org"]
    assert "no longer your account's" not in told["new@example.org"]


def test_a_confirmed_address_cannot_leave_an_account_in_silence(client, alice):
    log_in(client)
    form = {"email": alice.email, "action_remove": ""}
    assert "was not removed" in client.post("/accounts/email/", form, follow=True).text
    assert EmailAddress.objects.get().email == alice.email


def test_a_stranger_with_my_address_has_no_warning_sent_to_me(alice, bob):
    type(bob).objects.filter(pk=bob.pk).update(email=alice.email)
    EmailAddress.objects.filter(user=bob).update(email=alice.email, verified=False)
    bob.refresh_from_db()
    request = RequestFactory().get("/")
    with context.request_context(request):
        get_adapter().send_notification_mail("account/email/password_changed", bob)
    assert mails() == []
    assert AuditEntry.objects.filter(act="changed the password").exists()


def test_the_owner_hears_of_second_factors_that_the_operator_removed(alice):
    Authenticator.objects.create(user=alice, type="totp", data={})
    assert second_factor.reset(alice)
    (got,) = mails()
    assert "somebody removed all second factors of your account" in got.body
    assert "Network address" not in got.body


def test_a_mail_greets_the_owner_of_its_address_alone(client, alice, bob):
    client.post("/accounts/login/", {"login": "bob", "password": "bob-secret-1"})
    client.post("/accounts/email/", {"email": alice.email, "action_add": ""})
    (got,) = mails()
    assert got.to == [alice.email]
    assert got.body.startswith("Hello alice,")
    assert "bob" not in got.body


def test_the_mail_of_a_deletion_names_the_site_in_subject_and_text(client, alice, settings):
    settings.SITE_URL = "https://arbiter.example.org/"
    log_in(client)
    client.post(*DELETE)
    (got,) = mails()
    assert got.subject == "[Arbiter] Your account on arbiter.example.org was deleted"
    assert "your account on arbiter.example.org was deleted" in got.body


# Links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "form"), [RESET, SIGN_UP], ids=["reset", "sign-up"])
def test_links_in_mails_lead_to_the_site_whatever_host_a_request_names(
    client, alice, settings, path, form
):
    settings.SITE_URL = "https://arbiter.example.org/"
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    client.post(path, form, headers={"host": "localhost:9999"})
    (got,) = mails()
    assert "https://arbiter.example.org/accounts/" in got.body
    assert "localhost" not in got.body
    assert "9999" not in got.subject
