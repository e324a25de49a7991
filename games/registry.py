"""The games of this installation: ours, one line each, and those that were installed."""

from __future__ import annotations

from games.engine import Game
from games.generals.game import GENERALS
from games.lost_in_space.game import LOST_IN_SPACE
from games.outside import installed_games
from games.snake import SNAKE
from games.xghj import XGHJ

OURS: dict[str, Game] = {game.name: game for game in (SNAKE, GENERALS, XGHJ, LOST_IN_SPACE)}
GAMES: dict[str, Game] = {**OURS, **installed_games(OURS)}
