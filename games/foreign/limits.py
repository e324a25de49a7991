"""The limits that a game's manifest declares, as Markdown for its rules page and its kits."""

from __future__ import annotations

from games.engine import Ruleset
from games.foreign.manifest import Manifest


def limits_text(manifest: Manifest, level: str = "##") -> str:
    """A section under a heading of ``level``: limits of bots by ruleset, and of the program."""
    lines = [f"{level} Limits", ""]
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
