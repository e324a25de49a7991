"""The Python kit, for the tests of the kits and of its referee."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from games.generals.game import GENERALS
from games.tests.kits import imported, kit_of, unpacked


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python kit as somebody unpacks it."""
    return unpacked(kit_of(GENERALS, "python"), tmp_path_factory)


@pytest.fixture(scope="module")
def modules(folder: Path) -> Iterator[dict[str, ModuleType]]:
    with imported(folder) as found:
        yield found
