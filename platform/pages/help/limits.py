"""Limits and environment of bots, for authors: words for `sandbox.limits.Limits` and for the fixed
environment of every program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from pages.templatetags.site import amount
from sandbox.isolation.base import HOME
from sandbox.isolation.layout import environment
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits

WORDS: Mapping[str, tuple[str, str]] = {
    "turn_cpu_ms": ("CPU time in one turn, all processes and threads together", "ms"),
    "turn_wall_ms": ("Wall time in one turn; a backstop where CPU time is limited", "ms"),
    "game_cpu_ms": ("CPU time in one game", "ms"),
    "memory_mb": ("Memory, what lies in the writable folders included", "MB"),
    "processes": ("Processes and threads at once", ""),
    "cpu_s": ("CPU time of one program's life, a backstop", "s"),
    "stack_mb": ("Stack of one thread", "MB"),
    "open_files": ("Open files of one process", ""),
    "file_mb": ("Size of one file", "MB"),
    "scratch_mb": ("Size of each writable folder", "MB"),
    "scratch_files": ("Files in each writable folder", ""),
    "message_bytes": ("One message on standard output", "bytes"),
    "turn_bytes": ("Standard output in one turn", "bytes"),
    "match_bytes": ("Standard output in one match", "bytes"),
    "unread_bytes": ("Messages sent to the bot and not read by it", "bytes"),
    "stderr_bytes": ("Standard error of a match that is kept; more is dropped", "bytes"),
    "stderr_match_bytes": ("Standard error in one match; more ends the bot's game", "bytes"),
}
"""Field of `Limits` → what it bounds, and its unit."""
ALWAYS_OWN = ("turn_cpu_ms", "turn_wall_ms", "game_cpu_ms", "memory_mb")
"""The values of rulesets, also if all are the same."""


Line = tuple[str, Sequence[str]]
"""A limit in words, and its value by each ruleset."""


def common() -> list[tuple[str, str]]:
    """The limits that are the same in every game."""
    shared = asdict(Limits())
    return [(label, _value(name, shared[name])) for name, label in _words(own=False)]


def of_games() -> list[tuple[Game, list[Line]]]:
    """The limits that the rulesets of each game have of their own, in their order; scenarios have
    those of their bases."""
    return [(game, _lines(game.rulesets)) for game in GAMES.values()]


def _lines(rulesets: Sequence[Ruleset]) -> list[Line]:
    limits = [asdict(Limits.of_ruleset(ruleset)) for ruleset in rulesets]
    for values, ruleset in zip(limits, rulesets, strict=True):
        if not ruleset.turn_cpu_bound:
            values["turn_cpu_ms"] = None
    lines: list[Line] = [
        (label, [_value(name, values[name]) for values in limits])
        for name, label in _words(own=True)
    ]
    pondering = ["yes" if ruleset.pondering else "no" for ruleset in rulesets]
    return [*lines, ("May think while it is not asked", pondering)]


def _words(*, own: bool) -> list[tuple[str, str]]:
    """Names and words of the limits that rulesets have of their own, or of the others."""
    default = asdict(Limits())
    rulesets = [asdict(Limits.of_ruleset(r)) for game in GAMES.values() for r in game.rulesets]
    differs = {name for r in rulesets for name in WORDS if r[name] != default[name]}
    named = differs | set(ALWAYS_OWN)
    return [(name, label) for name, (label, _) in WORDS.items() if (name in named) is own]


def _value(name: str, value: int | None) -> str:
    return "no limit" if value is None else amount(value, WORDS[name][1])


def surroundings() -> dict[str, object]:
    """The environment of every program: variables, and each language's command."""
    commands = [(language.title, " ".join(language.run)) for language in LANGUAGES.values()]
    variables = {**environment(HOME), "MEMORY_MB": "the memory limit, in MB"}
    return {"home": HOME, "variables": variables, "commands": commands}
