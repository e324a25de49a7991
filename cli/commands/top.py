"""``arbiter top``: the standings of a ladder."""

from __future__ import annotations

import click

from cli.errors import CommandError, Exit
from cli.site import site_of
from cli.terminal import as_json, json_option, table


@click.command(short_help="Show the standings of a ladder.")
@click.argument("game")
@click.argument("ruleset", required=False)
@click.option("-n", "count", type=click.IntRange(1, 500), default=20, help="The number of bots.")
@json_option
def command(game: str, ruleset: str | None, count: int) -> None:
    """Show the best bots of a GAME, by the running season of RULESET (the game's first one if it is
    not given)."""
    site = site_of()
    rules = ruleset or site.get(f"games/{game}/")["rulesets"][0]["name"]
    season = next(site.rows("seasons/", 1, game=game, ruleset=rules, running="true"), None)
    if season is None:
        raise CommandError(f"No season of {game}, {rules} runs now.", Exit.SITE)
    rows = list(site.rows(f"seasons/{season['id']}/standings/", count))
    if as_json(rows):
        return
    shown = [
        (row["place"], f"{row['bot']['owner']}/{row['bot']['name']}", row["rating"],
         f"± {row['uncertainty']}", row["matches"])
        for row in rows
    ]  # fmt: skip
    table(("place", "bot", "rating", "", "matches"), shown, right=(0, 2, 3, 4))
