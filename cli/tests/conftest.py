"""The program with settings of its own, and a real site."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.signing.tokens import create_token
from cli import app


@pytest.fixture(autouse=True)
def _own_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("ARBITER_SITE", "ARBITER_TOKEN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def arbiter(capfd):
    """Run the program; its exit status, output and errors."""

    def arbiter(*words):
        status = app.main([str(word) for word in words])
        said = capfd.readouterr()
        return status, said.out, said.err

    return arbiter


@pytest.fixture
def at_home(live_server, alice, monkeypatch):
    """Alice's computer: the site is known, and she is logged in."""
    cache.clear()
    monkeypatch.setenv("ARBITER_SITE", live_server.url)
    monkeypatch.setenv("ARBITER_TOKEN", create_token(alice, "home", ["read", "bots"])[1])
    return live_server.url
