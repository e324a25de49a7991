"""One skeleton for events, their stages and comparisons, which advance automatically."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from arbiter.database.locks import lock
from arbiter.working.passing import Blame, fault_of

logger = logging.getLogger(__name__)

PATIENCE = 3
"""Failures in a row after which people are notified, so that a lock that passes is no notice."""
FAULT = "The site failed to "
"""The beginning of such a notice."""


class Failing(Protocol):
    """A row of a machine.  ``failures`` has the failures in a row by the names of its machines."""

    pk: Any
    trouble: str
    failures: dict[str, int]

    def save(self, *, update_fields: Iterable[str]) -> None: ...


Row = TypeVar("Row", bound=Any)


class Machine(Generic[Row]):
    """Moves rows of one kind, which are `Failing`: it locks a row and takes one ``step``.

    The step reads what was played, and either ends the row or makes the matches that come next.
    It may be called at any time. The end of a match calls it, and so does a periodic task, so that
    the loss of a worker loses nothing.  ``name`` says what it does, such as "advance the stage".
    After `PATIENCE` failures in a row the row's ``trouble`` has the reason and ``tell`` notifies
    its people, once.
    """

    def __init__(
        self,
        name: str,
        rows: Callable[[], QuerySet[Any]],
        step: Callable[[Row], object],
        tell: Callable[[Row], None],
    ) -> None:
        self._name = name
        self._rows = rows
        self._step = step
        self._tell = tell

    def advance(self, pk: int) -> None:
        with transaction.atomic():
            row = self.locked(pk)
            self._step(row)
            self.recover(row)

    def locked(self, pk: int) -> Row:
        row: Row = lock(self._rows()).get(pk=pk)
        return row

    def recover(self, row: Row) -> None:
        """The row has taken its step, so earlier failures are over."""
        if row.failures.pop(self._name, 0):
            row.save(update_fields=["failures"])
            if row.trouble.startswith(FAULT) and not row.failures:
                complain(row, "")

    def move(self, pk: int) -> bool:
        """`advance`; returns whether it worked.  A failure is counted, as the next periodic task
        tries again.  A fault of this machine is not: the next task may run on another one."""
        try:
            self.advance(pk)
            return True
        except Exception as error:
            logger.exception("%d: the site failed to %s", pk, self._name)
            if fault_of(error).of is Blame.MACHINE:
                return False
            try:
                self._note(pk, f"{type(error).__name__}: {error}")
            except DatabaseError:
                logger.exception("%d: the failure could not be stored", pk)
            return False

    def move_all(self, pks: Iterable[int]) -> None:
        for pk in pks:
            self.move(pk)

    @transaction.atomic
    def _note(self, pk: int, why: str) -> None:
        row = lock(self._rows()).filter(pk=pk).first()
        if row is None:
            return
        count = row.failures.get(self._name, 0) + 1
        if count <= PATIENCE:
            row.failures[self._name] = count
            row.save(update_fields=["failures"])
        if count >= PATIENCE and not row.trouble:
            complain(
                row,
                f"The site failed to {self._name} {PATIENCE} times, and tries again every few "
                f"seconds. Last reason: {why}",
            )
        if count == PATIENCE:
            self._tell(row)


def complain(row: Failing, why: str) -> bool:
    """Keep the reason why a row cannot advance; empty if it can.  Writes only a new reason, and
    returns whether there was one."""
    if row.trouble == why[:500]:
        return False
    row.trouble = why[:500]
    row.save(update_fields=["trouble"])
    if why:
        logger.warning("%s cannot advance: %s", row, why)
    return bool(why)
