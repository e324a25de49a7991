"""Rooms of a toy with secrets, and a bot that plays it."""

from __future__ import annotations

import pytest

from bots.services import create_bot
from games.tests.crowd import bidder
from matches.tests.crowd import install
from rooms import services
from sandbox.tests import auction


@pytest.fixture
def auctions(monkeypatch):
    """The toy is a game of the site."""
    install(monkeypatch, auction)


@pytest.fixture
def bidding(auctions, make_ready, bob):
    """A version of bob's that plays the toy."""
    version = make_ready(create_bot(bob, "auction", "bidder"), bidder())
    assert version.state == "ready", version.failure
    return version


@pytest.fixture
def often(monkeypatch):
    """Sockets and workers ask several times a second how the match is."""
    monkeypatch.setattr("live.seats.SILENCE_SECONDS", 0.3)
    monkeypatch.setattr("matches.playing.runner.BEAT_SECONDS", 0.3)


@pytest.fixture
def room(auctions, transactional_db, alice):
    """Alice's."""
    return services.open_room(alice, "auction", "duel")
