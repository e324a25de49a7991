"""Models of which pages read thousands of rows."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState
from django.db.models.fields.json import KeyTransform


class Light(models.Model):
    """Rows that are made from the database without the constructor of the model and its signals,
    in a third of the time.  Not for models with image fields, which need these signals."""

    class Meta:
        abstract = True

    @classmethod
    def from_db(
        cls,
        db: str | None,
        field_names: Collection[str],
        values: Collection[Any],
        **_: Any,
    ) -> Self:
        row = cls.__new__(cls)
        row.__dict__.update(zip(field_names, values, strict=True))
        state = row._state = ModelState()
        state.adding, state.db = False, db
        return row

    @classmethod
    def read(cls, rows: models.QuerySet[Self], **related: models.Model) -> list[Self]:
        """All columns of the rows, in two thirds of the time that the query takes itself.  They
        share one state, which has these related objects, those of all foreign keys, at hand."""
        names = [field.attname for field in cls._meta.concrete_fields]
        state = ModelState()
        state.adding, state.db, state.fields_cache = False, rows.db, related
        made = []
        for values in rows.values_list(*names):
            row = cls.__new__(cls)
            row.__dict__ = dict(zip(names, values, strict=True))
            row._state = state
            made.append(row)
        return made


def relate(rows: Iterable[models.Model], name: str, other: models.Model) -> None:
    """Have a related object at hand in all rows whose foreign key has its id already; what sets it
    for each row checks the same again, which takes ten times as long."""
    for row in rows:
        row._state.fields_cache[name] = other


class TupleField(models.JSONField):
    """A column of lists that this site alone writes, so that nothing else is in its JSON.  Rows
    have tuples, also for the lists in it: a text, which many rows have and pages read again, is
    parsed once in a process."""

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        return None if value is None else _parsed(value)


@lru_cache(maxsize=1 << 15)
def _parsed(text: str) -> Any:
    return _frozen(json.loads(text))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
