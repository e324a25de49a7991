"""The games of this installation: ours, one line each, and those that were installed."""

from __future__ import annotations

from games.engine import Game
from games.outside import installed_games
from games.snake import SNAKE

OURS: dict[str, Game] = {game.name: game for game in (SNAKE,)}
GAMES: dict[str, Game] = {**OURS, **installed_games(OURS)}
