"""One of our games as a game logic program: ``python -m examples.our_games GAME [MAP]``.

It speaks the packet protocol of game logics on standard input and output, and so plays under any
judger of that kind.  A player gets exactly the bytes that a bot of the game gets on the site, and
says in the body of its packets what such a bot says; where the game's own bots put a length of four
bytes before a message, that length is the packet's.  All games of a match are played with the same
processes.  With ``--fresh``, each player is a bot behind `examples.our_games.adapt`, which plays
as on the site: a fresh process for every game.

The protocol's clock is wall time: a turn has the ruleset's wall limit.  ``watch`` messages are the
frames of the replay, as JSON.  A CONFIG that is a JSON object may have ``ruleset``, ``seed``,
``map`` and ``params``; the command line has the last word.  The replay is the platform's container,
or the game's own format where the path has its suffix.

Exit status 0: the match was played.  1: the judger has gone.  2: it cannot be played so.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from examples.our_games.hosting import Hosting, ends_of, scores_of
from examples.our_games.judge import First, Judge, JudgeError
from games.engine import JSON, Setup
from games.game import Game
from games.package import Export
from games.registry import GAMES
from games.replay import ReplayReader
from sandbox.errors import UploadError
from sandbox.uploads.mapfiles import read_map

PLAYED = 0
ALONE = 1
REFUSED = 2


class Refused(ValueError):
    """The requested match cannot be played; the message says why."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of the command line; None where it leaves the choice."""

    game: Game
    ruleset: str | None
    seed: int | None
    map: JSON
    fresh: bool


def main(arguments: Sequence[str] | None = None) -> int:
    judge = Judge(sys.stdin.buffer, _claim_stdout())
    try:
        wishes = _wishes(arguments)
        first = judge.first()
        setup = setup_of(wishes, first)
        _play(judge, wishes, setup, first)
    except (Refused, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return REFUSED
    except JudgeError as error:
        print(f"error: {error}", file=sys.stderr)
        return ALONE
    return PLAYED


def setup_of(wishes: Wishes, first: First) -> Setup:
    """The match's setup, from the command line and the judger's config; `Refused` with a reason."""
    config = first.config if isinstance(first.config, dict) else {}
    game = wishes.game
    name = wishes.ruleset or config.get("ruleset") or game.rulesets[0].name
    try:
        ruleset = game.ruleset(name)
    except (KeyError, TypeError):
        names = ", ".join(ruleset.name for ruleset in game.rulesets)
        raise Refused(f"{game.name} has no ruleset {name!r}; choose of {names}") from None
    if len(first.seats) != ruleset.seats:
        came = len(first.seats)
        raise Refused(f"{game.title} ({ruleset.title}) has {ruleset.seats} seats; {came} came")
    seed = wishes.seed if wishes.seed is not None else config.get("seed")
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 31)
    params = config.get("params", {})
    if type(seed) is not int or not isinstance(params, Mapping):
        raise Refused("config: seed is a whole number, params an object")
    setup = Setup(
        seats=ruleset.seated([f"player {i}" for i in range(ruleset.seats)]),
        seed=seed,
        ruleset=ruleset.name,
        params={**ruleset.params, **params},
        map=config.get("map") if wishes.map is None else wishes.map,
    )
    try:
        game.engine(game.next_game(setup, []) or setup)
    except (ValueError, LookupError, TypeError) as error:
        raise Refused(f"{game.title} cannot be played so: {error}") from error
    return setup


def _play(judge: Judge, wishes: Wishes, setup: Setup, first: First) -> None:
    path = Path(first.replay)
    with path.open("wb") as file:  # before the match: a path that cannot be written shows at once
        container, started = io.BytesIO(), int(time.time())
        outcome = Hosting(judge, wishes.game, setup, first, fresh=wishes.fresh).play(container)
        suited = [e for e in wishes.game.exports if path.name.endswith(f".{e.suffix}")]
        exports = [each for each in suited if each.is_in(outcome)]
        if not exports:
            file.write(container.getvalue())
    if exports:
        _export(exports, ReplayReader(container, started), path)
    judge.finish(scores_of(outcome), ends_of(outcome))


def _export(exports: Sequence[Export], replay: ReplayReader, path: Path) -> None:
    """Write the game's own formats of that suffix: the first to ``path``, others beside it."""
    for number, export in enumerate(exports):
        stem = path.name.removesuffix(f".{export.suffix}")
        name = path.name if number == 0 else f"{stem}-{export.name}.{export.suffix}"
        try:
            data = export.write(replay)
        except ValueError as error:
            print(f"no {export.title}: {error}", file=sys.stderr)
            continue
        path.with_name(name).write_bytes(data)


def _claim_stdout() -> io.BufferedWriter:
    """Standard output for packets alone: what is printed goes to standard error."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return channel


def _wishes(arguments: Sequence[str] | None) -> Wishes:
    parser = argparse.ArgumentParser(
        prog="python -m examples.our_games",
        description="One of our games as a game logic program on standard input and output.",
    )
    parser.add_argument("game", metavar="GAME", help="name of the game")
    maps = "a file with the map, or the name of one that comes with the game"
    parser.add_argument("map", metavar="MAP", nargs="?", help=maps)
    parser.add_argument("--ruleset", metavar="R", help="the game's first one if not given")
    parser.add_argument("--seed", metavar="N", type=int, help="random if not given")
    fresh = "players are behind examples.our_games.adapt: a fresh process for every game"
    parser.add_argument("--fresh", action="store_true", help=fresh)
    given = parser.parse_args(arguments)
    if given.game not in GAMES:
        raise Refused(f"there is no game {given.game!r}; there are {', '.join(GAMES)}")
    if not hasattr(GAMES[given.game], "engine"):
        raise Refused(f"{given.game} is a game logic program already: run that program")
    game = GAMES[given.game]
    try:
        board = None if given.map is None else read_map(game, given.map)
    except UploadError as error:
        raise Refused(str(error)) from None
    return Wishes(game, given.ruleset, given.seed, board, given.fresh)


if __name__ == "__main__":
    sys.exit(main())
