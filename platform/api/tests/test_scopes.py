"""Rights of tokens: every endpoint, with a token of each scope."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import URLPattern, URLResolver
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import ApiToken, Scope
from accounts.signing.tokens import create_token, scopes_for
from api.tests.test_problems import assert_problem
from api.urls import urlpatterns
from bots.models import Bot
from maps.models import Map
from maps.tests.steps import add_meadow, make_map

KEPT_NOTHING = {"map-check", "map-generate"}
"""Posts after which nothing has changed: reading is enough."""


def client_with(user, *scopes, word="Bearer") -> APIClient:
    client = APIClient()
    secret = create_token(user, "program", scopes)[1]
    client.credentials(HTTP_AUTHORIZATION=f"{word} {secret}")
    return client


def endpoints():
    """``(name, method, path)`` of every endpoint below ``/api/v1/``."""
    found: list[tuple[str, str, str]] = []

    def walk(patterns, prefix):
        for pattern in patterns:
            here = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, here)
            elif isinstance(pattern, URLPattern) and pattern.name != "unknown":
                view: Any = pattern.callback
                methods = getattr(view, "actions", None) or {
                    name: ""
                    for name in view.view_class.http_method_names
                    if name != "options" and hasattr(view.view_class, name)
                }
                found.extend((str(pattern.name), method, here) for method in methods)

    walk(urlpatterns, "/api/")
    return sorted({(name, method, filled(path)) for name, method, path in found})


def filled(path: str) -> str:
    """An address of the pattern ``path``; nothing need be there."""
    for group, value in {
        "(?P<pk>[0-9]+)": "1",
        "(?P<pk>[0-9]{1,18})": "1",
        "(?P<bot_id>[0-9]+)": "1",
        "(?P<number>[0-9]+)": "1",
        "(?P<slug>[-a-zA-Z0-9_]+)": "cup",
        "(?P<key>[-a-zA-Z0-9_]+)": "final",
        "(?P<name>[^/]+)": "snake",
        "(?P<kind>[a-z]+)": "game",
        "(?P<key>[^?]+)": "snake",
        "^": "",
        "$": "",
        "\\Z": "",
    }.items():
        path = path.replace(group, value)
    assert not set(path) & set("()[]<>?"), path
    return path


ENDPOINTS = endpoints()


def needed(name: str, method: str) -> Scope:
    reads = method in ("get", "head") or name in KEPT_NOTHING
    if name.startswith("organize-") and not (reads and name == "organize-announcements"):
        return Scope.ORGANIZE
    return Scope.READ if reads else Scope.BOTS


def test_every_endpoint_is_found():
    assert len(ENDPOINTS) > 40
    assert {method for _, method, _ in ENDPOINTS} >= {"get", "post", "patch"}


@pytest.mark.parametrize("scope", Scope)
def test_each_endpoint_wants_the_scope_for_it(olga, scope):
    client = client_with(olga, scope)
    for name, method, path in ENDPOINTS:
        answer = getattr(client, method)(path)
        refused = answer.status_code == 403 and "needs a token with the scope" in str(answer.data)
        free = path in ("/api/schema/", "/api/docs/")
        assert refused == (not free and scope != needed(name, method)), (name, method, answer.data)


def test_a_missing_scope_is_named_with_the_place_to_make_such_a_token(alice):
    answer = client_with(alice, "read").post("/api/v1/bots/", {"game": "snake", "name": "worm"})
    assert assert_problem(answer, 403)["detail"] == (
        "This request needs a token with the scope “bots”. The token “program” has only “read”. "
        "Make a token with the scope “bots” at /settings/tokens/."
    )
    assert not Bot.objects.exists()
    assert (
        client_with(alice, "bots")
        .post("/api/v1/bots/", {"game": "snake", "name": "worm"})
        .status_code
        == 201
    )


@pytest.fixture
def theirs(monkeypatch, settings, alice):
    """A public map of alice's."""
    add_meadow(monkeypatch, settings)
    return make_map(alice, public=True)


def test_without_organize_an_organizer_is_a_player(olga, theirs):
    path = f"/api/v1/maps/{theirs.pk}/archive/"
    answer = client_with(olga, "read", "bots").post(path, {"reason": "Copied."}, format="json")
    detail = assert_problem(answer, 403)["detail"]
    assert "make a token with the scope “organize” at /settings/tokens/" in detail
    assert not Map.objects.exclude(archived=None).exists()
    allowed = client_with(olga, "bots", "organize")
    assert allowed.post(path, {"reason": "Copied."}, format="json").status_code == 200


def test_a_program_learns_its_scopes(olga):
    body = client_with(olga, "read").get("/api/v1/me/").json()
    assert (body["scopes"], body["is_organizer"]) == (["read"], False)
    body = client_with(olga, "read", "organize").get("/api/v1/me/").json()
    assert (body["scopes"], body["is_organizer"]) == (["read", "organize"], True)
    session = APIClient()
    session.force_login(olga)
    body = session.get("/api/v1/me/").json()
    assert (body["scopes"], body["is_organizer"]) == (None, True)


def test_a_player_cannot_give_a_token_the_rights_of_organizers(alice, olga):
    assert scopes_for(alice) == ["read", "bots"]
    assert scopes_for(olga) == ["read", "bots", "organize"]
    with pytest.raises(ValidationError, match="“organize” is not a scope that you can give"):
        create_token(alice, "program", ["read", "organize"])


def test_the_limited_copy_of_an_organizer_is_never_saved(olga):
    with pytest.raises(RuntimeError):
        olga.without_organizing().save()
    olga.refresh_from_db()
    assert olga.is_staff


@pytest.mark.parametrize("word", ["Bearer", "bearer", "Token"])
def test_the_word_before_a_token_is_bearer_or_token(alice, word):
    assert client_with(alice, "read", word=word).get("/api/v1/me/").json()["name"] == "alice"


def test_an_expired_token_is_refused_with_the_date_and_stays_in_the_list(alice):
    client = client_with(alice, "read")
    assert client.get("/api/v1/me/").status_code == 200
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    detail = assert_problem(client.get("/api/v1/me/"), 401)["detail"]
    assert detail.startswith("This token expired on ")
    assert detail.endswith("Make a new one at /settings/tokens/.")
    assert ApiToken.objects.get().is_expired
