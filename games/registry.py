"""The games of this installation: ours, one line each, and the installed ones."""

from __future__ import annotations

from games.game import Game
from games.table import Games, declared_in

OURS: dict[str, Game] = {
    game.name: game
    for game in (
        declared_in("games.snake"),
        declared_in("games.generals"),
        declared_in("games.xghj"),
        declared_in("games.lost_in_space"),
        declared_in("games.microwars"),
    )
}
"""In the order in which the site shows them."""

GAMES = Games(OURS)
