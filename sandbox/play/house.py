"""``bots``: the house bots of a game, of which authors choose opponents."""

from __future__ import annotations

import argparse
import sys

from games.game import Game
from sandbox.judger.job import JobError, game_named
from sandbox.play.columns import aligned
from sandbox.play.options import add_module
from sandbox.play.status import Status, complain

_HEAD = ("name", "strength", "language", "how it plays")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="name of the game")
    add_module(parser)


def run(given: argparse.Namespace) -> Status:
    try:
        game = game_named(given.game, given.modules)
    except JobError as error:
        return complain(Status.REFUSED, error)
    rows = [
        (f"house:{bot.name}", strength(game, number), bot.language, bot.summary)
        for number, bot in enumerate(game.house, 1)
    ]
    sys.stdout.write("\n".join(aligned([_HEAD, *rows])) + "\n")
    return Status.PLAYED


def strength(game: Game, number: int) -> str:
    """The strength of a house bot in words, numbered from 1."""
    slow = ", slow" if game.house[number - 1].practice else ""
    return f"{number} of {len(game.house)}{slow}"


def names(game: Game) -> str:
    """The house bots in words."""
    if not game.house:
        return "none"
    return "from the weakest to the strongest " + ", ".join(bot.name for bot in game.house)
