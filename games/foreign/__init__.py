"""Games whose rules are a program of their own, which speaks the protocol of game logics.

They are installed into a folder, not written into this package.
"""

from __future__ import annotations

import os
from pathlib import Path

GAMES = "ARBITER_GAMES"
"""Environment variable: the folder of the installed games; empty: there are none."""

STATIC_FOLDER = Path(__file__).resolve().parent / "static"
"""The view of all such games."""

_ROOT = STATIC_FOLDER.parents[2]


def games_folder() -> Path | None:
    """Where games are installed: ``ARBITER_GAMES``, or ``games`` in the platform's own folder."""
    folder = os.environ.get(GAMES)
    if folder is None:
        return Path(os.environ.get("ARBITER_VAR") or _ROOT / "var", "games")
    return Path(folder) if folder else None
