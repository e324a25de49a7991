"""Subcommands of ``arbiter event`` for an event that takes entrants, runs, or is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from cli.errors import CommandError, Exit
from cli.site import Site, site_of
from cli.terminal import as_json, json_option, note, print_file, say, table

REASON = click.option("--reason", required=True, help="The reason, which others can read.")
AUDIENCES = ("hidden", "participants", "public")


def of(slug: str, *parts: object) -> str:
    """An address below an event."""
    return "/".join(["events", *(quote(str(each), safe="") for each in (slug, *parts)), ""])


# Entrants -----------------------------------------------------------------------------------------


@click.group(short_help="List, invite, enter and import entrants.")
def entrants() -> None:
    """Entrants of an event."""


@entrants.command("list", short_help="List bots that entered or wait, and invitations.")
@click.argument("slug")
@json_option
def list_entrants(slug: str) -> None:
    """List the entrants of the event SLUG."""
    rows = site_of(login=True).get(of(slug, "entrants"))
    if as_json(rows):
        return
    lines = [(row["state"], _name(row), row["seed"]) for row in rows]
    table(("State", "Entrant", "Seed"), lines, right=(2,))


def _name(row: dict[str, Any]) -> str:
    if row["bot"] is not None:
        return _bot(row["bot"])
    invitation = row["invitation"]
    return str(invitation["person"] or invitation["label"] or invitation["kind"])


def _bot(bot: dict[str, Any]) -> str:
    return f"{bot['owner']}/{bot['name']}"


@entrants.command(short_help="Enter a bot.")
@click.argument("slug")
@click.argument("bot", metavar="OWNER/NAME")
def enter(slug: str, bot: str) -> None:
    """Enter a bot in the event SLUG: a house bot, or one whose owner agreed to it."""
    site_of(login=True).post(of(slug, "entrants"), {"bot": bot})
    say(f"{bot} has entered {slug}.")


@entrants.command(short_help="Invite a person by name.")
@click.argument("slug")
@click.argument("name")
def invite(slug: str, name: str) -> None:
    """Invite the person NAME to the event SLUG."""
    site_of(login=True).post(of(slug, "entrants", "invite"), {"name": name})
    say(f"{name} is invited and has been notified.")


@entrants.command("import", short_help="Import people from a CSV file.")
@click.argument("slug")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Print the rows and errors, and import nothing.")
@json_option
def import_list(slug: str, file: Path, check: bool) -> int:
    """Import the people of FILE: one a line, a name or an e-mail address, then a note if you like.

    Each of them gets a code, which is printed once.  People who have an account are invited, too.
    A file with errors is not imported.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{file}: the encoding is not UTF-8. Save the file as UTF-8.") from None
    site, path = site_of(login=True), of(slug, "entrants", "import")
    found = site.post(f"{path}?check=1", {"csv": text})
    if not found["problems"] and not check:
        found = site.post(path, {"csv": text})
    if not as_json(found):
        _tell_import(found, check)
    return Exit.FAULT if found["problems"] else Exit.DONE


def _tell_import(found: dict[str, Any], check: bool) -> None:
    for problem in found["problems"]:
        note(f"line {problem['line']}: {problem['text']}")
    if found["problems"] or check:
        table(("Line", "Name", "Note"), [list(row.values()) for row in found["rows"]], right=(0,))
    else:
        table(("Name", "Note", "Code"), [list(row.values()) for row in found["codes"]])


# Judging ------------------------------------------------------------------------------------------


@click.command(short_help="List encounters with their ids.")
@click.argument("slug")
@click.option("--stage", default="", help="Only encounters of the stage with this key.")
@json_option
def encounters(slug: str, stage: str) -> None:
    """List the encounters of the event SLUG."""
    found = site_of(login=True).rows(of(slug, "encounters"), stage=stage, page_size=500)
    rows = list(found)
    if as_json(rows):
        return
    lines = [
        (row["id"], row["stage"], row["name"], " – ".join(map(_bot, row["bots"])), _decision(row))
        for row in rows
    ]
    table(("Id", "Stage", "Encounter", "Bots", "Decided for"), lines, right=(0,))


def _decision(row: dict[str, Any]) -> str:
    return _bot(row["decided_for"]) if row["decided_for"] else ""


@click.command(short_help="Decide an encounter, or undo that.")
@click.argument("slug")
@click.argument("encounter", type=int)
@click.argument("bots", metavar="[OWNER/NAME]...", nargs=-1)
@click.option("--undo", is_flag=True, help="Undo the decision: the result follows from the games.")
@REASON
def decide(slug: str, encounter: int, bots: Sequence[str], undo: bool, reason: str) -> None:
    """Decide the encounter with the id ENCOUNTER of the event SLUG.

    Name the bot that wins or, at a table of more than two, all bots in the order of their places.
    """
    if undo == bool(bots):
        raise CommandError("Name the bot that wins, or all bots in order, or say --undo.")
    site = site_of(login=True)
    body: dict[str, Any] = {"reason": reason}
    path = of(slug, "encounters", encounter, "undo" if undo else "decide")
    if len(bots) == 1:
        body |= {"winner": bots[0]}
    elif bots:
        body |= {"ranks": _ranks(site.rows(of(slug, "encounters"), page_size=500), encounter, bots)}
    row = site.post(path, body)
    if row["decided_for"]:
        say(f"{row['name']} is decided for {_decision(row)}.")
    else:
        say(f"{row['name']} is not decided.")


def _ranks(rows: Iterable[dict[str, Any]], encounter: int, bots: Sequence[str]) -> list[int]:
    """The place of each bot of an encounter in the order that was named."""
    found = next((row for row in rows if row["id"] == encounter), None)
    there = [_bot(bot) for bot in found["bots"]] if found else []
    if sorted(there) != sorted(bots):
        names = ", ".join(there)
        raise CommandError(
            f"Name each bot of the encounter once: {names}."
            if names
            else "Name each bot of the encounter once: none."
        )
    return [1 + bots.index(bot) for bot in there]


@click.command(short_help="Show or change the pairs of the next round of a Swiss system.")
@click.argument("slug")
@click.argument("stage")
@click.argument("pairs", nargs=-1, metavar="[OWNER/NAME=OWNER/NAME]...")
@click.option("--group", type=click.IntRange(1), default=1, help="The number of the group.")
@click.option(
    "--reason", default="", help="The reason, which others can read; required with pairs."
)
@json_option
def pair(slug: str, stage: str, pairs: tuple[str, ...], group: int, reason: str) -> None:
    """Print how the next round of STAGE is paired or, with all pairs of it, replace them.

    The first bot of a pair is on the first side in its first game.
    """
    site, path = site_of(login=True), of(slug, "stages", stage, "pairing")
    found = site.get(path, group=group)
    if pairs:
        if not reason:
            raise CommandError("Say why: --reason “…”")
        body = {"group": group, "round": found["round"], "reason": reason}
        found = site.post(path, {**body, "pairs": [_pair(words) for words in pairs]})
    if as_json(found):
        return
    say(f"Round {found['round']}:")
    table(("First side", "Second side"), [list(map(_bot, two)) for two in found["pairs"]])


def _pair(words: str) -> list[str]:
    one, _, two = words.partition("=")
    if not one or not two:
        raise CommandError(f"“{words}” is no pair. Write owner/name=owner/name.")
    return [one, two]


# Results ------------------------------------------------------------------------------------------


@click.command(short_help="Show results to others: all, some rounds, or place by place.")
@click.argument("slug")
@click.argument("stage")
@click.option(
    "--to", type=click.Choice(AUDIENCES), help="The readers to whom all results are shown."
)
@click.option("--rounds", type=click.IntRange(0), help="Show the first rounds to everybody.")
@click.option("--at", metavar="TIME", help="Show all at this time, such as 2031-05-01T20:00+02:00.")
@click.option("--begin", is_flag=True, help="Begin the ceremony with the last place.")
@click.option("--next", "next_place", is_flag=True, help="Show the next place of the ceremony.")
@json_option
def reveal(slug: str, stage: str, **given: Any) -> None:
    """Show results of STAGE of the event SLUG, by exactly one of the options."""
    chosen = [name for name, value in given.items() if value not in (None, False)]
    if len(chosen) != 1:
        raise CommandError("Choose one of --to, --rounds, --at, --begin and --next.")
    site = site_of(login=True)
    found = _revealed(site, slug, stage, chosen[0], given[chosen[0]])
    if as_json(found):
        return
    if found["results"] == "public":
        say(f"{stage}: results for: public.")
        return
    message = _REVEALED[bool(found["results_open"]), found["places_shown"] is not None]
    say(message.format(**{**found, "stage": stage}))


_REVEALED = {
    (False, False): "{stage}: results for: {results}, rounds shown: {rounds_shown}.",
    (False, True): "{stage}: results for: {results}, rounds shown: {rounds_shown}, places shown "
    "from {places_shown} on.",
    (True, False): "{stage}: results for: {results}, rounds shown: {rounds_shown}, open at "
    "{results_open}.",
    (True, True): "{stage}: results for: {results}, rounds shown: {rounds_shown}, open at "
    "{results_open}, places shown from {places_shown} on.",
}
"""Results that are not public: whether they open at a time, and whether places are shown."""


def _revealed(site: Site, slug: str, stage: str, name: str, value: Any) -> dict[str, Any]:
    """Do one act of `reveal`; how the stage is shown then."""
    path = of(slug, "stages", stage, "results")
    if name == "to":
        site.post(of(slug, "stages", stage, "reveal"), {"results": value})
    elif name == "rounds":
        site.post(f"{path}rounds/", {"rounds": value})
    elif name == "at":
        site.post(f"{path}time/", {"when": value})
    elif name == "begin":
        site.post(of(slug, "stages", stage, "ceremony", "begin"), {})
    else:
        seen = site.get(path)["places_shown"]
        if seen is None:
            raise CommandError("The ceremony has not begun. Say --begin first.", Exit.REFUSED)
        site.post(of(slug, "stages", stage, "ceremony", "next"), {"seen": seen})
    found: dict[str, Any] = site.get(path)
    return found


FILES = {"json": "results.json", "csv": "final.csv", "matches": "matches.csv"}


@click.command(short_help="Print the results that everybody may see, as JSON or CSV.")
@click.argument("slug")
@click.option(
    "--format",
    "kind",
    type=click.Choice([*FILES]),
    default="json",
    help="json: everything; csv: the final tables; matches: all matches as CSV.",
)
def results(slug: str, kind: str) -> None:
    """Print the results of the event SLUG that everybody may see."""
    data = site_of().bytes(f"/{of(slug)}{FILES[kind]}")
    print_file(data.decode("utf-8-sig"))


COMMANDS = (entrants, encounters, decide, pair, reveal, results)
