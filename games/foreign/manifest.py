"""The manifest of a game whose rules are a program of their own: ``game.json`` in its folder.

``README.md`` beside this file says what its fields mean.  The parser is strict: a field that is
unknown or says what it may not is refused, by its name and with what to write instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from games.engine import JSON, Ruleset, TurnLimits
from games.foreign.fields import Fields, ManifestError, once, require_storable
from games.foreign.filetypes import RUN_BY_BROWSERS, RUN_BY_SYSTEMS
from games.package import HouseBot, Kit

FILE = "game.json"
_SIZE = 64 * 1024
_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
_BOT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,29}")
_SUFFIX = re.compile(r"[a-z0-9]{1,10}(\.[a-z0-9]{1,10})?")
_TYPE = re.compile(r"(application|text|image|audio|video)/[a-z0-9][a-z0-9.+-]{0,60}")
_SEATS = 16
_ENTRIES = 16
"""Rulesets, kits and house bots of a game, at most each."""
_DAY = 86400.0
_MEMORY_MB = 8192

_LIMITS = ("turn_s", "turn_cpu_s", "game_cpu_s", "memory_mb")
_RULESET = ("name", "title", "summary", "seats", "teams", "config", "limits")
_KIT = ("language", "title", "folder", "seats")
_BOT = ("name", "language", "folder", "summary", "proving", "kit", "seats")
_MANIFEST = (
    *("name", "title", "tagline", "version", "seats", "teams", "rulesets"),
    *("command", "language", "source", "program"),
    *("limits", "logic_limits", "pondering", "config", "seed_field", "rules", "kits", "bots"),
    *("replay_suffix", "replay_type"),
)


@dataclass(frozen=True, slots=True)
class LogicLimits:
    """Limits of the game's own program: CPU time of its whole life, how long it may say nothing
    while nobody's clock runs, how long a match may take, and how many frames and megabytes of texts
    for watchers its replay may have."""

    memory_mb: int = 2048
    cpu_s: int = 3600
    silent_s: float = 60.0
    match_s: float = 3600.0
    processes: int = 64
    frames: int = 100_000
    watch_mb: int = 64


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest that was read.  Paths are relative to the game's folder, with slashes.

    Either ``command`` is the program, or it is built from ``source`` in ``language``.  A ruleset's
    ``params`` hold the ``config`` that the program gets, and ``turn_cpu_s`` where it is limited.
    """

    name: str
    title: str
    tagline: str
    version: str
    rulesets: tuple[Ruleset, ...]
    command: tuple[str, ...]
    language: str
    source: str
    program: str
    """Of several that the build makes; "": detected."""
    limits: LogicLimits
    seed_field: str
    replay_suffix: str
    replay_type: str
    """Of the program's own replay; "": what its bytes say."""
    rules: str
    kits: tuple[Kit, ...]
    bots: tuple[HouseBot, ...]
    raw: Mapping[str, JSON] = field(repr=False)
    """The JSON that it was read from: `from_json` gives the same manifest again."""

    @classmethod
    def from_json(cls, data: JSON) -> Manifest:
        """`ManifestError` where it is no manifest."""
        require_storable(data)
        top = Fields(data, "", _MANIFEST)
        name = top.text("name", most=30)
        if not _NAME.fullmatch(name):
            raise top.fail("name", "must be a-z, 0-9 and _, beginning with a letter")
        suffix = top.text("replay_suffix", "")
        if suffix and not _SUFFIX.fullmatch(suffix):
            raise top.fail("replay_suffix", "must be letters and digits, for instance json")
        if suffix.rpartition(".")[2] in RUN_BY_SYSTEMS:
            raise top.fail("replay_suffix", "must be one of files that no computer runs")
        kind = top.text("replay_type", "", most=80)
        if kind and not _TYPE.fullmatch(kind):
            raise top.fail("replay_type", "must be a content type, for instance application/json")
        if RUN_BY_BROWSERS.search(kind):
            raise top.fail("replay_type", "must be one that no browser runs")
        command, language, source = _program(top)
        return cls(
            name=name,
            title=top.title("title"),
            tagline=top.text("tagline", "", most=120),
            version=top.text("version", most=40),
            rulesets=_rulesets(top),
            command=command,
            language=language,
            source=source,
            program=top.text("program", "", most=200),
            limits=_logic_limits(top),
            seed_field=top.text("seed_field", "", most=40),
            replay_suffix=suffix,
            replay_type=kind,
            rules=top.path("rules", "RULES.md"),
            kits=_kits(top),
            bots=_bots(top),
            raw=data,
        )

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """The manifest in a game's folder.  `ManifestError` where none can be used."""
        try:
            with (folder / FILE).open("rb") as file:
                text = file.read(_SIZE + 1)
        except OSError as error:
            raise ManifestError(f"{folder / FILE} cannot be read: {error.strerror}") from error
        return cls.from_bytes(text)

    @classmethod
    def from_bytes(cls, text: bytes) -> Manifest:
        """The manifest that a ``game.json`` holds.  `ManifestError` where it is none."""
        if len(text) > _SIZE:
            raise ManifestError(f"{FILE} is longer than {_SIZE // 1024} KiB: shorten it")
        try:
            data = json.loads(text, object_pairs_hook=once)
        except ManifestError:
            raise
        except (ValueError, RecursionError) as error:
            raise ManifestError(f"{FILE} is not JSON: {error}") from error
        return cls.from_json(data)


def _program(top: Fields) -> tuple[tuple[str, ...], str, str]:
    """Command, or language and source; the other one is empty."""
    if ("command" in top) == ("language" in top):
        raise ManifestError(
            "one of command and language must be there: command for a program that needs no "
            "building, language (and source, its folder) for one that is built here"
        )
    if "language" in top:
        return (), top.text("language", most=20), top.path("source", ".")
    if "source" in top:
        raise ManifestError("source belongs to language: remove it, or command")
    words = top.words("command")
    if words[0].startswith("/") and not words[0].startswith(("/usr/", "/bin/")):
        raise top.fail("command", "may name programs below /usr or within the folder alone")
    if "/" not in words[0].strip("/") and words[0] in ("python", "python3", "sh", "bash", "node"):
        raise top.fail("command", f"must begin with a path: write /usr/bin/{words[0]}")
    if ".." in words[0].split("/"):
        raise top.fail("command", "must not lead out of the folder")
    return words, "", "."


def _logic_limits(top: Fields) -> LogicLimits:
    usual = LogicLimits()
    limits = top.part("logic_limits", (each.name for each in fields(usual)))
    return LogicLimits(
        memory_mb=limits.whole("memory_mb", usual.memory_mb, 16, _MEMORY_MB),
        cpu_s=limits.whole("cpu_s", usual.cpu_s, 1, int(_DAY)),
        silent_s=limits.seconds("silent_s", usual.silent_s, 3600),
        match_s=limits.seconds("match_s", usual.match_s, _DAY),
        processes=limits.whole("processes", usual.processes, 1, 256),
        frames=limits.whole("frames", usual.frames, 10, 1_000_000),
        watch_mb=limits.whole("watch_mb", usual.watch_mb, 1, 512),
    )


def _rulesets(top: Fields) -> tuple[Ruleset, ...]:
    if "rulesets" not in top:
        return (_ruleset(top, top, "standard", "Standard", top.text("tagline", "", most=120)),)
    for name in ("seats", "teams", "limits", "config"):
        if name in top:
            raise ManifestError(f"{name} belongs into each of rulesets, where there are some")
    found: list[Ruleset] = []
    for part in top.each("rulesets", _RULESET, _ENTRIES):
        name = part.text("name", most=30)
        if not _NAME.fullmatch(name) or name in (other.name for other in found):
            raise part.fail("name", "must be a-z, 0-9 and _, and no other ruleset's")
        found.append(_ruleset(part, top, name, part.title("title"), part.text("summary", "")))
    if not found:
        raise top.fail("rulesets", "must have at least one ruleset, or be left out")
    return tuple(found)


def _ruleset(part: Fields, top: Fields, name: str, title: str, summary: str) -> Ruleset:
    limits = part.part("limits", _LIMITS)
    turn_s = limits.seconds("turn_s", 3.0, 3600)
    params: dict[str, JSON] = {"config": part.any("config", {})}
    cpu_s = turn_s
    if "turn_cpu_s" in limits:
        cpu_s = params["turn_cpu_s"] = limits.seconds("turn_cpu_s", turn_s, _DAY)
    bank = limits.seconds("game_cpu_s", 0, _DAY) if "game_cpu_s" in limits else None
    if top.any("seed_field") and not isinstance(params["config"], dict):
        raise part.fail("config", "must be an object, as seed_field puts the seed into it")
    return Ruleset(
        name=name,
        title=title,
        summary=summary,
        seats=part.whole("seats", None, 1, _SEATS),
        params=params,
        limits=TurnLimits(round(cpu_s * 1000), round(turn_s * 1000)),
        bank_ms=None if bank is None else round(bank * 1000),
        pondering=top.flag("pondering", default=False),
        memory_mb=limits.whole("memory_mb", 256, 16, _MEMORY_MB),
        teams=_teams(part),
        turn_cpu_bound="turn_cpu_s" in limits,
    )


def _teams(part: Fields) -> tuple[int, ...]:
    """The team of every seat; empty where everybody plays for himself."""
    if "teams" not in part:
        return ()
    teams = part.any("teams")
    numbers = isinstance(teams, list) and all(type(team) is int for team in teams)
    if not numbers or len(teams) != part.whole("seats", None, 1, _SEATS):
        raise part.fail("teams", "must be a list with the number of a team for every seat")
    if sorted(set(teams)) != list(range(1, len(set(teams)) + 1)) or len(set(teams)) < 2:
        raise part.fail("teams", "must number at least two teams from 1, and leave none out")
    return tuple(teams)


def _kits(top: Fields) -> tuple[Kit, ...]:
    kits: list[Kit] = []
    most = max(rules.seats for rules in _rulesets(top))
    for part in top.each("kits", _KIT, _ENTRIES):
        language = part.text("language", most=20)
        if any(kit.language == language for kit in kits):
            raise part.fail("language", "must be another one for each kit")
        title, folder = part.title("title"), part.below("folder")
        kits.append(Kit(language, title, folder, seats=_seats(part, most)))
    return tuple(kits)


def _seats(part: Fields, seats: int) -> tuple[int, ...]:
    """The seats that a kit or bot plays; empty where it plays all."""
    if "seats" not in part:
        return ()
    named = part.any("seats")
    numbers = isinstance(named, list) and all(type(seat) is int for seat in named)
    if not numbers or not named or len(named) != len(set(named)):
        raise part.fail("seats", "must be a list of numbers of seats, each once, such as [0]")
    if not set(named) <= set(range(seats)):
        raise part.fail("seats", f"must be numbers from 0 to {seats - 1}, the seats of the game")
    return tuple(sorted(named))


def _bots(top: Fields) -> tuple[HouseBot, ...]:
    bots: list[HouseBot] = []
    most = max(rules.seats for rules in _rulesets(top))
    for part in top.each("bots", _BOT, _ENTRIES):
        name = part.text("name", most=30)
        if not _BOT_NAME.fullmatch(name) or name.lower() in (b.name.lower() for b in bots):
            raise part.fail("name", "must be letters, digits, -, _ and ., and no other bot's")
        kit = part.text("kit", most=20) if "kit" in part else None
        proving = part.flag("proving", default=False)
        language, folder = part.text("language", most=20), part.below("folder")
        summary, seats = part.text("summary", ""), _seats(part, most)
        bots.append(HouseBot(name, language, folder, summary, proving, kit, seats=seats))
    if bots and sum(bot.proving for bot in bots) != 1:
        raise ManifestError(
            "bots must have proving true in exactly one of them: new versions meet it first"
        )
    languages = [kit.language for kit in _kits(top)]
    for bot in bots:
        if bot.kit is not None and bot.kit not in languages:
            raise ManifestError(f"bots: {bot.name} stands on the {bot.kit} kit: add it to kits")
    return tuple(bots)
