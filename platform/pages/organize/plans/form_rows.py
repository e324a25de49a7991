"""Rows of a form that people add, remove and move, such as the sources of a stage.

A row is a small form whose prefix has the rows' name and a number ("feeds-3").  Rows come in the
order in which a page sends them; their numbers only tell them apart.  The buttons beside them send
what they ask for as ``change`` together with everything that was typed, so that they work without
scripts, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from django import forms

Data = Mapping[str, object]
F = TypeVar("F", bound=forms.Form)


class Rows(Generic[F]):
    """All rows of one name.  ``make`` is the form of a row; ``title`` names one row, and ``add``
    is the label of the button that adds one.  ``initial`` has the rows of a page that nobody has
    sent yet, ``fresh`` what a new row shows."""

    def __init__(
        self,
        name: str,
        make: Callable[..., F],
        data: Data | None,
        initial: Sequence[Data] = (),
        *,
        title: str,
        add: str,
        fresh: Data | None = None,
    ) -> None:
        self.name, self.title, self.add = name, title, add
        self._make, self._fresh = make, fresh or {}
        self.errors: list[str] = []
        if data is None:
            self.forms = [
                make(None, prefix=f"{name}-{number}", initial=each)
                for number, each in enumerate(initial)
            ]
        else:
            pattern = re.compile(rf"{re.escape(name)}-\d{{1,4}}(?=-)")
            sent = dict.fromkeys(matched[0] for key in data if (matched := pattern.match(key)))
            self.forms = [make(data, prefix=prefix) for prefix in sent]

    @property
    def new(self) -> str:
        """The prefix of the row that was added last; empty where none was."""
        return next((str(f.prefix) for f in reversed(self.forms) if not f.is_bound), "")

    def change(self, asked: str) -> bool:
        """Do what a button asks for: ``add:NAME``, or ``remove``, ``up`` or ``down`` with the
        prefix of a row.  Whether that was a row of these."""
        act, _, what = asked.partition(":")
        if (act, what) == ("add", self.name):
            numbers = [int(str(form.prefix).rpartition("-")[2]) for form in self.forms]
            prefix = f"{self.name}-{max(numbers, default=-1) + 1}"
            self.forms.append(self._make(None, prefix=prefix, initial=self._fresh))
            return True
        at = next((n for n, form in enumerate(self.forms) if form.prefix == what), None)
        if at is None or act not in ("remove", "up", "down"):
            return False
        row = self.forms.pop(at)
        if act != "remove":
            self.forms.insert(max(0, at + (1 if act == "down" else -1)), row)
        return True

    def is_valid(self) -> bool:
        # Every row says what is wrong with it.
        valid = [form.is_valid() for form in self.forms]
        return all(valid)

    @property
    def cleaned(self) -> list[dict[str, Any]]:
        """The values of valid rows."""
        return [form.cleaned_data for form in self.forms]
