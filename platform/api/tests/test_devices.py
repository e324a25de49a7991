"""The log-in of programs over HTTP, as RFC 8628 and RFC 6749 have it."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.models import DeviceLogin
from accounts.signing import devices

pytestmark = pytest.mark.django_db
GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def grant(client):
    """The answer of the first endpoint to a form."""
    cache.clear()
    answer = client.post("/api/v1/device/", {"client_id": "arbiter on newt"})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    return answer.json()


def ask(client, grant, **changed):
    form = {
        "grant_type": GRANT,
        "device_code": grant["device_code"],
        "client_id": "arbiter on newt",
    }
    answer = client.post("/api/v1/device/token/", form | changed)
    assert "no-store" in answer["Cache-Control"]
    return answer.status_code, answer.json()


def test_a_grant_has_codes_addresses_and_times(grant):
    assert grant["verification_uri"].endswith("/device/")
    assert grant["verification_uri_complete"].endswith(f"/device/?code={grant['user_code']}")
    assert (grant["expires_in"], grant["interval"]) == (600, 5)


def test_a_token_comes_once_after_it_was_allowed(client, grant, alice):
    status, body = ask(client, grant)
    assert (status, body["error"]) == (400, "authorization_pending")
    assert (ask(client, grant)[1]["error"]) == "slow_down"
    devices.decide(devices.find(grant["user_code"]), alice, allow=True)
    status, body = ask(client, grant)
    assert (status, body["token_type"], body["scope"]) == (200, "Bearer", "read bots")
    headers = {"Authorization": f"Bearer {body['access_token']}"}
    assert client.get("/api/v1/me/", headers=headers).json()["name"] == "alice"
    status, body = ask(client, grant)
    assert (status, body["error"]) == (400, "invalid_grant")


def test_a_refused_program_learns_it(client, grant, alice):
    devices.decide(DeviceLogin.objects.get(), alice, allow=False)
    assert ask(client, grant)[1]["error"] == "access_denied"


def test_an_old_code_has_expired(client, grant):
    DeviceLogin.objects.update(expires="2026-01-01T00:00Z")
    assert ask(client, grant)[1]["error"] == "expired_token"


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": ""}, "invalid_request"),
        ({"device_code": ""}, "invalid_request"),
        ({"device_code": "x"}, "invalid_grant"),
        ({"client_id": ""}, "invalid_request"),
        ({"client_id": "another"}, "invalid_grant"),
    ],
)
def test_a_wrong_request_has_its_own_error(client, grant, changed, error):
    status, body = ask(client, grant, **changed)
    assert (status, body["error"]) == (400, error)
    assert body["error_description"]


@pytest.mark.parametrize("form", [{}, {"client_id": ""}, {"client_id": "a\nb"}])
def test_a_program_without_a_name_is_refused(client, form):
    cache.clear()
    answer = client.post("/api/v1/device/", form)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


def test_a_program_that_begins_too_often_is_refused_with_words_and_no_other(client, settings):
    cache.clear()
    for _ in range(devices.MOST_WAITING):
        devices.begin("x", "127.0.0.1", "curl")
    answer = client.post("/api/v1/device/", {"client_id": "x"}, headers={"user-agent": "curl"})
    assert answer.status_code == 400
    assert "wait to be allowed" in answer.json()["error_description"]
    answers = [
        client.post("/api/v1/device/", {"client_id": "x"}, headers={"user-agent": "curl"})
        for _ in range(30)
    ]
    assert answers[-1].status_code == 429
    answer = client.post("/api/v1/device/", {"client_id": "y"}, headers={"user-agent": "arbiter"})
    assert answer.status_code == 200
