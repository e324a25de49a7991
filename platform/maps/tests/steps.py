"""Parts that tests of maps everywhere are made of."""

from __future__ import annotations

from django.contrib.staticfiles import finders

from accounts.models import User
from games.game import Game
from games.registry import OURS
from maps.models import Map
from maps.services import Draft, create_map
from maps.tests.meadow import FIELD, MEADOW


def add_meadow(monkeypatch, settings) -> Game:
    """Let the test's process have the meadow as one more game, with its static files."""
    monkeypatch.setitem(OURS, MEADOW.name, MEADOW)
    static = (f"games/{MEADOW.name}", MEADOW.folder / "static")
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, static]
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]
    return MEADOW


def make_map(owner: User, name: str = "field", text: str = FIELD, **more) -> Map:
    return create_map(owner, MEADOW.name, Draft(name, text, **more))
