"""``arbiter download``: replays and bundles of matches."""

from __future__ import annotations

from pathlib import Path

import click

from cli.errors import CommandError
from cli.site import Site, site_of
from cli.terminal import progress, say


@click.command(short_help="Download replays or bundles.")
@click.argument("matches", nargs=-1, type=int, metavar="[MATCH]...")
@click.option("--bot", type=int, help="The newest matches of this bot, by its id.")
@click.option("--owner", help="The newest matches of this person's bots.")
@click.option("--game", help="The newest matches of this game.")
@click.option(
    "-n", "count", type=click.IntRange(1, 10_000), default=50, help="The number of matches."
)
@click.option(
    "--all", "every", is_flag=True, help="All matches; without another filter, those of your bots."
)
@click.option(
    "--seat",
    type=click.IntRange(1),
    help="Save the bundle of this seat (from 1) instead of the replay.",
)
@click.option(
    "--to", "folder", type=Path, default=Path(), help="The folder; default: the current one."
)
def command(
    matches: tuple[int, ...],
    bot: int | None,
    owner: str | None,
    game: str | None,
    count: int,
    every: bool,
    seat: int | None,
    folder: Path,
) -> None:
    """Download the replays of MATCHes, or of the newest matches of a bot, person or game.

    Files that are there already are left as they are; incomplete ones go on where they ended.
    --all takes every match of a bot, person or game, or of your own bots.
    """
    alone = every and not (matches or bot or owner or game)
    site = site_of(login=alone)
    if alone:
        owner = site.get("me/")["name"]
    wanted = list(matches)
    if bot or owner or game:
        most = None if every else count
        chosen = site.rows("matches/", most, state="finished", bot=bot, owner=owner, game=game)
        wanted += [row["id"] for row in chosen if row["replay"] is not None]
    if not wanted and not every:
        raise CommandError("Name matches, or choose by --bot, --owner, --game or --all.")
    wanted = list(dict.fromkeys(wanted))
    folder.mkdir(parents=True, exist_ok=True)
    with progress("Downloading", len(wanted)) as advance:
        new = 0
        for number in wanted:
            new += _save(site, number, seat, folder)
            advance()
    say(f"{new} new files of {len(wanted)} in {folder.resolve()}")


def _save(site: Site, number: int, seat: int | None, folder: Path) -> bool:
    """Download a replay, or the bundle of a seat from 1, unless it is there; whether it was not."""
    name, path = f"match-{number}.jsonl.gz", f"matches/{number}/replay/"
    if seat is not None:
        name = f"match-{number}-seat-{seat}.bundle.gz"
        path = f"matches/{number}/bundle/?seat={seat - 1}"
    target = folder / name
    if target.exists():
        return False
    site.download(path, target, lambda _: None)
    return True
