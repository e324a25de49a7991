"""The choices and rows that a form offers in a field, once it knows its person, game or data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet

Choice = tuple[Any, Any]
"""A value with its label, or the title of a group with its choices."""


def offer(
    form: forms.BaseForm, name: str, choices: Iterable[Choice], *, empty: str | None = None
) -> None:
    """The choices of a field.  ``empty`` is the label of a first one without a value."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [*([] if empty is None else [("", empty)]), *choices]


def offer_rows(
    form: forms.BaseForm, name: str, rows: QuerySet[Any], *, empty: str | None = None
) -> None:
    """The rows that a field offers.  ``empty`` is the label of the choice without a value."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows
    if empty is not None:
        field.empty_label = empty
