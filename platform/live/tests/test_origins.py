"""Which pages may open a socket."""

from __future__ import annotations

import pytest

from live.origins import is_own


def asked(origin, host="127.0.0.1:8000", scheme="ws"):
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return is_own({"type": "websocket", "scheme": scheme, "headers": headers})


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://arbiter.example.org"
    settings.ALLOWED_HOSTS = ["arbiter.example.org", "127.0.0.1"]


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("https://arbiter.example.org", "arbiter.example.org", "ws"),
        ("https://ARBITER.example.org:443", "127.0.0.1:8000", "ws"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws"),
        ("http://127.0.0.1", "127.0.0.1:80", "ws"),
        ("https://127.0.0.1:8000", "127.0.0.1:8000", "wss"),
    ],
)
def test_pages_of_the_site_may(origin, host, scheme):
    assert asked(origin, host, scheme)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://127.0.0.1:9999", "127.0.0.1:8000", "ws"),  # another port
        ("http://arbiter.example.org", "arbiter.example.org", "wss"),  # another scheme
        ("https://arbiter.example.org:9999", "arbiter.example.org", "wss"),
        ("http://evil.example:8000", "evil.example:8000", "ws"),  # a name that leads here
        ("https://arbiter.example.org.evil.example", "arbiter.example.org", "wss"),
        ("null", "127.0.0.1:8000", "ws"),
        ("http://127.0.0.1:x", "127.0.0.1:8000", "ws"),
        ("http://[", "127.0.0.1:8000", "ws"),
        ("", "127.0.0.1:8000", "ws"),
        (None, "127.0.0.1:8000", "ws"),
    ],
)
def test_other_pages_may_not(origin, host, scheme):
    assert not asked(origin, host, scheme)


def test_a_site_with_https_has_no_pages_without_it(settings):
    settings.SESSION_COOKIE_SECURE = True
    assert not asked("http://127.0.0.1:8000")
    assert asked("https://127.0.0.1:8000")


def test_addresses_that_the_operator_trusts_may(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://second.example.org", "https://*.example.net"]
    assert asked("https://second.example.org")
    assert asked("https://third.example.net")
    for other in ("https://third.example.net:9999", "http://third.example.net", "https://net"):
        assert not asked(other)
    assert not asked("https://evilexample.net")
    assert not asked("https://x.second.example.org")
