"""The orchard, and a scenario in it."""

from __future__ import annotations

import pytest

from rulesets.tests.steps import install, make, plant


@pytest.fixture
def orchard(monkeypatch, settings, redis_client):
    install(monkeypatch, settings)


@pytest.fixture
def field(orchard, olga):
    """A private map of an organizer."""
    return plant(olga)


@pytest.fixture
def summer(field, olga):
    """A draft without problems."""
    return make(olga, field)
