"""``arbiter submit``: a new version of a bot."""

from __future__ import annotations

import time
from pathlib import Path, PurePosixPath
from typing import Any

import click

from cli.errors import CommandError, Exit
from cli.packing import Packing, packing, zipped
from cli.site import Site, site_of
from cli.terminal import err, json_option, note, print_json, say

_PAUSE_S = 1.0
_GOING = ("waiting", "building", "proving")


@click.command(short_help="Upload a new version of a bot.")
@click.argument("path", type=Path, default=Path())
@click.option("--bot", "name", required=True, metavar="NAME", help="Your bot's name.")
@click.option("--game", help="Create the bot for this game if it is not there.")
@click.option("--note", "words", default="", help="Changes in this version, for you and your team.")
@click.option("--language", default="", help="Detected from the files if not given.")
@click.option("--watch", is_flag=True, help="Wait for the build and the first match.")
@click.option("--dry-run", is_flag=True, help="List the files, and upload nothing.")
@json_option
@click.pass_context
def command(
    context: click.Context,
    path: Path,
    name: str,
    game: str | None,
    words: str,
    language: str,
    watch: bool,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Upload PATH, a source file, a zip or a folder, as the next version of your bot.

    Of a folder, version control, caches and build results stay out.  With --watch the exit status
    is 1 where the version fails.
    """
    if dry_run:
        _list(path, as_json)
        return Exit.DONE
    site = site_of(context, login=True)
    file_name, data = _upload(path)
    bot = _bot(site, name, game)
    version = site.post(
        f"bots/{bot['id']}/versions/",
        files={"file": (file_name, data)},
        data={"note": words, "language": language},
    )
    if not as_json:
        say(f"Version {version['number']} of {bot['name']} is uploaded.")
    if watch:
        version = _watched(site, bot, version["number"])
    if as_json:
        print_json(version)
    elif watch:
        _tell(version)
    return Exit.FAULT if version["state"] == "failed" else Exit.DONE


def _upload(path: Path) -> tuple[str, bytes]:
    """The name and the bytes of an upload; a folder becomes a zip."""
    if path.is_file():
        return path.name, path.read_bytes()
    found = _packing(path)
    if found.made:
        note(f"{_files(len(found.made))} of a build stay here; --dry-run lists them.")
    return f"{path.resolve().name}.zip", zipped(path, found)


def _packing(path: Path) -> Packing:
    if not path.is_dir():
        raise CommandError(f"{path}: there is no such file or folder.")
    return packing(path)


def _files(count: int) -> str:
    return f"{count} file{'s' if count != 1 else ''}"


def _list(path: Path, as_json: bool) -> None:
    """What an upload would hold."""
    found = Packing((PurePosixPath(path.name),), ()) if path.is_file() else _packing(path)
    if as_json:
        print_json({"files": [*map(str, found.wanted)], "left_out": [*map(str, found.made)]})
        return
    for name in found.wanted:
        say(str(name))
    for name in found.made:
        note(f"{name} stays here: a build has made it")


def _bot(site: Site, name: str, game: str | None) -> dict[str, Any]:
    owner = site.get("me/")["name"]
    for bot in site.rows("bots/", owner=owner):
        if bot["name"].lower() == name.lower():
            return bot
    if game is None:
        raise CommandError(
            f"{owner} has no bot “{name}”. Add --game GAME to create it.", Exit.REFUSED
        )
    made: dict[str, Any] = site.post("bots/", {"game": game, "name": name})
    return made


def _watched(site: Site, bot: dict[str, Any], number: int) -> dict[str, Any]:
    """The version once it is ready or has failed."""
    state, shown = "", 0
    while True:
        version: dict[str, Any] = site.get(f"bots/{bot['id']}/versions/{number}/")
        if version["state"] != state:
            state = version["state"]
            note(_STATES.get(state, state))
        log = version["build_log"] or ""
        if len(log) > shown:
            err().out(log[shown:], end="")
            shown = len(log)
        if state not in _GOING:
            return version
        time.sleep(_PAUSE_S)


_STATES = {
    "waiting": "Waiting to be built …",
    "building": "Building …",
    "proving": "Playing its first match …",
}


def _tell(version: dict[str, Any]) -> None:
    if version["state"] == "failed":
        say(f"Version {version['number']} failed: {version['failure']}")
    else:
        plays = "It plays now." if version["is_active"] else "Another version plays."
        say(f"Version {version['number']} is ready. {plays}")
