"""``arbiter replay``: a recorded match at home."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli import local
from cli.errors import CommandError, Exit
from cli.terminal import as_json, json_option, note, progress, say
from games.bundle import Bundle, BundleError, read
from sandbox.play.replaying import CannotStart, Choice, Place, Replayed, replay


@click.command(short_help="Replay a recorded match to your program.")
@click.argument("bundle", type=Path)
@click.argument("program", nargs=-1, required=True, metavar="-- PROGRAM...")
@click.option(
    "--game", "number", metavar="N", type=int, help="Only this game of the match, from 1."
)
@click.option("--from-turn", metavar="N", type=int, default=0,
              help="Send everything before this turn at once, and do not compare it.")  # fmt: skip
@click.option("--debugger", is_flag=True, help="Set no time limit for answers.")
@json_option
def command(
    bundle: Path,
    program: tuple[str, ...],
    number: int | None,
    from_turn: int,
    debugger: bool,
) -> int:
    """Feed BUNDLE, the recording of a seat, to PROGRAM, and stop at its first different answer.

    The program runs as it is, without a sandbox.  Get a bundle from the page of a match.

    For example: arbiter replay match-12-seat-1.bundle.gz -- python3 main.py
    """
    recorded = _read(bundle)
    game = local.game_named(str(recorded.head["game"]))
    if game.version != recorded.head["engine"]:
        note(f"The match was played by version {recorded.head['engine']} of the game; "
             f"this is version {game.version}.")  # fmt: skip
    choice = Choice(_games(recorded, number), from_turn, not debugger)
    try:
        with progress("Replaying", None) as advance:
            found = replay(game, recorded, program, choice, lambda _: advance())
    except CannotStart as error:
        raise CommandError(str(error)) from error
    if not as_json(_facts(found)):
        _tell(found, len(recorded.games) > 1)
    return Exit.FAULT if found.difference else Exit.DONE


def _read(path: Path) -> Bundle:
    try:
        return read(path.read_bytes())
    except BundleError as error:
        raise CommandError(f"{path}: {error}. Get a bundle from the page of a match.") from error


def _games(recorded: Bundle, number: int | None) -> range:
    count = len(recorded.games)
    if number is None:
        return range(count)
    if not 1 <= number <= count:
        raise CommandError(f"The match has {count} games; choose one from 1 to {count}.")
    return range(number - 1, number)


def _tell(found: Replayed, several: bool) -> None:
    for place, words in found.faults:
        say(f"{_where(place, several)}: on record, {words}")
    if found.difference is None:
        say(f"All {found.answers} answers are the recorded ones.")
        return
    difference = found.difference
    say(f"{found.answers} answers are the recorded ones. The next one differs:")
    place = difference.place
    say(
        f"Game {place.game + 1}, turn {place.turn} (frame {place.frame})"
        if several
        else f"Turn {place.turn} (frame {place.frame})"
    )
    say(f"  recorded  {difference.recorded}")
    say(f"  now       {difference.now}")


def _where(place: Place, several: bool) -> str:
    return f"Game {place.game + 1}, turn {place.turn}" if several else f"Turn {place.turn}"


def _facts(found: Replayed) -> dict[str, Any]:
    def placed(place: Place) -> dict[str, int]:
        return {"game": place.game, "turn": place.turn, "frame": place.frame}

    other = found.difference
    return {
        "answers": found.answers,
        "difference": other
        and {**placed(other.place), "recorded": other.recorded, "now": other.now},
        "faults": [{**placed(place), "words": words} for place, words in found.faults],
    }
