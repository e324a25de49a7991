"""``arbiter status``: my bots and their newest matches."""

from __future__ import annotations

from typing import Any

import click

from cli.site import site_of
from cli.terminal import as_json, json_option, say, table

_MATCHES = 10


@click.command(short_help="Show your bots and their newest matches.")
@json_option
def command() -> None:
    """Show your bots, the versions that play, their ratings, and the newest matches."""
    site = site_of(login=True)
    name = site.get("me/")["name"]
    bots = [bot for bot in site.rows("bots/", owner=name) if not bot["retired_at"]]
    newest = [next(site.rows(f"bots/{bot['id']}/versions/", 1), None) for bot in bots]
    ratings = [site.get(f"bots/{bot['id']}/ratings/") for bot in bots]
    matches = list(site.rows("matches/", _MATCHES, owner=name))
    told = {"person": name, "bots": bots, "versions": newest, "ratings": ratings}
    if as_json({**told, "matches": matches}):
        return
    if not bots:
        say(f"{name} has no bots yet. Begin with: arbiter new GAME LANGUAGE")
        return
    rows = [
        (bot["name"], bot["game"], bot["active_version"], _state(bot, version))
        for bot, version in zip(bots, newest, strict=True)
    ]
    table(("bot", "game", "plays", "newest version"), rows)
    rated = [
        (bot["name"], *_rating(row)) for bot, own in zip(bots, ratings, strict=True) for row in own
    ]
    if rated:
        say("")
        table(("bot", "ruleset", "place", "rating", "", "matches"), rated, right=(2, 3, 4, 5))
    if matches:
        say("")
        table(
            ("match", "game", "kind", "state", "result"), [_match(each, name) for each in matches]
        )


def _rating(row: dict[str, Any]) -> tuple[str, str | None, int, str, int]:
    place = f"{row['place']} of {row['of']}" if row["place"] else None
    return row["ruleset"], place, row["rating"], f"± {row['uncertainty']}", row["matches"]


def _state(bot: dict[str, Any], version: dict[str, Any] | None) -> str:
    if version is None:
        return "none: arbiter submit"
    words = f"{version['number']}: {version['state']}"
    return words if bot["is_playing"] else f"{words}, not paired now"


def _match(match: dict[str, Any], owner: str) -> tuple[str, str, str, str, str]:
    names = []
    for seat in match["seats"]:
        bot = seat["bot"]
        own = bot is not None and bot["owner"].lower() == owner.lower()
        place = f" {seat['rank']}." if seat["rank"] else ""
        name = bot["name"] if bot else seat["person"]
        names.append(f"{'*' if own else ''}{name}{place}")
    return str(match["id"]), match["game"], match["kind"], match["state"], ", ".join(names)
