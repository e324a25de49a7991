"""``arbiter verify``: a match is played again from its replay."""

from __future__ import annotations

import io
from pathlib import Path

import click

from cli import local
from cli.errors import CommandError, Exit
from cli.site import site_of
from cli.terminal import as_json, json_option, say
from games.replay import ReplayError, ReplayReader
from games.verifying import Finding, Verdict, verify

_SECONDS = 600.0
_STATUS = {
    Finding.SAME: Exit.DONE,
    Finding.DIFFERS: Exit.FAULT,
    Finding.NOT_VERIFIABLE: Exit.REFUSED,
}


@click.command(short_help="Play a match again from its replay, and compare.")
@click.argument("match", metavar="MATCH|FILE")
@json_option
def command(match: str) -> int:
    """Play a match again on this computer, and compare every frame with its replay.

    MATCH is the number of a match of the site, FILE a replay (.jsonl.gz).  The exit status is 1
    where they differ, and 2 where the match cannot be verified.
    """
    data = _replay(match)
    try:
        reader = ReplayReader(io.BytesIO(data))
    except ReplayError as error:
        raise CommandError(f"{match}: {error}.") from error
    verdict = verify(local.game_named(str(reader.header["game"])), reader, _SECONDS)
    facts = {"finding": verdict.finding.value, "frame": verdict.frame, "detail": verdict.detail}
    if not as_json(facts):
        say(_words(verdict))
    return _STATUS[verdict.finding]


def _words(verdict: Verdict) -> str:
    titles = {
        Finding.SAME: "Verified.",
        Finding.DIFFERS: "Differs.",
        Finding.NOT_VERIFIABLE: "Not verifiable.",
    }
    return f"{titles[verdict.finding]} {verdict.detail}"


def _replay(match: str) -> bytes:
    path = Path(match)
    if path.exists():
        return path.read_bytes()
    if not match.isdecimal():
        raise CommandError(f"{match} is neither a file nor the number of a match.")
    return site_of().bytes(f"matches/{match}/replay/")
