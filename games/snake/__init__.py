"""Snake: two players, a 16 x 16 board, snakes that split, solidify and melt walls."""

from games.snake.game import SNAKE

__all__ = ["SNAKE"]
