"""The meadow, as a game of this installation."""

from __future__ import annotations

import pytest

from maps.tests.steps import add_meadow


@pytest.fixture
def meadow(monkeypatch, settings):
    return add_meadow(monkeypatch, settings)
