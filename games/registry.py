"""The games of this installation, one line each."""

from __future__ import annotations

from games.engine import Game
from games.snake import SNAKE

GAMES: dict[str, Game] = {game.name: game for game in (SNAKE,)}
