"""Games whose rules are a program of their own, which speaks the protocol of game logics.

They are installed into a folder, not written into this package.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from games.engine import Game

GAMES = "ARBITER_GAMES"
"""Environment variable: the folder of the installed games; empty: there are none."""

_ROOT = Path(__file__).resolve().parents[2]


def games_folder() -> Path | None:
    """Where games are installed: ``ARBITER_GAMES``, or ``games`` in the platform's own folder."""
    folder = os.environ.get(GAMES)
    if folder is None:
        return Path(os.environ.get("ARBITER_VAR") or _ROOT / "var", "games")
    return Path(folder) if folder else None


def installed_games(ours: Mapping[str, Game]) -> Mapping[str, Game]:
    """The games installed here that can be used beside ``ours``; the log says which cannot."""
    folder = games_folder()
    if folder is None or not folder.is_dir():
        return {}
    # Only now: what starts often has no games from outside.
    from games.outside.installed import read_table, report

    table = read_table(folder, ours)
    report(table.skipped)
    return table.games
