"""``arbiter bots``: the house bots of a game."""

from __future__ import annotations

import click

from cli import local
from cli.terminal import json_option, print_json, table
from sandbox.play.house import HEAD, rows


@click.command(short_help="List the house bots of a game.")
@click.argument("game")
@json_option
def command(game: str, as_json: bool) -> None:
    """List the house bots of a game, from the weakest to the strongest."""
    found = rows(local.game_named(game))
    if as_json:
        print_json([dict(zip(("bot", "strength", "language", "about"), row, strict=True))
                    for row in found])  # fmt: skip
    else:
        table(HEAD, found)
