"""The rows of the kit for tests that try each."""

from __future__ import annotations

import pytest

from sandbox.tests.hostile.grounds import EVERYTHING
from sandbox.tests.hostile.kinds import Hostile
from sandbox.tests.hostile.kit import KINDS, KIT


def _first_of_each() -> set[str]:
    """For every kind of program the first row, and for every wall the first one that it holds and
    not all others hold as well."""
    held = {
        wall: [r for r in KIT if wall in r.walls and r.walls != EVERYTHING] for wall in EVERYTHING
    }
    return {rows[0].name for rows in (*KINDS.values(), *held.values())}


OFTEN = _first_of_each()
"""Names of the rows that ``make test`` tries."""


def _param(row: Hostile) -> object:
    return pytest.param(row, id=row.name, marks=() if row.name in OFTEN else pytest.mark.nightly)


ROWS = [_param(row) for row in KIT]
"""As parameters; most of them run nightly."""
