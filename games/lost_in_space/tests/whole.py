"""The game as it is, for those who name it by a module."""

from games.lost_in_space.game import LOST_IN_SPACE

GAME = LOST_IN_SPACE
