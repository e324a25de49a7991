"""The games of this installation: ours, one line each, and the installed ones."""

from __future__ import annotations

from games.table import Declared, Games

OURS = Declared(
    "games.snake",
    "games.generals",
    "games.xghj",
    "games.lost_in_space",
    "games.microwars",
)
"""In the order in which the site shows them."""

GAMES = Games(OURS)
