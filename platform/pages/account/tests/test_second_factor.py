"""Two-factor codes: set up, asked for at a log-in, replaced by recovery codes, turned off."""

from __future__ import annotations

import base64
import hmac
import struct
import time

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client

from audit.models import AuditEntry
from notices.tests.steps import mails

pytestmark = pytest.mark.django_db
TOTP = "/accounts/2fa/totp"
CODE = "/accounts/2fa/authenticate/"


def code_of(secret: str) -> str:
    """The code of now, by RFC 6238."""
    moment = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.digest(base64.b32decode(secret), moment, "sha1")
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF) % 10**6:06}"


def log_in(client: Client) -> str:
    cache.clear()
    form = {"login": "alice", "password": "alice-secret-1"}
    return client.post("/accounts/login/", form)["Location"]


@pytest.fixture
def secret(client, alice) -> str:
    log_in(client)
    page = client.get(f"{TOTP}/activate/")
    secret: str = page.context["form"].secret
    assert f'<code class="break">{secret}</code>' in page.text
    assert "data:image/svg+xml;base64," in page.text
    assert client.post(f"{TOTP}/activate/", {"code": "000000x"}).status_code == 200
    assert not Authenticator.objects.exists()
    done = client.post(f"{TOTP}/activate/", {"code": code_of(secret)})
    assert done["Location"] == "/accounts/2fa/recovery-codes/"
    return secret


def test_a_log_in_asks_for_the_code(client, secret):
    other = Client()
    assert log_in(other).startswith("/accounts/2fa/authenticate/")
    assert other.get("/settings/").status_code == 302
    wrong = other.post("/accounts/2fa/authenticate/", {"code": "12"})
    assert 'class="error"' in wrong.text
    other.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert other.get("/settings/").status_code == 200


def test_a_recovery_code_replaces_the_app_once(client, secret):
    code = client.get("/accounts/2fa/recovery-codes/").context["unused_codes"][0]
    for status in (200, 302):
        other = Client()
        log_in(other)
        other.post("/accounts/2fa/authenticate/", {"code": code})
        assert other.get("/settings/").status_code == status


def test_wrong_codes_leave_recovery_codes_to_use_and_are_named_as_codes(client, secret):
    codes = client.get("/accounts/2fa/recovery-codes/").context["unused_codes"]
    other = Client()
    log_in(other)
    for _ in range(5):
        other.post(CODE, {"code": "000000"})
    refused = other.post(CODE, {"code": code_of(secret)}).text
    assert "Too many wrong codes" in refused
    assert "password" not in refused.split("<main")[1]
    for _ in range(5):
        assert "Too many" not in other.post(CODE, {"code": "00000000"}).text
    assert "Too many wrong recovery codes" in other.post(CODE, {"code": codes[0]}).text
    cache.clear()
    for _ in range(6):
        other.post(CODE, {"code": "000000"})
    assert other.post(CODE, {"code": codes[0]}).status_code == 302
    assert other.get("/settings/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_changes_are_mailed_and_in_the_audit_trail(client, secret):
    client.post(f"{TOTP}/deactivate/")
    assert not Authenticator.objects.exists()
    acts = set(AuditEntry.objects.values_list("act", flat=True))
    assert {"turned on two-factor codes", "turned off two-factor codes"} <= acts
    assert any("somebody turned on two-factor codes" in each.body for each in mails())


def test_a_change_asks_for_the_password_again(client, alice):
    client.force_login(alice)
    assert "reauthenticate" in client.get(f"{TOTP}/activate/")["Location"]


def test_the_pages_are_in_our_frame(client, secret):
    for path in ("", "recovery-codes/", "recovery-codes/generate/", "totp/deactivate/"):
        page = client.get(f"/accounts/2fa/{path}")
        assert page.status_code == 200
        assert 'class="site-head"' in page.text
        assert "<script>" not in page.text
