"""One skeleton for stages of events and for comparisons, which advance automatically."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

logger = logging.getLogger(__name__)

Row = TypeVar("Row", bound=Model)


class Machine(Generic[Row]):
    """Moves rows of one kind: it locks a row and takes one ``step``.

    The step reads what was played, and either ends the row or makes the matches that come next.
    It may be called at any time. The end of a match calls it, and so does a periodic task, so that
    the loss of a worker loses nothing.  ``name`` is for the log.
    """

    def __init__(
        self, name: str, rows: Callable[[], QuerySet[Row]], step: Callable[[Row], None]
    ) -> None:
        self._name = name
        self._rows = rows
        self._step = step

    def advance(self, pk: int) -> None:
        """Lock a row and take its step."""
        with transaction.atomic():
            self._step(self._rows().select_for_update().get(pk=pk))

    def move(self, pk: int) -> None:
        """`advance`; a failure is only logged, as the next periodic task tries again."""
        try:
            self.advance(pk)
        except Exception:
            logger.exception("%s %d could not go on", self._name, pk)

    def move_all(self, pks: Iterable[int]) -> None:
        for pk in pks:
            self.move(pk)


class Troubled(Protocol):
    """A row that keeps the reason why it cannot advance, for organizers; empty if it can."""

    trouble: str

    def save(self, *, update_fields: Iterable[str]) -> None: ...


def complain(row: Troubled, why: str) -> None:
    """Keep the reason why a row cannot advance; empty if it can.  Writes only a new reason."""
    if row.trouble != why[:500]:
        row.trouble = why[:500]
        row.save(update_fields=["trouble"])
        if why:
            logger.warning("%s cannot advance: %s", row, why)
