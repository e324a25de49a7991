"""The job of a judger: one JSON object on its standard input; and its exit statuses.

A job is data that a worker made from its own records, so every surprise in it is a mistake of the
platform's: it is refused loudly, with the name of the field.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from games.engine import JSON, Setup
from games.game import Game
from sandbox.judger.past import Past
from sandbox.limits import Limits

BAD_JOB = 2
"""The job cannot be played."""
FAILED = 3
"""The sandbox, the engine or the judger failed; no bot is to blame."""
STOPPED = 143
"""It was told to stop, or nobody reads its output any more."""


class JobError(ValueError):
    """The job cannot be played as it stands; the message names the field and what is wrong."""


@dataclass(frozen=True, slots=True)
class SeatJob:
    """The player of a seat of the match.

    ``program`` is the folder with the unpacked artifact, ``argv`` the command inside the sandbox.
    A person (``human``) has neither.
    """

    name: str
    program: Path = Path()
    argv: tuple[str, ...] = ()
    human: bool = False

    def to_json(self) -> dict[str, JSON]:
        if self.human:
            return {"name": self.name, "human": True}
        return {"name": self.name, "program": str(self.program), "argv": list(self.argv)}

    @classmethod
    def from_json(cls, data: JSON, where: str) -> SeatJob:
        members = _members(data, where, cls)
        name = _typed(members["name"], str, f"{where}.name")
        programs = [field for field in ("program", "argv") if field in members]
        if members.get("human", False) is not False:
            if members["human"] is not True or programs:
                raise JobError(f"{where}: human is true or left out, and a person has no program")
            return cls(name, human=True)
        if missing := sorted({"program", "argv"} - set(programs)):
            raise JobError(f"{where} lacks {', '.join(missing)}")
        program, argv = _program(members, where)
        return cls(name, program, argv)


@dataclass(frozen=True, slots=True)
class LogicJob:
    """The program that has the rules of a foreign game.

    ``program`` and ``argv`` are as in `SeatJob`; ``manifest`` is the JSON of the game's manifest.
    """

    program: Path
    argv: tuple[str, ...]
    manifest: JSON

    def to_json(self) -> dict[str, JSON]:
        return {
            "program": str(self.program),
            "argv": list(self.argv),
            "manifest": self.manifest,
        }

    @classmethod
    def from_json(cls, data: JSON) -> LogicJob:
        members = _members(data, "job.logic", cls)
        program, argv = _program(members, "job.logic")
        return cls(program, argv, members["manifest"])

    def find_game(self) -> Game:
        # Only now: few matches are of such a game.
        from games.foreign.fields import ManifestError
        from games.foreign.game import game_of
        from games.foreign.manifest import Manifest

        try:
            return game_of(Manifest.from_json(self.manifest))
        except ManifestError as error:
            raise JobError(f"job.logic.manifest: {error}") from error


@dataclass(frozen=True, slots=True)
class Job:
    """One match.

    ``limits`` hold for each bot.  ``cpu`` pins the judger and all bots to that processor.
    ``wall_s`` bounds the whole match and ``memory_mb`` the judger itself: guards of the
    platform's, and passing them is never a bot's fault.  ``modules`` are imported, and their
    ``GAME`` objects join the table of games.  ``hide`` are absolute paths of folders that the
    judger does not need and must not see.  ``isolation`` is what `Backend.describe`
    said of this machine; None: the judger finds out, which takes it some time.  ``logic`` is the
    program of a foreign game, None for one of the registry or of ``modules``.
    Questions to people are numbered from ``first_ask``.  Before the first one the match waits up to
    ``ready_s`` for people's pages, then counts down for ``countdown_s``; 0: it does not.  After
    ``enough_s`` the judger ends a match that still runs: nobody has won it, and only faults so far
    count.  None: it is played to its end.  ``past`` is what was played before, of a match that is
    played on.
    """

    match: str
    game: str
    setup: Setup
    seats: tuple[SeatJob, ...]
    limits: Limits = field(default_factory=Limits)
    cpu: int | None = None
    wall_s: float = 7200.0
    memory_mb: int = 1024
    modules: tuple[str, ...] = ()
    hide: tuple[Path, ...] = ()
    isolation: JSON = None
    logic: LogicJob | None = None
    first_ask: int = 1
    ready_s: float = 0.0
    countdown_s: float = 0.0
    enough_s: float | None = None
    past: Past | None = None

    @property
    def people(self) -> frozenset[int]:
        """The seats of the match that persons play."""
        return frozenset(index for index, seat in enumerate(self.seats) if seat.human)

    def to_json(self) -> dict[str, JSON]:
        return {
            "match": self.match,
            "game": self.game,
            "setup": self.setup.to_json(),
            "seats": [seat.to_json() for seat in self.seats],
            "limits": asdict(self.limits),
            "cpu": self.cpu,
            "wall_s": self.wall_s,
            "memory_mb": self.memory_mb,
            "modules": list(self.modules),
            "hide": [str(folder) for folder in self.hide],
            "isolation": self.isolation,
            "logic": self.logic and self.logic.to_json(),
            "first_ask": self.first_ask,
            "ready_s": self.ready_s,
            "countdown_s": self.countdown_s,
            "enough_s": self.enough_s,
            "past": self.past and self.past.to_json(),
        }

    @classmethod
    def from_json(cls, data: JSON) -> Job:
        """Inverse of `to_json`; optional fields may be missing.  `JobError` for anything else."""
        members = _members(data, "job", cls)
        setup = _setup(members["setup"])
        seats = _typed(members["seats"], list, "job.seats")
        indexes = sorted(seat.index for seat in setup.seats)
        if indexes != list(range(len(seats))):
            raise JobError(f"job.seats has {len(seats)} seats, but job.setup numbers {indexes}")
        found: dict[str, Any] = {
            "match": _typed(members["match"], str, "job.match"),
            "game": _typed(members["game"], str, "job.game"),
            "setup": setup,
            "seats": tuple(SeatJob.from_json(s, f"job.seats[{i}]") for i, s in enumerate(seats)),
        }
        return cls(**found, **_optional(members))

    @classmethod
    def from_bytes(cls, text: bytes) -> Job:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise JobError(f"the job is not one JSON object: {error}") from error
        return cls.from_json(data)

    def find_game(self) -> Game:
        """The game to play, which has the job's ruleset.  `JobError` where there is none."""
        game = self.logic.find_game() if self.logic else game_named(self.game, self.modules)
        names = [ruleset.name for ruleset in game.rulesets]
        if self.setup.ruleset not in names:
            raise JobError(f"{self.game} has no ruleset {self.setup.ruleset!r}; choose of {names}")
        return game


def game_named(name: str, modules: Sequence[str] = ()) -> Game:
    """The game of that name in the registry or in a module.  `JobError` where there is none."""
    games: dict[str, Game] = {}
    for module in modules:
        try:
            game = importlib.import_module(module).GAME
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            raise JobError(f"there is no GAME in the module {module}: {error}") from error
        games[game.name] = game
    if name in games:
        return games[name]
    from games.registry import GAMES  # here: a foreign game does without

    if name not in GAMES:
        raise JobError(f"there is no game {name!r}; choose of {sorted({*GAMES, *games})}")
    return GAMES[name]


def _optional(members: Mapping[str, JSON]) -> dict[str, Any]:
    """The fields of a job that may be missing."""
    found: dict[str, Any] = {}
    if members.get("cpu") is not None:
        found["cpu"] = _typed(members["cpu"], int, "job.cpu")
    if "limits" in members:
        found["limits"] = _limits(members["limits"])
    if "wall_s" in members:
        found["wall_s"] = _positive(members["wall_s"], (int, float), "job.wall_s")
    if members.get("enough_s") is not None:
        found["enough_s"] = _positive(members["enough_s"], (int, float), "job.enough_s")
    for name in ("ready_s", "countdown_s"):
        if members.get(name):  # 0 is a choice, too
            found[name] = _positive(members[name], (int, float), f"job.{name}")
    if "memory_mb" in members:
        found["memory_mb"] = _positive(members["memory_mb"], int, "job.memory_mb")
    if "first_ask" in members:
        found["first_ask"] = _positive(members["first_ask"], int, "job.first_ask")
    if "modules" in members:
        modules = _typed(members["modules"], list, "job.modules")
        found["modules"] = tuple(_typed(name, str, "job.modules") for name in modules)
    if "hide" in members:
        found["hide"] = tuple(map(_folder, _typed(members["hide"], list, "job.hide")))
    if "isolation" in members:
        found["isolation"] = members["isolation"]
    if members.get("past") is not None:
        found["past"] = _past(members["past"])
    if members.get("logic") is not None:
        found["logic"] = LogicJob.from_json(members["logic"])
    return found


def _past(data: JSON) -> Past:
    try:
        return Past.from_json(data)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise JobError(f"job.past is no recorded past: {error}") from error


def _program(members: Mapping[str, JSON], where: str) -> tuple[Path, tuple[str, ...]]:
    """Folder and command of a program in a sandbox."""
    argv = _typed(members["argv"], list, f"{where}.argv")
    if not argv or not all(isinstance(word, str) for word in argv):
        raise JobError(f"{where}.argv must be a list of at least one text")
    program = Path(_typed(members["program"], str, f"{where}.program"))
    if not program.is_dir():
        raise JobError(f"{where}.program: there is no folder {program}; unpack the artifact")
    return program, tuple(argv)


def _folder(data: JSON) -> Path:
    path = Path(_typed(data, str, "job.hide"))
    if not path.is_absolute():
        raise JobError(f"job.hide: {path} is not an absolute path")
    return path


def _setup(data: JSON) -> Setup:
    try:
        setup = Setup.from_json(_typed(data, dict, "job.setup"))
    except (KeyError, TypeError) as error:
        raise JobError(f"job.setup is incomplete or has unknown fields: {error}") from error
    _typed(setup.seed, int, "job.setup.seed")
    _typed(setup.ruleset, str, "job.setup.ruleset")
    return setup


def _members(data: JSON, where: str, cls: type) -> Mapping[str, JSON]:
    """The object ``data``, which has no fields but those of ``cls`` and all that are required."""
    members: dict[str, JSON] = _typed(data, dict, where)
    known = {f.name: f for f in fields(cls)}
    if unknown := sorted(members.keys() - known.keys()):
        raise JobError(f"{where} has unknown fields: {', '.join(unknown)}")
    required = [
        n for n, f in known.items() if f.default is MISSING and f.default_factory is MISSING
    ]
    if missing := [name for name in required if name not in members]:
        raise JobError(f"{where} lacks {', '.join(missing)}")
    return members


def _limits(data: JSON) -> Limits:
    """Positive integers, or None where that is the default."""
    none = {f.name for f in fields(Limits) if f.default is None}
    found: dict[str, Any] = {}
    for name, number in _members(data, "job.limits", Limits).items():
        may_miss = number is None and name in none
        found[name] = None if may_miss else _positive(number, int, f"job.limits.{name}")
    return Limits(**found)


def _typed(value: JSON, kind: type | tuple[type, ...], where: str) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        words = " or ".join(k.__name__ for k in kinds)
        raise JobError(f"{where} must be of type {words}, not {type(value).__name__}")
    return value


def _positive(value: JSON, kind: type | tuple[type, ...], where: str) -> Any:
    if _typed(value, kind, where) <= 0:
        raise JobError(f"{where} must be more than 0, not {value}")
    return value
