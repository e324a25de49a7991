"""The points of a game's rules for a match, for the core of the ladder and in words."""

from __future__ import annotations

from games.registry import GAMES
from ladder.core.points import Worth


def worth_of(game: str) -> Worth | None:
    """None where the game gives no points itself, or where the site does not have it any more."""
    points = GAMES[game].points if game in GAMES else None
    return None if points is None else Worth(points.win, points.draw, points.loss)


def worth_words(worth: Worth) -> str:
    """For example "3 points for a win, 0 for a draw, −1 for a loss"."""
    numbers = [str(number).replace("-", "\N{MINUS SIGN}") for number in (worth.draw, worth.loss)]
    return f"{worth.win} points for a win, {numbers[0]} for a draw, {numbers[1]} for a loss"
