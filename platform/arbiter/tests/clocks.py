"""A machine whose clock is wrong, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone

OFF = pytest.mark.parametrize("hours", [-1, 1], ids=["behind", "ahead"])


@contextmanager
def clock_off(hours: int) -> Iterator[None]:
    """Within the block, this process's clock is wrong, and the database's is right."""
    right = timezone.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: right() + timedelta(hours=hours))
        yield
