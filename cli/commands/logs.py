"""``arbiter logs``: the standard error of a bot in a match."""

from __future__ import annotations

import click

from cli.errors import CommandError, Exit
from cli.site import SiteError, site_of
from cli.terminal import as_json, json_option, say


@click.command(short_help="Print the standard error of your bots in a match.")
@click.argument("match", type=int)
@click.option("--seat", type=click.IntRange(1), help="Only this seat, from 1.")
@json_option
def command(match: int, seat: int | None) -> None:
    """Print what your bots wrote to standard error in MATCH."""
    site = site_of(login=True)
    seats = site.get(f"matches/{match}/")["seats"]
    numbers = [each["number"] for each in seats if seat is None or each["number"] + 1 == seat]
    if not numbers:
        raise CommandError(f"Match {match} has no seat {seat}; its seats are 1 to {len(seats)}.")
    found = {}
    for number in numbers:
        try:
            found[number] = site.get(f"matches/{match}/seats/{number}/log/")
        except SiteError as error:
            if error.code != 403:
                raise
    if not found:
        raise CommandError(f"None of these seats of match {match} is a bot of yours.", Exit.SITE)
    if as_json([{"seat": number, **row} for number, rows in found.items() for row in rows]):
        return
    for number, rows in found.items():
        for row in rows:
            for line in row["text"].splitlines():
                say(f"[seat {number + 1}, game {row['game'] + 1}, turn {row['turn']}] {line}")
        if not rows:
            say(f"[seat {number + 1}] nothing was written")
