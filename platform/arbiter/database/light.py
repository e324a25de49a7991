"""Models of which pages read thousands of rows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


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


class ListField(models.JSONField):
    """A column of lists, most of which are empty: these are not parsed."""

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return [] if value == "[]" else super().from_db_value(value, expression, connection)
