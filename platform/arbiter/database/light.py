"""Models of which pages read thousands of rows."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
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
        row._state = ModelState()
        row._state.adding, row._state.db = False, db
        return row


_decode = json.JSONDecoder().raw_decode


def relate(rows: Iterable[models.Model], name: str, other: models.Model) -> None:
    """Have a related object at hand in all rows whose foreign key has its id already; what sets it
    for each row checks the same again, which takes ten times as long."""
    for row in rows:
        row._state.fields_cache[name] = other


class ListField(models.JSONField):
    """A column of lists that this site alone writes, so that nothing is before their JSON: it is
    parsed in half the time."""

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if value == "[]":
            return []
        if isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        return None if value is None else _decode(value)[0]
