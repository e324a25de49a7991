"""Parts that tests of scenarios everywhere are made of."""

from __future__ import annotations

import copy
from typing import Any

from django.contrib.staticfiles import finders

from accounts.models import User
from games.tests import orchard
from games.tests.orchard import FIELD
from maps.models import Map
from maps.services import Draft as MapDraft
from maps.services import create_map
from maps.tests import meadow
from matches.tests import crowd
from rulesets import services
from rulesets.models import Scenario
from rulesets.services import Draft

DATA: dict[str, Any] = {
    "constants": {"turns": 2},
    "points": [{"name": "Old tree", "x": 1, "y": 3, "tags": ["gate", "old"]}],
    "parts": [{"kind": "gate", "tag": "gate"}],
}


def install(patch: Any, settings: Any) -> None:
    """Let the test's process, and judgers that it starts, have the orchard."""
    crowd.install(patch, orchard)
    # The meadow draws the same kinds of cells.
    static = (f"games/{orchard.GAME.name}", meadow.FOLDER / "static")
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, static]
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]


def plant(owner: User, name: str = "field", text: str = FIELD, **more: Any) -> Map:
    """A map of the orchard."""
    return create_map(owner, orchard.GAME.name, MapDraft(name, text, **more))


def draft(board: Map, **changes: Any) -> Draft:
    """The summer fair; ``data`` are changes of `DATA`."""
    data = {**copy.deepcopy(DATA), **changes.pop("data", {})}
    given: dict[str, Any] = {
        "game": orchard.GAME.name,
        "name": "summer",
        "title": "Summer fair",
        "base": "duel",
        "summary": "Two turns.",
        **changes,
    }
    return Draft(map=board, data=data, **given)


def make(by: User, board: Map, **changes: Any) -> Scenario:
    return services.create(by, draft(board, **changes))
