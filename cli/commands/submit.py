"""``arbiter submit``: a new version of a bot."""

from __future__ import annotations

import io
import time
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any

import click

from cli.errors import CommandError, Exit
from cli.packing import Packing, packing, zipped
from cli.site import Site, find_bot, site_of
from cli.terminal import as_json, json_option, note, say, show_log, wants_json
from games.texts.sentences import counted, paragraph
from sandbox.errors import UploadError
from sandbox.languages import LANGUAGES
from sandbox.uploads.archives import read_upload

_PAUSE_S = 1.0
_GOING = ("waiting", "building", "proving")


@click.command(short_help="Upload a new version of a bot.")
@click.argument("path", type=Path, default=Path())
@click.option(
    "--bot", "name", required=True, metavar="NAME", help="Your bot's name, or OWNER/NAME."
)
@click.option("--game", help="Create the bot for this game if it does not exist.")
@click.option("--note", "words", default="", help="Changes in this version, for you and your team.")
@click.option("--language", default="", help="The language; default: detected from the files.")
@click.option("--watch", is_flag=True, help="Wait for the build, the first match and the tests.")
@click.option("--dry-run", is_flag=True, help="Check and list the files, and upload nothing.")
@json_option
def command(
    path: Path,
    name: str,
    game: str | None,
    words: str,
    language: str,
    watch: bool,
    dry_run: bool,
) -> int:
    """Upload PATH, a source file, a zip or a folder, as the next version of your bot.

    Version control, caches and build outputs of a folder are left out.  With --watch the exit
    status is 1 if the version fails, or if a test of the bot has got worse.
    """
    found = _packing(path)
    file_name, data = _upload(path, found)
    if dry_run:
        _list(found, _checked(file_name, data, language))
        return Exit.DONE
    site = site_of(login=True)
    if found.made:
        note(f"{counted(len(found.made), 'file')} of a build stay here; --dry-run lists them.")
    bot = _bot(site, name, game)
    version = site.post(
        f"bots/{bot['id']}/versions/",
        files={"file": (file_name, data)},
        data={"note": words, "language": language},
    )
    if not wants_json():
        say(f"Version {version['number']} of {bot['name']} is uploaded.")
    where = f"bots/{bot['id']}/versions/{version['number']}/"
    version, tests = _watched(site, where) if watch else (version, [])
    if not as_json({**version, "tests": tests} if watch else version) and watch:
        _tell(version, tests)
    worse = any(test["change"] == "worse" for test in tests)
    return Exit.FAULT if worse or version["state"] == "failed" else Exit.DONE


def _packing(path: Path) -> Packing:
    if path.is_file():
        return Packing((PurePosixPath(path.name),), ())
    if not path.is_dir():
        raise CommandError(f"{path}: there is no such file or folder.")
    return packing(path)


def _upload(path: Path, found: Packing) -> tuple[str, bytes]:
    """The name and the bytes of an upload; a folder becomes a zip."""
    if path.is_file():
        return path.name, path.read_bytes()
    return f"{path.resolve().name}.zip", zipped(path, found)


def _checked(file_name: str, data: bytes, language: str) -> str:
    """The language as which the site would take it.  `CommandError` where it would not."""
    try:
        return read_upload(file_name, io.BytesIO(data), language=language).language
    except UploadError as error:
        raise CommandError(f"The site would refuse this upload: {error}.", Exit.REFUSED) from None


def _list(found: Packing, language: str) -> None:
    """Print the files that an upload would have."""
    files, made = ([*map(str, paths)] for paths in (found.wanted, found.made))
    if as_json({"files": files, "left_out": made, "language": language}):
        return
    for name in files:
        say(name)
    for name in made:
        note(f"{name} stays here: a build has made it")
    note(f"The site would take it as {LANGUAGES[language].title}.")


def _bot(site: Site, name: str, game: str | None) -> dict[str, Any]:
    owner, bot = find_bot(site, name)
    if bot is not None:
        return bot
    own = owner.lower() == site.get("me/")["name"].lower()
    if game is None or not own:
        advice = "Add --game GAME to create it." if own else "Only its owner can create it."
        plain = name.rpartition("/")[2]
        raise CommandError(paragraph(f"{owner} has no bot “{plain}”.", advice), Exit.REFUSED)
    made: dict[str, Any] = site.post("bots/", {"game": game, "name": name.rpartition("/")[2]})
    return made


def _watched(site: Site, path: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The version at ``path`` and its tests, once it has failed, or all of them are over."""
    version = _built(site, path)
    if version["state"] == "failed":
        return version, []
    tests: list[dict[str, Any]] = site.get(f"{path}tests/")
    if any(map(_waits, tests)):
        note("Playing the tests …")
    while any(map(_waits, tests)):
        time.sleep(_PAUSE_S)
        tests = site.get(f"{path}tests/")
    return site.get(path), tests


def _waits(test: dict[str, Any]) -> bool:
    return bool(test["verdict"] == "waiting")


def _built(site: Site, path: str) -> dict[str, Any]:
    """The version once it is ready or has failed."""
    state, shown = "", 0
    while True:
        version: dict[str, Any] = site.get(path)
        if version["state"] != state:
            state = version["state"]
            note(_STATES.get(state, state))
        log = version["build_log"] or ""
        if len(log) > shown:
            show_log(log[shown:])
            shown = len(log)
        if state not in _GOING:
            return version
        time.sleep(_PAUSE_S)


_STATES = {
    "waiting": "Waiting to be built …",
    "building": "Building …",
    "proving": "Playing its first match …",
}


def _tell(version: dict[str, Any], tests: list[dict[str, Any]]) -> None:
    if version["state"] == "failed":
        say(f"Version {version['number']} failed: {version['failure']}")
        return
    if tests:
        verdicts = Counter(test["verdict"] for test in tests)
        say(f"Tests: {', '.join(f'{count} {verdict}' for verdict, count in verdicts.items())}.")
    for test in tests:
        if test["change"] == "worse":
            say(f"Test {test['test']} got worse than before: match {test['match']}.")
    plays = "It plays now." if version["is_active"] else "Another version plays."
    say(paragraph(f"Version {version['number']} is ready.", plays))
