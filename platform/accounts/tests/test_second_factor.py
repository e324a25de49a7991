"""Secrets of second factors are encrypted, and organizers need one where the operator says so."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from allauth.core import context
from allauth.mfa.models import Authenticator
from asgiref.sync import async_to_sync
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from accounts.models import Scope
from accounts.signing import second_factor
from accounts.signing.second_factor import SecondFactorAdapter, is_missing
from accounts.signing.tokens import create_token
from arbiter.encryption import cipher
from audit.models import AuditEntry
from live.sessions import SecondFactor
from maps.tests.steps import add_meadow, make_map

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(settings):
    settings.ORGANIZERS_SECOND_FACTOR = True


def give_codes(user):
    secret = SecondFactorAdapter().encrypt("JBSWY3DPEHPK3PXP")
    return Authenticator.objects.create(
        user=user, type=Authenticator.Type.TOTP, data={"secret": secret}
    )


def test_a_secret_is_not_in_the_database(alice):
    kept = give_codes(alice).data["secret"]
    assert "JBSWY3DPEHPK3PXP" not in kept
    assert SecondFactorAdapter().decrypt(kept) == "JBSWY3DPEHPK3PXP"
    assert SecondFactorAdapter().encrypt("JBSWY3DPEHPK3PXP") != kept


def test_a_secret_outlives_a_new_key_of_the_site_that_names_the_old_one(settings):
    kept = SecondFactorAdapter().encrypt("secret")
    settings.SECRET_KEY, old = "another", settings.SECRET_KEY
    with pytest.raises(ValidationError, match="secret key was changed"):
        SecondFactorAdapter().decrypt(kept)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert SecondFactorAdapter().decrypt(kept) == "secret"


def test_a_secret_that_the_site_has_stored_stays_readable_after_an_upgrade():
    stored = cipher("accounts.second_factor").encrypt(b"JBSWY3DP").decode()
    assert SecondFactorAdapter().decrypt(stored) == "JBSWY3DP"


def test_a_log_in_with_a_secret_that_cannot_be_read_says_why(client, alice, settings):
    give_codes(alice)
    settings.SECRET_KEY = "another"
    client.post("/accounts/login/", {"login": "alice", "password": "alice-secret-1"})
    answer = client.post("/accounts/2fa/authenticate/", {"code": "123456"})
    assert answer.status_code == 200
    assert "secret key was changed" in answer.text


def test_an_organizer_without_a_second_factor_has_no_rights(client, olga, asked):
    client.force_login(olga)
    assert client.get("/desk/").status_code == 404
    assert client.get("/desk/admin/").status_code == 302
    page = client.get("/about/").text
    assert "Organizers of this site need a second factor" in page
    assert ">Desk</a>" not in page
    give_codes(olga)
    assert client.get("/desk/").status_code == 200
    assert "need a second factor" not in client.get("/about/").text


def test_recovery_codes_alone_are_no_second_factor(olga, asked):
    Authenticator.objects.create(user=olga, type=Authenticator.Type.RECOVERY_CODES, data={})
    assert is_missing(olga)


def test_organizers_need_none_where_the_operator_asks_for_none(client, olga):
    client.force_login(olga)
    assert client.get("/desk/").status_code == 200


def test_others_need_none(client, alice, asked):
    client.force_login(alice)
    assert "need a second factor" not in client.get("/about/").text


def test_the_password_can_be_changed_before(client, olga, asked):
    client.post("/accounts/login/", {"login": "olga", "password": "olga-secret-1"})
    words = {"oldpassword": "olga-secret-1", "password1": "x9-new-word", "password2": "x9-new-word"}
    client.post("/accounts/password/change/", words)
    olga.refresh_from_db()
    assert olga.check_password("x9-new-word")


@pytest.fixture
def theirs(monkeypatch, settings, alice):
    add_meadow(monkeypatch, settings)
    return make_map(alice, public=True)


def test_a_token_has_no_rights_either(client, olga, theirs, asked):
    secret = create_token(olga, "script", list(Scope))[1]
    headers = {"Authorization": f"Bearer {secret}"}
    assert not client.get("/api/v1/me/", headers=headers).json()["is_organizer"]
    refused = client.post(f"/api/v1/maps/{theirs.pk}/archive/", headers=headers)
    assert refused.status_code == 403
    assert "Set it up at /accounts/2fa/." in refused.json()["detail"]
    give_codes(olga)
    assert client.get("/api/v1/me/", headers=headers).json()["is_organizer"]


@pytest.mark.django_db(transaction=True)
def test_a_socket_has_no_rights_either(olga, asked):
    seen = []

    async def inner(scope, receive, send):
        seen.append(scope["user"].is_staff)

    opened: Any = async_to_sync(SecondFactor(inner))
    opened({"user": olga}, None, None)
    give_codes(olga)
    opened({"user": olga}, None, None)
    assert seen == [False, True]


def test_an_operator_resets_lost_factors(alice):
    give_codes(alice)
    call_command("reset_second_factor", "ALICE")
    assert not Authenticator.objects.exists()
    entry = AuditEntry.objects.get()
    assert entry.act == "lost the second factors: the operator removed them"
    with pytest.raises(CommandError, match="no second factor"):
        call_command("reset_second_factor", "alice")
    with pytest.raises(CommandError, match="nobody"):
        call_command("reset_second_factor", "nobody")


@pytest.mark.parametrize(
    ("origin", "taken"),
    [
        ("http://testserver", True),
        ("http://testserver:9999", False),
        ("https://testserver", False),
        ("http://evil.example", False),
        (7, False),
    ],
)
def test_a_passkey_answers_pages_of_this_site_alone(origin, taken):
    answer = base64.urlsafe_b64encode(json.dumps({"origin": origin}).encode()).decode().rstrip("=")
    credential = {"response": {"clientDataJSON": answer}}
    with context.request_context(RequestFactory().get("/")):
        if taken:
            second_factor.require_own_origin(credential)
        else:
            with pytest.raises(ValidationError, match="not accepted"):
                second_factor.require_own_origin(credential)


@pytest.mark.parametrize("credential", [{}, [], {"response": {"clientDataJSON": "%%%"}}])
def test_an_invalid_answer_of_a_passkey_is_refused(credential):
    with (
        context.request_context(RequestFactory().get("/")),
        pytest.raises(ValidationError, match="not accepted"),
    ):
        second_factor.require_own_origin(credential)


def test_passkeys_belong_to_the_host_of_the_setting(settings):
    settings.SITE_URL = "https://arbiter.example.org:8443"
    adapter = second_factor.SecondFactorAdapter()
    with context.request_context(RequestFactory().get("/", headers={"host": "localhost"})):
        assert adapter.get_public_key_credential_rp_entity()["id"] == "arbiter.example.org"
