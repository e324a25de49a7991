"""The site while its cache is away."""

from __future__ import annotations

import pytest
from django.core.cache import caches


@pytest.fixture
def cache_away(settings, tmp_path):
    """A cache whose Redis is not there, in the place of the site's."""
    address = f"unix://{tmp_path}/nobody.sock"
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": address}}
    return caches["default"]


def test_nothing_is_found_and_nothing_fails(cache_away):
    cache_away.set("a", 1)
    cache_away.set_many({"a": 1})
    assert cache_away.get("a", 7) == 7
    assert cache_away.get_many(["a"]) == {}
    assert cache_away.add("lock", 1)
    assert not cache_away.has_key("a")
    assert not cache_away.touch("a")
    assert not cache_away.delete("a")


def test_people_log_in_and_programs_ask_while_the_cache_is_away(cache_away, client, alice):
    alice.set_password("a-long-enough-one")
    alice.save()
    form = {"login": alice.username, "password": "a-long-enough-one"}
    assert client.post("/accounts/login/", form).status_code == 302
    assert client.get("/api/v1/matches/").status_code == 200


def test_all_objects_of_the_cache_share_one_client(settings):
    from arbiter.cache import PatientCache

    location, options = (
        settings.CACHES["default"]["LOCATION"],
        settings.CACHES["default"]["OPTIONS"],
    )
    first, second = (PatientCache(location, {"OPTIONS": options}) for _ in range(2))
    assert first._cache is second._cache
    assert first._cache.get_client() is second._cache.get_client("a key", write=True)
    assert PatientCache(location + "?db=1", {"OPTIONS": options})._cache is not first._cache
