"""A cache of programs for one test: what was built before must not hide what is built now."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandbox.artifacts import CACHE


@contextmanager
def empty_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache that sandboxes can enter; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="arb-cache-") as folder:
        Path(folder).chmod(0o711)
        place = Path(folder, "programs")
        monkeypatch.setenv(CACHE, str(place))
        yield place
