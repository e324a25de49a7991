"""The command line of ``play``, and what it asks for."""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from games.engine import JSON, Ruleset
from games.game import Game
from games.options import OptionError
from sandbox.errors import UploadError
from sandbox.judger.job import JobError, game_named
from sandbox.mapfiles import MapFileError, check_fit, read_map
from sandbox.play.schedule import Order, rotation

FEW = 8
"""Up to this number, matches are reported one by one; above it only the table, unless asked for."""


@dataclass(frozen=True, slots=True)
class Options:
    """The matches to play.

    ``bots`` are as they were named; where they are fewer than the seats, they take several each.
    ``seed`` is that of the first match.  Where ``mirrored``, each seed and map is played from every
    seat.  ``jobs`` matches run at a time.
    """

    game: Game
    ruleset: Ruleset
    bots: tuple[str, ...]
    seed: int
    map: JSON
    games: int
    mirrored: bool
    jobs: int
    replay: Path | None
    show: bool
    log: bool
    verbose: bool
    modules: tuple[str, ...]

    @property
    def orders(self) -> tuple[Order, ...]:
        """The seats of the bots, match by match, until the order repeats."""
        orders = rotation(len(self.bots), self.ruleset.seats, self.ruleset.teams)
        return orders if self.mirrored else orders[:1]

    def replay_of(self, number: int) -> Path | None:
        """Where the replay of match ``number``, from 0, goes: numbered if there are several."""
        if self.replay is None or self.games == 1:
            return self.replay
        stem, dot, suffixes = self.replay.name.partition(".")
        return self.replay.with_name(f"{stem}-{number + 1}{dot}{suffixes}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    bots = (
        "a source file, a folder, a zip, or house:NAME for a bot that comes with the game; fewer "
        "bots than seats take several each, as many as teams take a team each"
    )
    parser.add_argument("game", metavar="GAME", help="name of the game")
    parser.add_argument("bots", metavar="BOT", nargs="+", help=bots)
    parser.add_argument("--ruleset", metavar="R", help="the game's first one if not given")
    parser.add_argument("--seed", metavar="N", type=int, help="of the first match; else random")
    maps = "a file with a map, or the name of one that comes with the game"
    parser.add_argument("--map", metavar="FILE", help=maps)
    option = "a rule of the game for these matches, such as leapfrog or misty_veil=3; repeatable"
    parser.add_argument(
        "--option", dest="options", metavar="NAME[=N]", action="append", default=[], help=option
    )
    parser.add_argument("--games", metavar="N", type=int, default=1, help="how many matches")
    seats = "do not play each seed from every seat"
    parser.add_argument("--no-mirror", dest="mirrored", action="store_false", help=seats)
    jobs = "matches at a time, each on a processor of its own"
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help=jobs)
    replay = "write a replay (.jsonl.gz), a numbered one for each of several matches"
    parser.add_argument("--replay", metavar="FILE", type=Path, help=replay)
    show = "open the first match's replay in the browser, with what the bots wrote to stderr"
    parser.add_argument("--show", action="store_true", help=show)
    parser.add_argument("--log", action="store_true", help="print what bots write to stderr")
    parser.add_argument("--verbose", action="store_true", help="tell of each of many matches")
    add_module(parser)


def add_module(parser: argparse.ArgumentParser) -> None:
    words = "Python module with a game of its own, as GAME"
    parser.add_argument(
        "--game-module", dest="modules", metavar="M", action="append", default=[], help=words
    )


def options_of(given: argparse.Namespace) -> Options:
    """`JobError` or `UploadError` for what cannot be played."""
    _check_numbers(given)
    game = game_named(given.game, given.modules)
    ruleset = _ruleset(game, given.ruleset)
    if len(given.bots) > ruleset.seats:
        raise JobError(f"{game.title} has {ruleset.seats} seats, but {len(given.bots)} bots came")
    return Options(
        game=game,
        ruleset=_with_options(game, ruleset, given.options, on_map=given.map is not None),
        bots=tuple(given.bots),
        seed=random.SystemRandom().randrange(1 << 31) if given.seed is None else given.seed,
        map=None if given.map is None else _read_map(game, ruleset, given.map),
        games=given.games,
        mirrored=given.mirrored,
        jobs=given.jobs,
        replay=given.replay,
        show=given.show,
        log=given.log,
        verbose=given.verbose or given.games <= FEW,
        modules=tuple(given.modules),
    )


def _check_numbers(given: argparse.Namespace) -> None:
    processors = len(os.sched_getaffinity(0))
    if given.games < 1:
        raise JobError("--games must be at least 1")
    if not 1 <= given.jobs <= processors:
        raise JobError(f"--jobs must be from 1 to {processors}, the processors there are")
    if given.show and given.replay is None:
        raise JobError("--show needs --replay FILE, which says where the replay and its page go")
    if given.replay is not None and not given.replay.parent.is_dir():
        raise JobError(f"--replay: there is no folder {given.replay.parent}")


def _ruleset(game: Game, name: str | None) -> Ruleset:
    try:
        return game.ruleset(name) if name else game.rulesets[0]
    except KeyError:
        names = ", ".join(ruleset.name for ruleset in game.rulesets)
        raise JobError(f"{game.name} has no ruleset {name!r}; choose of {names}") from None


def _with_options(game: Game, ruleset: Ruleset, given: Sequence[str], *, on_map: bool) -> Ruleset:
    """The ruleset with the options that were named, each as NAME or NAME=NUMBER."""
    if not given:
        return ruleset
    if game.options is None:
        raise JobError(f"{game.title} has no options; leave --option out")
    parts = (words.partition("=") for words in given)
    try:
        named = {name: int(number) if equals else True for name, equals, number in parts}
        chosen = game.options.chosen(ruleset, named, on_map=on_map)
    except OptionError as error:
        raise JobError(str(error)) from None
    except ValueError:
        raise JobError("--option takes NAME or NAME=NUMBER, such as misty_veil=3") from None
    return replace(ruleset, params={**ruleset.params, **game.options.params(chosen)})


def _read_map(game: Game, ruleset: Ruleset, named: str) -> JSON:
    if game.maps is None:
        raise JobError(f"{game.title} is played without maps: leave --map out")
    try:
        board = read_map(game, named)
        check_fit(game, ruleset, board)
    except MapFileError as error:
        raise UploadError(str(error)) from None
    return board
