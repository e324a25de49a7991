"""Sign-up: reserved names, who may sign up, and programs that try."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache

from accounts import moderation
from accounts.models import SignUpCode, User
from accounts.signing import sign_up
from notices.models import Notice
from notices.tests.steps import mails

pytestmark = pytest.mark.django_db
SECRET = "a-long-enough-secret-7"
LOG_IN = ("/accounts/login/", {"login": "dora", "password": SECRET})


@pytest.fixture(autouse=True)
def _no_limits_used_up():
    cache.clear()


def post(client, name="dora", path="/accounts/signup/", address="198.51.100.7", **more):
    form = {"username": name, "email": f"{name}@example.org"} | {
        "password1": SECRET,
        "password2": SECRET,
    }
    answer = client.post(path, form | more, REMOTE_ADDR=address)
    client.logout()
    return answer


@pytest.mark.parametrize("name", ["admin", "ROOT", "mode-rator", "support", "games", "person-7"])
def test_reserved_names_are_refused(client, name):
    assert "This name is reserved." in post(client, name).text
    assert not User.objects.exists()


def test_a_program_that_fills_in_every_field_makes_no_account(client):
    page = client.get("/accounts/signup/").text
    assert re.search(r'<div class="sr-only" aria-hidden="true">.*name="homepage"', page)
    answer = post(client, homepage="https://spam.example/")
    assert "a field was filled in that people do not see" in answer.text
    assert not User.objects.exists()


def test_one_address_makes_few_accounts_a_minute_and_others_still_can(client):
    for number in range(10):
        assert post(client, f"p{number}").status_code == 302
    assert "Too many accounts were made from your network address" in post(client).text
    assert post(client, address="203.0.113.9").status_code == 302
    assert User.objects.count() == 11


def test_an_account_waits_for_approval(client, olga, settings):
    settings.SIGN_UP = "approval"
    assert post(client)["Location"] == "/accounts/inactive/"
    assert "An organizer has to approve" in client.get("/accounts/inactive/").text
    assert client.post(*LOG_IN)["Location"] == "/accounts/inactive/"
    dora = User.objects.get(username="dora")
    assert Notice.objects.get(user=olga).text == "dora has signed up, and waits for approval."
    client.force_login(olga)
    assert "Accounts that wait for approval" in client.get("/desk/people/").text
    client.post(f"/desk/act/approve-person/{dora.pk}/", {"reason": "known"})
    mail = next(each for each in mails() if each.to == ["dora@example.org"])
    assert "an organizer approved the account dora" in mail.body
    client.logout()
    assert client.post(*LOG_IN)["Location"] == "/bots/"


def test_an_account_that_is_not_approved_is_closed(client, olga, settings):
    settings.SIGN_UP = "approval"
    post(client)
    dora = User.objects.get(username="dora")
    moderation.close(dora, olga, "Nobody knows you.")
    dora.refresh_from_db()
    assert (dora.waits_since, dora.closed_why) == (None, "Nobody knows you.")
    (mail,) = [each for each in mails() if each.to == ["dora@example.org"]]
    assert "Reason: Nobody knows you." in mail.body


def test_an_invitation_allows_its_number_of_accounts(client, olga, settings):
    client.force_login(olga)
    client.post("/desk/people/sign-up/", {"mode": "invitation"})
    page = client.post("/desk/people/invitations/", {"note": "3b", "accounts": "1"}).text
    link = re.findall(r"http://[^<]+(/accounts/signup/\?invitation=([^<]+))<", page)
    ((path, code),) = link
    assert code not in client.get("/desk/people/").text
    client.logout()
    assert f'value="{code}"' in client.get(path).text
    assert "not known, is used up" in post(client, invitation="guess").text
    assert post(client, "no!", invitation=code).status_code == 200, "a wrong form uses up nothing"
    assert post(client, invitation=code).status_code == 302
    assert "not known, is used up" in post(client, "emil", invitation=code).text
    assert SignUpCode.objects.get().left == 0


def test_an_address_that_has_an_account_uses_up_no_place_of_an_invitation(client, olga, settings):
    """Where addresses have to be confirmed, it gets a mail instead of a second account."""
    settings.ACCOUNT_EMAIL_VERIFICATION, settings.SIGN_UP = "mandatory", "invitation"
    known = {"email": olga.email, "invitation": sign_up.invite(olga, "3b", 1)}
    assert post(client, **known).status_code == 302
    assert not User.objects.filter(username="dora").exists()
    assert SignUpCode.objects.get().left == 1
    assert "not known, is used up" in post(client, **known | {"invitation": "guess"}).text


def test_organizers_close_sign_up_and_go_back_to_the_setting(client, olga):
    sign_up.choose(olga, "closed")
    assert "No new accounts now" in client.get("/accounts/signup/").text
    assert "No new accounts now" in post(client).text
    sign_up.choose(olga, "")
    assert post(client).status_code == 302


def test_the_desk_of_people_is_for_organizers(client, alice):
    client.force_login(alice)
    assert client.get("/desk/people/").status_code == 404
    for path in ("sign-up/", "invitations/", "invitations/1/revoke/"):
        assert client.post(f"/desk/people/{path}", {"mode": "closed"}).status_code == 404
    assert sign_up.mode() is sign_up.Mode.OPEN
