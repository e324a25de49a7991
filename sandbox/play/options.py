"""Matches to play on this machine, as they were asked for."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from games.engine import JSON, Ruleset
from games.game import Game
from games.maps import MapError
from games.options import OptionError
from sandbox.errors import UploadError
from sandbox.judger.job import JobError, game_named
from sandbox.play.schedule import Order, rotation
from sandbox.uploads.mapfiles import read_map

FEW = 8
"""Up to this number, matches are reported one by one; above it only the table, unless asked for."""


@dataclass(frozen=True, slots=True)
class Given:
    """A request in the words of the person: names, files and numbers that nobody has checked.

    ``bots`` are source files, folders, zips, or ``house:NAME``; where they are fewer than the
    seats, they take several each.  ``options`` are ``NAME`` or ``NAME=NUMBER``; ``modules`` are
    Python modules with a game of their own.  Where ``mirrored``, each seed and map is played from
    every seat.  ``jobs`` matches run at a time.
    """

    game: str
    bots: Sequence[str]
    ruleset: str | None = None
    seed: int | None = None
    map: str | None = None
    options: Sequence[str] = ()
    games: int = 1
    mirrored: bool = True
    jobs: int = 1
    replay: Path | None = None
    show: bool = False
    log: bool = False
    verbose: bool = False
    modules: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """The matches to play, as they were asked for (``given``) and as they were found.

    ``seed`` is that of the first match.
    """

    given: Given
    game: Game
    ruleset: Ruleset
    seed: int
    map: JSON

    @property
    def verbose(self) -> bool:
        return self.given.verbose or self.given.games <= FEW

    @property
    def orders(self) -> tuple[Order, ...]:
        """The seats of the bots, match by match, until the order repeats."""
        orders = rotation(len(self.given.bots), self.ruleset.seats, self.ruleset.teams)
        return orders if self.given.mirrored else orders[:1]

    def replay_of(self, number: int) -> Path | None:
        """Where the replay of match ``number``, from 0, goes: numbered if there are several."""
        replay = self.given.replay
        if replay is None or self.given.games == 1:
            return replay
        stem, dot, suffixes = replay.name.partition(".")
        return replay.with_name(f"{stem}-{number + 1}{dot}{suffixes}")


def options_of(given: Given) -> Options:
    """`JobError` or `UploadError` for what cannot be played."""
    _check_numbers(given)
    game = game_named(given.game, given.modules)
    ruleset = _ruleset(game, given.ruleset)
    if len(given.bots) > ruleset.seats:
        raise JobError(f"{game.title} has {ruleset.seats} seats, but {len(given.bots)} bots came")
    return Options(
        given=given,
        game=game,
        ruleset=_with_options(game, ruleset, given.options, on_map=given.map is not None),
        seed=random.SystemRandom().randrange(1 << 31) if given.seed is None else given.seed,
        map=None if given.map is None else _read_map(game, ruleset, given.map),
    )


def _check_numbers(given: Given) -> None:
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
    board = read_map(game, named)
    try:
        game.maps.fits(board, ruleset)
    except MapError as error:
        raise UploadError(f"{ruleset.title} cannot be played on this map: {error}") from None
    return board
