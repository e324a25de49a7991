"""The facts of the game and the match that the driver of a game's program needs."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import JSON, Setup
from games.foreign.manifest import LogicLimits, Manifest
from sandbox.foreign.wire.limits import RelayLimits
from sandbox.limits import Limits


def logic_limits(limits: LogicLimits) -> Limits:
    """The limits of the sandbox of a game's program."""
    return Limits(
        memory_mb=limits.memory_mb,
        processes=limits.processes,
        cpu_s=limits.cpu_s,
        scratch_mb=256,
        file_mb=64,
    )


@dataclass(frozen=True, slots=True)
class ForeignRules:
    manifest: Manifest
    setup: Setup
    limits: Limits
    """Of each bot."""
    pondering: bool
    wall_s: float

    def config(self) -> JSON:
        config = self.setup.params.get("config", {})
        name = self.manifest.seed_field
        return {**config, name: self.setup.seed} if name and isinstance(config, dict) else config

    def relay_limits(self) -> RelayLimits:
        limits = self.manifest.limits
        return RelayLimits(limits.silent_s, min(limits.match_s, self.wall_s))
