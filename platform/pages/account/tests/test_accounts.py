"""Accounts: in, out, and back in after the password was forgotten."""

from __future__ import annotations

import re
import time

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.models import ApiToken, User
from notices.tests.steps import mails

pytestmark = pytest.mark.django_db
ALICES = "alice-secret-1"
SECRET = "a-long-enough-secret-7"


@pytest.fixture(autouse=True)
def _no_limits_used_up():
    """Rate limits count in the cache, which outlives a test."""
    cache.clear()


def sign_up(client, **changes):
    person = {
        "username": "dora",
        "email": "dora@example.org",
        "password1": SECRET,
        "password2": SECRET,
    }
    return client.post("/accounts/signup/", person | changes)


def log_in(client, name="alice", password=ALICES, next_page=""):
    return client.post("/accounts/login/", {"login": name, "password": password, "next": next_page})


def link_in_mail():
    found = re.search(r"http://testserver(/\S+)", str(mails()[-1].body))
    assert found
    return found[1]


def test_signing_up_logs_in_and_leads_to_my_bots(client):
    answer = sign_up(client)
    assert (answer.status_code, answer["Location"]) == (302, "/bots/")
    assert "Make your first bot" in client.get("/bots/").text


@pytest.mark.parametrize(
    ("changes", "objection"),
    [
        ({"username": "no spaces"}, "Use 2 to 30 letters"),
        ({"username": "ALICE"}, "This name is taken."),
        ({"email": "nowhere"}, "Enter a valid email address"),
        ({"password2": "something-else-8"}, "You must type the same password"),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
    ],
)
def test_a_refused_sign_up_says_why_and_keeps_what_was_typed(client, alice, changes, objection):
    page = sign_up(client, **changes).text
    assert objection in page.replace("&#x27;", "'")
    typed = {"username": "dora", "email": "dora@example.org"} | changes
    assert f'value="{typed["username"]}"' in page
    assert f'value="{typed["email"]}"' in page
    assert SECRET not in page
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["alice", "alice@example.org"])
def test_people_log_in_by_name_or_address(client, alice, name):
    assert log_in(client, name).status_code == 302
    assert client.get("/settings/").status_code == 200


def test_a_wrong_password_is_said_and_the_name_stays(client, alice):
    page = log_in(client, password="wrong").text
    assert 'value="alice"' in page
    assert "The name, the e-mail address or the password is not correct." in page


def guess(client, name="alice", address="198.51.100.7", typed="wrong"):
    form = {"login": name, "password": typed}
    return client.post("/accounts/login/", form, REMOTE_ADDR=address)


@pytest.mark.parametrize("names", [["alice"], ["alice", "alice@example.org"]])
def test_wrong_passwords_slow_down_the_address_that_sends_them(client, alice, names):
    for turn in range(5):
        guess(client, names[turn % len(names)])
    assert "Wait 5 minutes" in guess(client, typed=ALICES).text
    assert client.get("/settings/").status_code == 302


def test_the_owner_logs_in_while_somebody_else_guesses(client, alice):
    for turn in range(40):
        guess(client, address=f"198.51.100.{turn % 8}")
    assert guess(client, address="192.0.2.1", typed=ALICES).status_code == 302
    assert client.get("/settings/").status_code == 200


def test_a_classroom_behind_one_address_can_log_in(client, alice, bob):
    for _ in range(10):
        guess(client)
    assert guess(client, "bob", typed="bob-secret-1").status_code == 302


def test_sign_up_with_a_known_address_looks_like_any_other(client, alice, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    answers = [
        sign_up(Client(), username=name, email=address)
        for name, address in [("dora", "dora@example.org"), ("emil", alice.email)]
    ]
    assert [(a.status_code, a["Location"]) for a in answers] == [(302, "/bots/")] * 2
    to_stranger, to_owner = mails()
    assert (to_stranger.to, to_owner.to) == (["dora@example.org"], [alice.email])
    assert "confirm it" in to_stranger.body
    assert "already" in to_owner.subject
    assert not EmailAddress.objects.get(user__username="emil").verified


def test_a_password_is_reset_through_a_confirmed_address_only(client, alice):
    EmailAddress.objects.filter(user=alice).update(verified=False)
    client.post("/accounts/password/reset/", {"email": alice.email})
    assert "password/reset/key" not in mails()[0].body
    client.post(link_in_mail())
    client.post("/accounts/password/reset/", {"email": alice.email})
    assert "password/reset/key" in link_in_mail()


def test_no_mail_goes_to_addresses_without_an_account(client, alice):
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert mails() == []


TOKEN = {"name": "uploader", "scopes": ["read"], "days": "30"}


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/settings/tokens/", TOKEN),
        ("/accounts/email/", {"email": "new@example.org", "action_add": ""}),
    ],
)
def test_what_opens_an_account_asks_for_the_password_again(client, alice, path, form):
    client.force_login(alice)
    asked = client.post(path, form)
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert not ApiToken.objects.exists()
    assert EmailAddress.objects.count() == 1
    refused = client.post(asked["Location"], {"password": "wrong"})
    assert "Incorrect password" in refused.text
    client.post(asked["Location"], {"password": ALICES})
    assert ApiToken.objects.count() + EmailAddress.objects.count() == 2


def test_the_password_is_asked_for_again_some_time_after_the_log_in(client, alice, monkeypatch):
    log_in(client)
    client.post("/settings/tokens/", TOKEN)
    assert ApiToken.objects.count() == 1
    later = time.time() + 901
    monkeypatch.setattr("time.time", lambda: later)
    client.post("/settings/tokens/", TOKEN)
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        ("/settings/tokens/", "/settings/tokens/"),
        ("https://evil.example/", "/bots/"),
        ("//evil.example/", "/bots/"),
        ("javascript:alert(1)", "/bots/"),
    ],
)
def test_login_leads_on_only_within_the_site(client, alice, asked, led):
    assert log_in(client, next_page=asked)["Location"] == led


def test_the_house_cannot_log_in_even_with_a_password(client, alice):
    User.objects.filter(pk=alice.pk).update(is_house=True)
    assert log_in(client)["Location"] == "/accounts/inactive/"
    assert client.get("/settings/").status_code == 302
    assert "cannot log in" in client.get("/accounts/inactive/").text


def test_logging_out_asks_first_and_takes_a_post(client, alice):
    client.force_login(alice)
    assert "Log out?" in client.get("/accounts/logout/").text
    assert client.get("/settings/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/settings/").status_code == 302


def test_a_forgotten_password_is_reset_by_mail_once(client, alice):
    assert client.post("/accounts/password/reset/", {"email": alice.email}).status_code == 302
    link = link_in_mail()
    page = client.get(link, follow=True)
    assert "Choose a new password" in page.text
    new = {"password1": SECRET, "password2": SECRET}
    done = client.post(page.redirect_chain[-1][0], new, follow=True)
    assert "Your password is changed" in done.text
    assert log_in(client, password=SECRET).status_code == 302
    client.logout()
    assert "no longer works" in client.get(link, follow=True).text


def test_asking_to_reset_an_unknown_address_looks_the_same(client, alice):
    answer = client.post("/accounts/password/reset/", {"email": "n@example.org"}, follow=True)
    assert "Check your mail" in answer.text


def test_changing_the_password_keeps_me_logged_in(client, alice):
    client.force_login(alice)
    change = {"oldpassword": "alice-secret-1", "password1": SECRET, "password2": SECRET}
    wrong = client.post("/accounts/password/change/", change | {"oldpassword": "x"})
    assert "Please type your current password" in wrong.text
    assert client.post("/accounts/password/change/", change).status_code == 302
    assert client.get("/settings/").status_code == 200
    alice.refresh_from_db()
    assert alice.check_password(SECRET)


def test_a_new_address_takes_over_when_its_link_was_followed(client, alice):
    log_in(client)
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert "new@example.org" in client.get("/accounts/email/").text
    link = link_in_mail()
    assert "new@example.org" in client.get(link).text
    client.post(link)
    alice.refresh_from_db()
    assert alice.email == "new@example.org"


def test_a_link_that_was_used_says_so_and_a_broken_one_does_not(client, alice):
    log_in(client)
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    link = link_in_mail()
    client.post(link)
    page = client.get(link).text
    assert "This link was used before" in page
    assert "a part of it is missing" not in page
    assert "a part of it is missing" in client.get(link[:-3] + "x/").text


def test_the_page_of_the_address_says_how_it_stands(client, alice):
    log_in(client)
    EmailAddress.objects.all().delete()
    User.objects.filter(pk=alice.pk).update(email="")
    assert "You have no address here" in client.get("/accounts/email/").text
    address = EmailAddress.objects.create(user=alice, email="a@example.org", primary=True)
    assert "not confirmed" in client.get("/accounts/email/").text
    EmailAddress.objects.filter(pk=address.pk).update(verified=True)
    assert "Your address is <strong>a@example.org" in client.get("/accounts/email/").text
    client.post("/accounts/email/", {"email": "b@example.org", "action_add": ""})
    assert "b@example.org</strong> becomes your address" in client.get("/accounts/email/").text


@pytest.mark.parametrize(
    "path",
    ["login/", "signup/", "password/reset/", "password/reset/done/", "inactive/"],
)
def test_doors_are_open_and_in_our_frame(client, path):
    page = client.get(f"/accounts/{path}")
    assert page.status_code == 200
    assert 'class="site-head"' in page.text
    assert "style=" not in page.text
    assert "<script>" not in page.text
