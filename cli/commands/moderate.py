"""``arbiter moderate``: reports, accounts and names, for organizers of the site."""

from __future__ import annotations

import click

from cli.site import site_of
from cli.terminal import as_json, json_option, say, table

KINDS = ("person", "team", "bot", "event", "map")
REASON = click.option(
    "--reason", required=True, help="The reason, which the affected people can read."
)


@click.group(short_help="Answer reports, close accounts, replace names.")
def command() -> None:
    """Moderate a site as one of its organizers.

    Your token needs the scope “organize”.
    """


@command.command(short_help="List reports that wait for an answer.")
@json_option
def reports() -> None:
    """List the reports that nobody has answered, oldest first."""
    rows = site_of(login=True).get("moderation/reports/")
    if as_json(rows):
        return
    lines = [(row["id"], row["kind"], row["name"], row["by"], row["text"]) for row in rows]
    table(("Id", "Kind", "Name", "By", "Text"), lines, right=(0,))


@command.command(short_help="Answer a report.")
@click.argument("report", type=click.IntRange(1))
@REASON
def answer(report: int, reason: str) -> None:
    """Take the report with the id REPORT from the queue.  The reason says what was done."""
    site = site_of(login=True)
    site.post(f"moderation/reports/{report}/answer/", {"reason": reason})
    say(f"Report {report} is answered.")


@command.command(short_help="List closed and waiting accounts.")
@json_option
def accounts() -> None:
    """List the accounts that are closed or wait for approval, newest first."""
    rows = site_of(login=True).get("moderation/accounts/")
    if as_json(rows):
        return
    lines = [
        (row["name"], "waits" if row["waits_since"] else "closed", row["closed_why"])
        for row in rows
    ]
    table(("Account", "State", "Reason"), lines)


def _act(act: str, short: str, words: str) -> None:
    """Add the command of an act on an account."""

    @command.command(act, help=words, short_help=short)
    @click.argument("name")
    @REASON
    def run(name: str, reason: str) -> None:
        body = {"name": name, "reason": reason}
        name = site_of(login=True).post(f"moderation/{act}/", body)["name"]
        closed, opened = f"The account {name} is closed.", f"The account {name} is open."
        say(closed if act == "close" else opened)


_act("close", "Close an account.",
     "Close the account NAME: nobody logs in to it, and its pages are gone.")  # fmt: skip
_act("reopen", "Open a closed account again.", "Open the account NAME again.")
_act("approve", "Approve a new account.",
     "Let the person NAME log in, whose account waits for approval.")  # fmt: skip


@command.command(short_help="Replace a name by a neutral one.")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
@REASON
def rename(kind: str, name: str, reason: str) -> None:
    """Replace the name of a person, team, bot, event or map.

    NAME is OWNER/NAME for a bot, the address for an event, and the id for a map.
    """
    wanted = {"kind": kind, "name": name, "reason": reason}
    site_of(login=True).post("moderation/rename/", wanted)
    say(f"The {kind} {name} has a neutral name.")
