"""The forms of a scenario: of its dates, and of what its game says that scenarios consist of.

Rows of points and parts are numbered in the names of their fields ("points-3-row"); gaps are
allowed, so that a row that was removed takes nothing along.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone

from games.game import Game
from games.scenarios import ScenarioProblem, Sort
from pages.frame.fields.forms import tick_field
from pages.frame.fields.zoned import (
    TimeField,
    read_time,
    sent_time,
    sent_zone,
    typed_time,
    zone_field,
)
from pages.scenarios.rows import (
    AboutForm,
    ConstantsForm,
    PartForm,
    PointForm,
    RowForm,
    SheetsForm,
)
from rulesets.models import Scenario
from rulesets.services import Draft

_ROW = re.compile(r"(points|parts)-(\d{1,4})-")


class ScenarioForm:
    """All of it: `AboutForm`, `ConstantsForm`, `SheetsForm` and rows of points and parts."""

    def __init__(
        self, game: Game, user: Any, data: QueryDict | None = None, start: Scenario | None = None,
        fixed: bool = False,
    ) -> None:  # fmt: skip
        """``start`` is the scenario that it begins with, where nothing was typed."""
        assert game.scenarios is not None
        self.game, self.parts, self.data = game, game.scenarios, data
        about = _about(start)
        self.about = AboutForm(data, initial=about, game=game, user=user, fixed=fixed)
        kept = start.data if start else {}
        self.constants = ConstantsForm(data, initial=kept.get("constants"), parts=self.parts)
        self.sheets = SheetsForm(data, initial=kept.get("sheets"), parts=self.parts)
        self.points: list[PointForm] = []
        self.rules: list[PartForm] = []
        self.general: list[str] = []
        if data is None:
            self._begin(kept)
        else:
            self._read(data)

    def _begin(self, kept: Mapping[str, Any]) -> None:
        for number, item in enumerate(kept.get("points", [])):
            self._point(number, None, PointForm.initial_of(item))
        for number, item in enumerate(kept.get("parts", [])):
            if form := self._part(number, item["kind"], None):
                form.initial = form.initial_of(item)

    def _read(self, data: QueryDict) -> None:
        rows_sent = {match.groups() for key in data if (match := _ROW.match(key))}
        for name, number in sorted(rows_sent, key=lambda row: int(row[1])):
            if name == "points" and len(self.points) < self.parts.most_points:
                self._point(int(number), data)
            elif name == "parts" and len(self.rules) < self.parts.most_parts:
                self._part(int(number), data.get(f"parts-{number}-kind", ""), data)

    def _point(self, number: int, data: QueryDict | None, initial: Any = None) -> PointForm:
        form = PointForm(data, prefix=f"points-{number}", initial=initial, parts=self.parts)
        self.points.append(form)
        return form

    def _part(self, number: int, kind: str, data: QueryDict | None) -> PartForm | None:
        """None for a kind that the game does not have."""
        for each in self.parts.parts:
            if each.kind == kind:
                form = PartForm(data, prefix=f"parts-{number}", kind=each, parts=self.parts)
                self.rules.append(form)
                return form
        return None

    # The actions of the buttons beside the rows.

    def change(self, asked: str) -> None:
        """``add:points``, ``add:parts:KIND`` or ``remove:PREFIX``; nothing else changes rows."""
        act, _, what = asked.partition(":")
        if act == "remove":
            self.points = [form for form in self.points if form.prefix != what]
            self.rules = [form for form in self.rules if form.prefix != what]
        elif act == "add":
            self._add(what)

    def _add(self, what: str) -> None:
        name, _, kind = what.partition(":")
        rows: Sequence[RowForm] = self.points if name == "points" else self.rules
        number = 1 + max((int(str(form.prefix).split("-")[1]) for form in rows), default=-1)
        made: RowForm | None = None
        if name == "points" and len(rows) < self.parts.most_points:
            made = self._point(number, None)
        elif name == "parts" and len(rows) < self.parts.most_parts:
            made = self._part(number, kind, self._usual(number, kind))
        if made is not None:
            made.is_new = True

    def _usual(self, number: int, kind: str) -> QueryDict:
        """As if a new part had been filled in with what is usual."""
        typed = QueryDict(mutable=True)
        for each in self.parts.parts:
            for field in each.fields if each.kind == kind else ():
                default = " ".join(field.default) if field.sort is Sort.TAGS else field.default
                typed[f"parts-{number}-{field.name}"] = str(default)
        return typed

    # The typed values.

    @property
    def rows(self) -> list[RowForm]:
        return [*self.points, *self.rules]

    @property
    def tags(self) -> list[str]:
        """Tags that points have, as far as they are known."""
        texts = [str(form["tags"].value() or "") for form in self.points]
        return sorted({tag for text in texts for tag in re.split(r"[\s,]+", text) if tag})

    @property
    def names(self) -> list[str]:
        return [name for form in self.points if (name := str(form["name"].value() or ""))]

    def is_valid(self) -> bool:
        """Whether each field by itself is one."""
        # Not lazily: each is to say what is wrong with it.
        valid = [form.is_valid() for form in (self.about, self.constants, self.sheets, *self.rows)]
        return all(valid)

    def draft(self) -> Draft:
        about = self.about.cleaned_data
        return Draft(
            game=self.game.name,
            name=about["name"],
            title=about["title"],
            summary=about["summary"],
            base=about["base"],
            map=about["map"],
            data={
                "constants": self.constants.changed(),
                "points": [form.item() for form in self.points],
                "parts": [form.item() for form in self.rules],
                **({"sheets": sheets} if (sheets := self.sheets.changed()) else {}),
            },
            based_on=about["revision"],
        )

    def mark(self, problems: Sequence[ScenarioProblem]) -> None:
        """Put what the game found beside what it is about."""
        rows: dict[str, Sequence[RowForm]] = {"points": self.points, "parts": self.rules}
        for problem in problems:
            where, _, what = problem.path.partition(".")
            own = rows.get(where, [])
            number = what.split(".")[0]
            if number.isdecimal() and int(number) < len(own):
                own[int(number)].problems.append(problem.reason)
                continue
            form: forms.Form | None = {"constants": self.constants, "sheets": self.sheets}.get(
                where
            )
            if form is None:
                form, what = self.about, where
            if what in form.fields:
                # Not by `add_error`, which needs a form that was sent.
                form.errors.setdefault(what, form.error_class()).append(problem.reason)
            else:
                self.general.append(str(problem))


def _about(start: Scenario | None) -> dict[str, object]:
    if start is None:
        return {}
    return {
        "title": start.title,
        "name": start.name,
        "summary": start.summary,
        "base": start.base,
        "map": start.map_id,
        "revision": start.revision,
    }


NOW, AT = "now", "at"


class Dates(TypedDict):
    at: datetime | None
    map_at: datetime | None
    rated: bool


class PublishForm(forms.Form):
    """Either at once, or at a time in a zone.  An empty time of the map is a week before."""

    when = forms.ChoiceField(
        label="Publish", choices=[(AT, "At a time"), (NOW, "Immediately")], initial=AT
    )
    at = TimeField("Playable from")
    map_at = TimeField("Its map is public from", "Empty: a week before.")
    zone = zone_field()
    rated = tick_field(
        "With a ladder", "Bots are paired and rated from this time on.", initial=True
    )

    def __init__(self, *args: Any, start: Scenario, **kwargs: Any) -> None:
        """``start`` is the scenario with the dates that it has by now."""
        super().__init__(*args, **kwargs)
        self.initial.setdefault("zone", timezone.get_current_timezone_name())
        if start.published_at is not None and start.map_public_at is not None:
            self.initial["at"] = typed_time(start.published_at)
            self.initial["map_at"] = typed_time(start.map_public_at)
            self.initial["rated"] = start.rated

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        if (zone := sent_zone(self)) is None:
            return data
        moments: dict[str, object] = {"at": None, "map_at": None}
        if data.get("when") == AT:
            try:
                moments["at"] = read_time(data.get("at", ""), zone)
            except ValidationError as error:
                self.add_error("at", error)
            moments["map_at"] = sent_time(self, "map_at", zone)
        data["moments"] = moments
        return data

    def dates(self) -> Dates:
        """As `rulesets.services.publish` takes them."""
        moments = self.cleaned_data["moments"]
        return Dates(at=moments["at"], map_at=moments["map_at"], rated=self.cleaned_data["rated"])
