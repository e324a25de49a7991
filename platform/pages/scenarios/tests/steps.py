"""The form data of scenarios, and the text of pages."""

from __future__ import annotations

import re
from typing import Any

from maps.models import Map

NEW = "/desk/scenarios/new/orchard/"


def typed(board: Map, **changes: Any) -> dict[str, Any]:
    """The form data of the summer fair."""
    return {
        "title": "Summer fair",
        "name": "summer",
        "summary": "Two turns.",
        "base": "duel",
        "map": board.pk,
        "constants-turns": "2",
        "constants-wind": "",
        "points-0-name": "Old tree",
        "points-0-row": "4",
        "points-0-column": "2",
        "points-0-tags": "gate, old",
        "parts-7-kind": "gate",
        "parts-7-tag": "gate",
        **changes,
    }


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
