"""A folder of installed games of its own, and an organizer at the desk."""

from __future__ import annotations

import pytest

from games.registry import GAMES


@pytest.fixture
def games(tmp_path, monkeypatch, db, redis_client):
    """The folder of installed games; at first there is none."""
    folder = tmp_path / "games"
    monkeypatch.setenv("ARBITER_GAMES", str(folder))
    GAMES.refresh()
    yield folder
    monkeypatch.undo()
    GAMES.refresh()


@pytest.fixture
def desk(client, olga, games):
    client.force_login(olga)
    return client
