"""The maps and scenarios that ship with the game, from the files of this package."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from games.engine import JSON

FOLDER = Path(__file__).parent
STANDARD = "standard"
MAPS = ("commons", "quarters", "narrows", "field", "track", "campus")
"""Names of files in ``maps/``."""
SCENARIOS = (STANDARD, "four", "duel", "teaching", "machines", "halls")
"""Names of files in ``scenarios/``."""


@lru_cache
def map_text(name: str) -> str:
    """The text of a shipped map; its name is one of `MAPS`."""
    return (FOLDER / "maps" / f"{name}.txt").read_text()


def scenario(name: str) -> JSON:
    """A shipped scenario's JSON.  ValueError for an unknown name."""
    if name not in SCENARIOS:
        raise ValueError(f"there is no scenario {name!r:.40}; there are {', '.join(SCENARIOS)}")
    return json.loads(_scenario_text(name))


@lru_cache
def _scenario_text(name: str) -> str:
    return (FOLDER / "scenarios" / f"{name}.json").read_text()
