"""The cast as programs: each person calls with a token of theirs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping

import pytest
from django.core.cache import cache
from django.core.files.base import ContentFile
from rest_framework.test import APIClient

from accounts.models import User
from accounts.signing.tokens import create_token, scopes_for
from games.package import Export
from games.registry import GAMES
from ladder.models import RatedMatch
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, add_version, finish, make_bot
from matches.models import Match
from matches.services import create_match


@pytest.fixture(autouse=True)
def _no_throttle_of_yesterday():
    cache.clear()


def client_of(user) -> APIClient:
    client = APIClient()
    if user is not None:
        client.credentials(
            HTTP_AUTHORIZATION=f"Token {create_token(user, 'test', scopes_for(user))[1]}"
        )
    return client


class People(Mapping[str, APIClient]):
    """Clients by name, made when a test asks for one: each needs a token of its own."""

    def __init__(self, users: dict[str, User | None]) -> None:
        self._users = users
        self._made: dict[str, APIClient] = {}

    def __getitem__(self, name: str) -> APIClient:
        if name not in self._made:
            self._made[name] = client_of(self._users[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._users)

    def __len__(self) -> int:
        return len(self._users)


@pytest.fixture
def people(alice, bob, charlie, olga, team):
    """Name → client with that person's token; ``nobody`` has none."""
    return People({"nobody": None, "alice": alice, "bob": bob, "charlie": charlie, "olga": olga})


@pytest.fixture
def worm(alice, team):
    """Alice's bot, shared with bob; version 1 plays, version 2 is ready, version 3 failed."""
    bot = make_bot(alice, "worm", team)
    add_version(bot, active=False)
    add_version(bot, state="failed", active=False)
    return bot


@pytest.fixture
def viper(charlie):
    """Charlie's bot, which plays."""
    return make_bot(charlie, "viper")


@pytest.fixture
def season(db):
    ensure_seasons()
    return current_season("snake", RULESET)


@pytest.fixture
def match(season, worm, viper) -> Match:
    """A finished ladder match that worm won; its seat 0 wrote a log."""
    versions = [worm.active_version, viper.active_version]
    match = create_match("snake", RULESET, "ladder", versions)
    RatedMatch.objects.create(match=match, season=season)
    finish(match, [1, 2])
    seat = match.seats.get(number=0)
    row = {"game": 0, "turn": 3, "text": "thinking about apples"}
    seat.log.save("log.gz", ContentFile(gzip.compress(json.dumps(row).encode() + b"\n")))
    return match


@pytest.fixture
def turns_export(monkeypatch):
    """A native format of snake that is small enough to know by heart."""

    def write(replay) -> bytes:
        return json.dumps([frame["turn"] for frame in replay.read()]).encode()

    export = Export("turns", "Turns", "json", "application/json", write)
    monkeypatch.setattr(type(GAMES["snake"]), "exports", (export,))
    return export
