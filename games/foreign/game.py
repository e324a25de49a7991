"""A foreign game: what its manifest declares, as a `Game` of the registry; its limits as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, NoReturn, cast

from games.engine import Engine, Ruleset, Seat, Setup
from games.foreign import STATIC_FOLDER
from games.foreign.filetypes import BINARY, file_type
from games.foreign.manifest import Manifest
from games.game import Game
from games.package import Export
from games.replay import ReplayReader
from games.wire import JsonLines

REPLAY = "replay"
"""Name of the file that the game's program writes: as an attachment of the container, and as the
export that gives it out."""

FOLDER = Path(__file__).parent

STATIC_NAME = FOLDER.name
"""`Game.static_name` of all such games: they have one view in common."""


class NoEngine(Engine):
    """Stands where the engine is asked for: such a game can only be played by a judger."""

    def __new__(cls, setup: Setup) -> NoReturn:
        raise ValueError("the rules of this game are a program of its own, which a judger starts")


class NoWire(JsonLines):
    """Stands where the wire is asked for: the game's program itself says what its bots read."""

    def __new__(cls, setup: Setup, seat: Seat) -> NoReturn:
        raise ValueError("the messages of this game are made by a program, which a judger starts")


class ForeignGame(Game):
    """A game of a manifest.  ``program`` is the artifact of the built program, whose SHA-256 is
    ``sha256``; a game that was not installed has neither."""

    manifest: ClassVar[Manifest]
    program: ClassVar[Path | None]
    sha256: ClassVar[str]
    reproducible = False

    @property
    def static_name(self) -> str:
        return STATIC_NAME

    @property
    def static_folder(self) -> Path:
        return STATIC_FOLDER


def game_of(
    manifest: Manifest,
    folder: Path = FOLDER,
    program: Path | None = None,
    sha256: str = "",
    files: Path | None = None,
) -> ForeignGame:
    """The game of a manifest, whose rules page lies in ``folder``.

    Its kits and bots are below ``files``; None: below ``folder``, too.
    """
    files = files or folder
    suffix, kind = manifest.replay_suffix, manifest.replay_type

    def kind_of(data: bytes) -> tuple[str, str]:
        found = file_type(data)
        return suffix or found[0], kind or found[1]

    export = Export(
        REPLAY, "The game's own replay", suffix or BINARY[0], kind or BINARY[1], own_replay, kind_of
    )
    members = {
        "name": manifest.name,
        "title": manifest.title,
        "tagline": manifest.tagline,
        "version": manifest.version,
        "engine": NoEngine,
        "wire": NoWire,
        "rulesets": manifest.rulesets,
        "house": tuple(replace(bot, source=files / bot.source) for bot in manifest.bots),
        "kits": tuple(replace(kit, folder=files / kit.folder) for kit in manifest.kits),
        "exports": (export,),
        "folder": folder,
        "manifest": manifest,
        "program": program,
        "sha256": sha256,
    }
    return cast("ForeignGame", type("ForeignGame", (ForeignGame,), members)())


def own_replay(reader: ReplayReader) -> bytes:
    """The file that the game's program wrote.  ValueError where it wrote none."""
    data = reader.attachment(REPLAY)
    if data is None:
        raise ValueError("the game's program wrote no replay of its own in this match")
    return data


def by_side(scores: Sequence[float], teams: Sequence[int]) -> list[float]:
    """By seat: the points that its team has together; its own where it plays alone.

    ``teams`` are those of the seats, 0 or nothing at all for who plays alone.
    """
    sums: dict[int, float] = {}
    for team, score in zip(teams, scores, strict=bool(teams)):
        sums[team] = sums.get(team, 0) + score
    sides = teams or [0] * len(scores)
    return [sums[team] if team else score for team, score in zip(sides, scores, strict=True)]


def limits_text(manifest: Manifest) -> str:
    """A section under a heading: limits of bots by ruleset, and of the program."""
    lines = ["## Limits", ""]
    for rules in manifest.rulesets:
        title = f" ({rules.title})" if len(manifest.rulesets) > 1 else ""
        lines.append(f"- A bot{title}: {_of_bot(rules)}.")
    program = manifest.limits
    match = f"{program.match_s:g} s, {program.frames} frames in its replay"
    lines.append(f"- A match: at most {match} and {program.watch_mb} MB of texts for watchers.")
    own = f"{program.memory_mb} MB of memory, {program.cpu_s} s of CPU time"
    rest = f"{program.processes} processes, at most {program.silent_s:g} s without a message"
    lines.append(f"- The game's program: {own}, {rest}.")
    lines += [
        "",
        "A match that breaks a limit of the match or of the program counts against no bot.",
    ]
    return "\n".join([*lines, ""])


def _of_bot(rules: Ruleset) -> str:
    parts = [
        f"{rules.limits.wall_ms / 1000:g} s of wall time for an answer",
        f"{rules.memory_mb} MB of memory",
    ]
    if "turn_cpu_s" in rules.params:
        parts.append(f"{rules.limits.cpu_ms / 1000:g} s of CPU time in one period of the clock")
    if rules.bank_ms is not None:
        parts.append(f"{rules.bank_ms / 1000:g} s of CPU time in the match")
    return ", ".join(parts)
