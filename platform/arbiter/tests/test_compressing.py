"""Pages and answers of the API are compressed for readers who can read that; downloads are not."""

from __future__ import annotations

import gzip

import pytest
from django.urls import reverse

from ladder.seasons.current import ensure_seasons

pytestmark = pytest.mark.django_db
GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture(autouse=True)
def seasons():
    ensure_seasons()


@pytest.mark.parametrize("path", ["/", "/games/snake/", "/api/v1/games/", reverse("api:docs")])
def test_a_text_is_sent_in_a_fraction_of_its_bytes(client, path):
    plain, packed = client.get(path), client.get(path, headers=GZIP)
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content) / 2
    assert {"Accept-Encoding", "Cookie"} <= set(packed["Vary"].split(", "))


@pytest.mark.parametrize("path", ["/games/snake/kit/python.zip", "/robots.txt"])
def test_a_download_is_sent_as_it_is(client, path):
    assert "Content-Encoding" not in client.get(path, headers=GZIP)


def test_a_few_bytes_are_not_worth_it(client):
    assert "Content-Encoding" not in client.get("/api/v1/nothing/", headers=GZIP)
