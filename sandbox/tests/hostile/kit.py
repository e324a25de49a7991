"""The table of all hostile programs."""

from __future__ import annotations

from sandbox.tests.hostile.bombs import BOMBS
from sandbox.tests.hostile.building import COMPILERS
from sandbox.tests.hostile.escapes import ESCAPES, NETWORK
from sandbox.tests.hostile.kinds import Hostile
from sandbox.tests.hostile.players import PLAYERS
from sandbox.tests.hostile.readers import READERS
from sandbox.tests.hostile.spies import SPIES
from sandbox.tests.hostile.uploads import ARCHIVES

KINDS: dict[str, tuple[Hostile, ...]] = {
    "bombs": BOMBS,
    "readers of secrets": READERS,
    "spies on opponents": SPIES,
    "escapes": ESCAPES,
    "network": NETWORK,
    "archives": ARCHIVES,
    "compilers": COMPILERS,
    "players": PLAYERS,
}
KIT = tuple(row for rows in KINDS.values() for row in rows)


def called(name: str) -> Hostile:
    """The row of that name.  KeyError where there is none."""
    return {row.name: row for row in KIT}[name]
