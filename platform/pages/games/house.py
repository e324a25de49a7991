"""The house bots of a game as people see them who choose an opponent."""

from __future__ import annotations

from dataclasses import dataclass

from games.game import Game
from games.package import HouseBot
from ladder.core import rating as scale
from ladder.ratings import standings


@dataclass(frozen=True, slots=True)
class HouseLine:
    """A house bot: the ``number``-th of ``of``, 1 is the weakest; None has no rating yet."""

    bot: HouseBot
    number: int
    of: int
    rating: scale.Display | None


def house_lines(game: Game) -> list[HouseLine]:
    """From the weakest to the strongest."""
    ratings, count = standings.house_strengths(game), len(game.house)
    return [
        HouseLine(bot, number, count, ratings.get(bot.name))
        for number, bot in enumerate(game.house, 1)
    ]
