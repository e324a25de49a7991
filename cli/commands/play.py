"""``arbiter play``: matches between bots on this computer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli import local, referee
from cli.errors import CommandError, Exit
from cli.terminal import note

BOTS = (
    "Each BOT is a source file, a folder, a zip, or house:NAME for a bot that comes with the game. "
    "Fewer bots than seats take several each."
)


@click.command(
    help=f"Play matches on this computer.\n\n{BOTS}",
    short_help="Play matches on this computer.",
)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option("--ruleset", metavar="R", help="The ruleset; default: the first one of the game.")
@click.option("--seed", metavar="N", type=int, help="The seed of the first match; default: random.")
@click.option("--map", metavar="FILE", help="A file with a map, or the name of a map of the game.")
@click.option(
    "--option",
    "options",
    metavar="NAME[=N]",
    multiple=True,
    help="A rule of the matches, such as leapfrog or misty_veil=3.",
)
@click.option("--games", metavar="N", type=int, default=1, help="The number of matches.")
@click.option("--no-mirror", "mirrored", is_flag=True, flag_value=False, default=True,
              help="Do not play each seed from every seat.")  # fmt: skip
@click.option("--jobs", metavar="N", type=int, default=1, help="Matches to play at a time.")
@click.option("--replay", metavar="FILE", type=Path, help="Write a replay (.jsonl.gz).")
@click.option("--show", is_flag=True, help="Open the first match's replay in the browser.")
@click.option("--log", is_flag=True, help="Print the standard error of the bots.")
@click.option("--verbose", is_flag=True, help="Print a line for each match.")
@click.option("--no-sandbox", "plain", is_flag=True, help="Play one match of plain programs.")
@click.option("--game-module", "modules", metavar="M", multiple=True,
              help="A Python module with a game of its own, as GAME.")  # fmt: skip
def command(game: str, bots: tuple[str, ...], plain: bool, **given: Any) -> int:
    if plain or not local.has_judger():
        return _by_referee(game, bots, given, local.CHOSEN if plain else local.PLAIN)
    from sandbox.play.command import run
    from sandbox.play.options import Given

    try:
        with local.playing():
            return run(Given(game=game, bots=bots, **given), local.bar)
    except CommandError as error:
        if error.status is Exit.FAILED and not local.has_sandbox():
            offer = "This computer allows no sandbox; --no-sandbox plays a match without one."
            raise CommandError(f"{error}\n{offer}", Exit.FAILED) from error
        raise


def _by_referee(game: str, bots: tuple[str, ...], given: dict[str, Any], words: str) -> int:
    unknown = [
        f"--{name}" for name in ("ruleset", "map", "options", "replay", "show") if given[name]
    ]
    if given["games"] != 1:
        unknown.append("--games")
    if unknown:
        raise CommandError(f"Without the judger there is no {', '.join(unknown)}. Leave it out.")
    note(words)
    return referee.play(local.game_named(game), bots, given["seed"])
