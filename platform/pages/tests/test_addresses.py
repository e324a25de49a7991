"""Addresses of the site that leave it are those of its setting, whatever a request names."""

from __future__ import annotations

import pytest
from django.urls import reverse

from following.services import feed_token
from ladder.tests.play import finish, make_bot
from matches.services import create_match

pytestmark = pytest.mark.django_db
SITE = "https://arbiter.example.org"


def test_no_address_follows_the_host_of_a_request(client, alice, settings, redis_client):
    settings.SITE_URL = SITE
    versions = [make_bot(alice, name).versions.get() for name in ("one", "two")]
    match = finish(create_match("snake", "blitz", "ladder", versions), [1, 2])
    client.force_login(alice)
    pages = [
        f"/matches/{match.pk}/",
        f"/embed/matches/{match.pk}/",
        f"/oembed/?url={SITE}/matches/{match.pk}/",
        f"/api/v1/matches/{match.pk}/",
        "/api/v1/bots/?page_size=1",
        "/api/v1/search/?q=one",
        reverse("api:docs"),
        reverse("game-kit", args=["snake"]),
        "/settings/following/",
        reverse("following-feed", args=[feed_token(alice)]),
        reverse("game-feed", args=["snake"]),
        reverse("game-changes-feed", args=["snake"]),
    ]
    for page in pages:
        answer = client.get(page, headers={"host": "localhost:9999"})
        assert answer.status_code == 200, page
        assert "localhost" not in answer.text, page
        assert SITE in answer.text, page
