"""``arbiter tests``: the regression tests of a bot."""

from __future__ import annotations

from typing import Any

import click

from cli.errors import CommandError
from cli.site import Site, find_bot, site_of
from cli.terminal import as_json, json_option, say, table


@click.command(short_help="Keep matches as tests of your bot.")
@click.argument("bot")
@click.option("--add", type=int, metavar="MATCH", help="Keep this match as a test.")
@click.option("--seat", type=click.IntRange(1), help="The seat of your bot in it, from 1.")
@click.option(
    "--as-then", is_flag=True, help="The goal is the recorded result; default: a first place."
)
@click.option("--remove", type=int, metavar="TEST", help="Remove a test, by its id.")
@click.option("--version", "number", type=int, help="Show the results of this version.")
@json_option
def command(
    bot: str,
    add: int | None,
    seat: int | None,
    as_then: bool,
    remove: int | None,
    number: int | None,
) -> None:
    """List the tests of BOT, a bot of yours, or the results of a version.

    Each new version plays the tests before it goes live.
    """
    site = site_of(login=True)
    path = f"bots/{bot_of(site, bot)['id']}"
    if add is not None:
        goal = "as-then" if as_then else "win"
        number_of_seat = None if seat is None else seat - 1
        site.post(f"{path}/tests/", {"match": add, "seat": number_of_seat, "goal": goal})
    if remove is not None:
        site.delete(f"{path}/tests/{remove}/")
    if number is not None:
        found = site.get(f"{path}/versions/{number}/tests/")
    else:
        found = list(site.rows(f"{path}/tests/"))
    if as_json(found):
        return
    if not found:
        say("There are no tests. Keep a match with: arbiter tests BOT --add MATCH")
    else:
        _show(found, runs=number is not None)


def _show(found: list[dict[str, Any]], *, runs: bool) -> None:
    if runs:
        rows = [(run["test"], run["verdict"], run["change"], run["match"]) for run in found]
        table(("test", "result", "against the version before", "match"), rows)
    else:
        rows = [(test["id"], test["match"], test["seat"] + 1, test["goal"]) for test in found]
        table(("test", "match", "seat", "goal"), rows)


def bot_of(site: Site, name: str) -> dict[str, Any]:
    """The bot of this name, or "owner/name".  `CommandError` where there is none."""
    owner, bot = find_bot(site, name)
    if bot is None:
        raise CommandError(f"{owner} has no bot “{name.rpartition('/')[2]}”.")
    return bot
