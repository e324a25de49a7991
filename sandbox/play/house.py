"""The house bots of a game, of which authors choose opponents."""

from __future__ import annotations

from games.game import Game

HEAD = ("name", "strength", "language", "how it plays")


def rows(game: Game) -> list[tuple[str, str, str, str]]:
    """The house bots of a game for a table with `HEAD`, from the weakest to the strongest."""
    return [
        (f"house:{bot.name}", strength(game, number), bot.language, bot.summary)
        for number, bot in enumerate(game.house, 1)
    ]


def strength(game: Game, number: int) -> str:
    """The strength of a house bot in words, numbered from 1."""
    slow = ", slow" if game.house[number - 1].practice else ""
    return f"{number} of {len(game.house)}{slow}"


def names(game: Game) -> str:
    """The house bots in words."""
    if not game.house:
        return "none"
    return "from the weakest to the strongest " + ", ".join(bot.name for bot in game.house)
