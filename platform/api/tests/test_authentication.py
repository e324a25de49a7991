"""Programs call with tokens, browsers with sessions."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import ApiToken
from accounts.signing.tokens import create_token
from api.tests.test_problems import assert_problem


def test_a_token_says_who_calls(people):
    body = people["bob"].get("/api/v1/me/").json()
    assert (body["name"], body["teams"], body["is_organizer"]) == ("bob", ["wonderland"], False)


@pytest.mark.parametrize(
    "header",
    [
        "Token",
        "Token a b",
        "Bearer",
        "Bearer arb_wrong",
        "Token arb_wrong",
        "Token \xe9\xff",
        "Token " + "x" * 4000,
    ],
)
def test_a_token_that_is_none_is_refused_even_for_what_is_public(db, header):
    response = APIClient().get("/api/v1/bots/", headers={"Authorization": header})
    assert_problem(response, 401)
    assert response["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_is_refused(alice):
    token, secret = create_token(alice, "old", ["read"])
    token.delete()
    response = APIClient().get("/api/v1/me/", headers={"Authorization": f"Token {secret}"})
    assert_problem(response, 401)


def test_the_token_of_somebody_who_left_is_refused(alice, people):
    alice.is_active = False
    alice.save()
    assert_problem(people["alice"].get("/api/v1/me/"), 401)


def test_the_last_use_is_noted_at_most_once_a_minute(alice, people):
    client = people["alice"]
    token = ApiToken.objects.get(user=alice)
    assert token.last_used is None
    client.get("/api/v1/me/")
    token.refresh_from_db()
    first = token.last_used
    assert first is not None
    people["alice"].get("/api/v1/me/")
    token.refresh_from_db()
    assert token.last_used == first
    earlier = timezone.now() - timedelta(seconds=61)
    ApiToken.objects.filter(pk=token.pk).update(last_used=earlier)
    people["alice"].get("/api/v1/me/")
    token.refresh_from_db()
    assert token.last_used > first


def test_a_session_needs_a_csrf_token_to_change_things(alice):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.get("/api/v1/me/").json()["name"] == "alice"
    body = {"game": "snake", "name": "worm"}
    assert "CSRF" in assert_problem(client.post("/api/v1/bots/", body), 403)["detail"]
    assert not alice.bots.exists()
    client.cookies["csrftoken"] = secret = "a" * 32
    headers = {"X-CSRFToken": secret}
    assert client.post("/api/v1/bots/", body, headers=headers).status_code == 201
