"""Limits of the protocol, and of the judger that carries it."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_TIME_S = 3.0
"""Of a period of the clock, until the logic says otherwise."""

DEFAULT_LENGTH = 2048
"""Bytes of one message of a player, until the logic says otherwise."""

BACKLOG = 16 << 20
"""Bytes that may wait for a player which does not read."""

EARLY_BYTES = 1 << 20
"""Bytes that may wait for the logic from a player which is not listened to."""


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """Limits of the judger's own, in seconds.

    ``silent_s``: how long a logic may say nothing while no player's clock runs.  ``match_s``: how
    long the match may take from `Relay.start` on.
    """

    silent_s: float = 60.0
    match_s: float = 3600.0
