"""The table of all hostile programs."""

from __future__ import annotations

from sandbox.hostile.bombs import BOMBS
from sandbox.hostile.building import COMPILERS
from sandbox.hostile.escapes import ESCAPES, NETWORK
from sandbox.hostile.kinds import Hostile
from sandbox.hostile.players import PLAYERS
from sandbox.hostile.readers import READERS
from sandbox.hostile.spies import SPIES
from sandbox.hostile.uploads import ARCHIVES

KIT: tuple[Hostile, ...] = (
    *BOMBS,
    *READERS,
    *SPIES,
    *ESCAPES,
    *NETWORK,
    *ARCHIVES,
    *COMPILERS,
    *PLAYERS,
)


def called(name: str) -> Hostile:
    """The row of that name.  KeyError where there is none."""
    return {row.name: row for row in KIT}[name]
