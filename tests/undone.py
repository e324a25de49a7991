"""Changes to the database that a test undoes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """Rolls back what is changed inside, as the fixture ``db`` does: it is no transaction of the
    site (`tests.lock_order`)."""
    block: Any = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        transaction.set_rollback(True)
