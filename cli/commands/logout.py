"""``arbiter logout``: forget the token of a site."""

from __future__ import annotations

import click

from cli import config
from cli.terminal import say


@click.command(short_help="Forget the token of a site.")
def command() -> None:
    """Forget the token of a site on this computer.  Revoke it there in the settings, API tokens."""
    address = config.address_of()
    kept = config.load()
    if kept.tokens.pop(address, None) is None:
        say(f"You were not logged in at {address}.")
        return
    kept.save()
    say(f"The token for {address} is deleted here. It still works until you revoke it: "
        f"{address}/settings/tokens/")  # fmt: skip
