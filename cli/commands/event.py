"""``arbiter event``: run an event from files and from the command line."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from cli.commands.event_desk import COMMANDS, of
from cli.errors import CommandError, Exit
from cli.site import Site, site_of
from cli.terminal import as_json, json_option, note, print_json, say, wants_json

_PLAIN = ("publish", "start", "discard")
_WITH_REASON = ("pause", "resume", "abort")


@click.group(short_help="Run an event: apply its file, enter, start, decide.")
def command() -> None:
    """Run events in which you have a role.

    Your token needs the scope “organize”.
    """


@command.command(short_help="Make an event what a file says.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Print what would change, and change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before changing something.")
@json_option
def apply(file: Path, check: bool, yes: bool) -> int:
    """Create or change the event of FILE, in TOML or JSON, after printing the differences.

    Applied again, the file changes nothing.  With --check the exit status is 1 if something would
    change; changes that would be refused are printed, too.
    """
    document = _read(file)
    slug = document.get("slug")
    if not isinstance(slug, str) or not slug:
        raise CommandError(f"{file}: the key “slug” with the address of the event is missing.")
    site = site_of(login=True)
    path = f"events/{quote(slug, safe='')}/file/"
    found = site.put(path, document, check="1")
    if not wants_json():
        _tell(found)
    if found["changes"] and not check:
        if not yes:
            _confirm(slug)
        found = site.put(path, document)
        if not wants_json():
            page = f"{site.address}/events/{slug}/"
            say(f"{page} is created." if found["created"] else f"{page} is changed.")
    as_json(found)
    return Exit.FAULT if check and found["changes"] else Exit.DONE


def _read(file: Path) -> dict[str, Any]:
    try:
        data = file.read_bytes()
        found = json.loads(data) if file.suffix == ".json" else tomllib.loads(data.decode())
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}.") from None
    except ValueError as error:
        kind = "JSON" if file.suffix == ".json" else "TOML"
        raise CommandError(f"{file} is not {kind}: {error}") from None
    if not isinstance(found, dict):
        raise CommandError(f"{file}: the file must hold an object.")
    # TOML has times of its own; JSON has their text.
    plain: dict[str, Any] = json.loads(json.dumps(found, default=lambda value: value.isoformat()))
    return plain


def _tell(found: dict[str, Any]) -> None:
    for line in found["changes"]:
        say(f"  {'+' if found['created'] else '~'} {line}")
    if not found["changes"]:
        say("Nothing to change.")
    for problem in found["problems"]:
        where = f"{problem['stage']}, {problem['field']}: " if problem["stage"] else ""
        note(f"problem: {where}{problem['text']}")


def _confirm(slug: str) -> None:
    if not sys.stdin.isatty():
        raise CommandError("Say --yes to apply the file without a question.")
    click.confirm(f"Apply this to {slug}?", abort=True, err=True)


@command.command(short_help="Print the file of an event.")
@click.argument("slug")
def export(slug: str) -> None:
    """Print the event SLUG as a file in JSON, for `arbiter event apply`.

    The file has no scenarios, order of seeds, invitations, logos, reserved workers and circuit.
    """
    print_json(site_of(login=True).get(f"{of(slug)}file/"))


@command.command(short_help="Check the plan of an event.")
@click.argument("slug")
@json_option
def validate(slug: str) -> int:
    """Print the problems of the plan of SLUG; the exit status is 1 if there are some."""
    found = site_of(login=True).post(f"{of(slug)}validate/")
    if not as_json(found):
        _tell({"changes": ["the plan is checked"], "created": False, **found})
    return Exit.FAULT if found["problems"] else Exit.DONE


@command.command("act", short_help="Publish, start, pause, resume, abort or discard an event.")
@click.argument("act", type=click.Choice([*_PLAIN, *_WITH_REASON]))
@click.argument("slug")
@click.option("--reason", default="", help="The public reason to pause, resume or abort.")
@json_option
def act_on(act: str, slug: str, reason: str) -> None:
    """Do ACT on the event SLUG."""
    if act in _WITH_REASON and not reason:
        raise CommandError(f"Say why: arbiter event act {act} {slug} --reason “…”")
    body = {"reason": reason} if act in _WITH_REASON else None
    found = site_of(login=True).post(f"{of(slug)}{act}/", body)
    if not as_json(found):
        say(f"{slug}: {found['state']}." if found else f"{slug}: discarded.")


@command.command(short_help="Announce something to everybody in an event.")
@click.argument("slug")
@click.argument("title")
@click.option("--text", default="", help="The text, in Markdown.")
@click.option(
    "--projector", type=int, default=0, help="Minutes for which projectors show the announcement."
)
def announce(slug: str, title: str, text: str, projector: int) -> None:
    """Announce TITLE in the event SLUG."""
    body = {"title": title, "text": text, "projector": projector}
    site: Site = site_of(login=True)
    site.post(f"{of(slug)}announcements/", body)
    say(f"Announced in {slug}.")


for each in COMMANDS:
    command.add_command(each)
