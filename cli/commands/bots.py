"""``arbiter bots``: the house bots of a game."""

from __future__ import annotations

import click

from cli import local
from cli.terminal import as_json, json_option, table
from sandbox.play.bots import HOUSE_HEAD, house_rows


@click.command(short_help="List the house bots of a game.")
@click.argument("game")
@json_option
def command(game: str) -> None:
    """List the house bots of a game, from the weakest to the strongest."""
    found = house_rows(local.game_named(game))
    names = ("bot", "strength", "language", "about")
    if not as_json([dict(zip(names, row, strict=True)) for row in found]):
        table(HOUSE_HEAD, found)
