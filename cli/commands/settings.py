"""``arbiter settings``: the settings of a bot."""

from __future__ import annotations

import click

from cli.commands.tests import bot_of
from cli.site import site_of
from cli.terminal import as_json, json_option, table


@click.command(short_help="Show or change the settings of your bot.")
@click.argument("bot")
@click.option(
    "--sparring/--no-sparring",
    default=None,
    help="Whether its old versions may be sparring partners of other bots, in unrated matches.",
)
@json_option
def command(bot: str, sparring: bool | None) -> None:
    """Show the settings of BOT, a bot of yours, after changing those that are given."""
    site = site_of(login=True)
    found = bot_of(site, bot)
    if sparring is not None:
        found = site.patch(f"bots/{found['id']}/", {"sparring": sparring})
    if as_json(found):
        return
    words = "yes" if found["sparring"] else "no"
    rows = [
        ("about", found["about"]),
        ("made with", found["made_with"]),
        ("team", found["team"] or ""),
        ("old versions may be sparring partners", words),
    ]
    table(("setting", "value"), rows)
