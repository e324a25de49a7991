"""The forms that the form of a scenario consists of, made of what its game says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypedDict

from django import forms

from games.game import Game
from games.scenarios import PartField, PartKind, ScenarioFormat, Sort
from maps.models import Map
from pages.frame.fields.forms import area_field, code_field, offer
from pages.frame.fields.map_choice import MapSelect, board_url, map_script
from pages.scenarios.queries import scenario_maps
from rulesets.models import NAME

LONGEST_NAME = 60
_PLAIN = {"autocomplete": "off", "spellcheck": "false"}


class AboutForm(forms.Form):
    """The description of a scenario, its base and its map."""

    title = code_field("Title", 60)
    name = code_field(
        "Name",
        40,
        "Lowercase letters, digits and hyphens. It is part of the address.",
        validators=[NAME],
    )
    summary = area_field("Summary", 500, 2, "One or two sentences for lists.", required=False)
    base = forms.ChoiceField(
        label="Base", help_text="Seats, time and memory are as in this ruleset."
    )
    map = forms.ChoiceField(label="Map", widget=MapSelect)
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, user: Any, fixed: bool, **kwargs: Any) -> None:
        """``fixed``: name and base cannot be changed any more."""
        super().__init__(*args, **kwargs)
        assert game.scenarios is not None
        self.game, self.user = game, user
        bases = [game.ruleset(name) for name in game.scenarios.bases]
        offer(self, "base", [(one.name, f"{one.title}, {one.seats} seats") for one in bases])
        now = str(self.initial.get("map") or "")
        groups = scenario_maps(game, user, now)
        labels = [(title, [(str(one.pk), one.label) for one in maps]) for title, maps in groups]
        offer(self, "map", labels)
        widget = self.fields["map"].widget
        assert isinstance(widget, MapSelect)
        widget.boards = {str(one.pk): board_url(one) for _, maps in groups for one in maps}
        widget.attrs["data-map-script"] = map_script(game.name)
        for name in ("name", "base") if fixed else ():
            self.fields[name].disabled = True

    def clean_map(self) -> Map:
        """Drafts of several organizers may be on maps that one of them alone may see in lists."""
        the_map = Map.objects.visible_to(self.user).filter(pk=self.cleaned_data["map"]).first()
        if the_map is None:
            raise forms.ValidationError("This map does not exist. Choose one from the list.")
        return the_map


MOST_SHEET = 8000
"""Characters of one sheet."""


class ConstantsForm(forms.Form):
    """Numbers that differ from the usual ones; empty is as usual."""

    prefix = "constants"

    def __init__(self, *args: Any, parts: ScenarioFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.usual = {each.name: each.default for each in parts.constants}
        for each in parts.constants:
            self.fields[each.name] = forms.IntegerField(
                label=each.title,
                required=False,
                min_value=each.low,
                max_value=each.high,
                help_text=each.help,
                widget=forms.NumberInput(attrs={"placeholder": each.default}),
            )

    def changed(self) -> dict[str, int]:
        """Those that are not as usual."""
        given = self.cleaned_data
        return {
            name: given[name]
            for name, usual in self.usual.items()
            if given[name] not in (None, usual)
        }


class SheetsForm(forms.Form):
    """Lines that differ from the usual ones; an empty sheet is as usual."""

    prefix = "sheets"

    def __init__(self, *args: Any, parts: ScenarioFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.usual = {sheet.name: sheet.usual for sheet in parts.sheets}
        kept = self.initial or {}
        for sheet in parts.sheets:
            self.fields[sheet.name] = forms.CharField(
                label=sheet.title,
                required=False,
                max_length=MOST_SHEET,
                help_text=sheet.help,
                initial="\n".join(kept.get(sheet.name, sheet.usual)),
                widget=forms.Textarea(attrs={"rows": 9, "class": "mono", "spellcheck": "false"}),
            )
        self.initial = {}

    def changed(self) -> dict[str, list[str]]:
        """Those that are not as usual, as lines without blank ones."""
        changed = {}
        for name, usual in self.usual.items():
            lines = [line.strip() for line in self.cleaned_data[name].splitlines() if line.strip()]
            if lines and lines != [*usual]:
                changed[name] = lines
        return changed


class RowForm(forms.Form):
    """One of several: a point or a part.  ``problems`` are those that its game found."""

    def __init__(self, *args: Any, parts: ScenarioFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.parts = parts
        self.problems: list[str] = []
        self.is_new = False

    def item(self) -> dict[str, object]:
        """The JSON of a row that is valid."""
        raise NotImplementedError


class PointForm(RowForm):
    """A point; rows and columns count from 1, as those of maps."""

    name = code_field("Name", LONGEST_NAME)
    row = forms.IntegerField(label="Row", min_value=1, max_value=9999)
    column = forms.IntegerField(label="Column", min_value=1, max_value=9999)
    tags = code_field("Tags", 300, required=False)

    def clean_tags(self) -> list[str]:
        return _tags(self.cleaned_data["tags"], self.parts)

    def item(self) -> dict[str, object]:
        data = self.cleaned_data
        place = {"x": data["column"] - 1, "y": data["row"] - 1}
        return {"name": data["name"], **place, "tags": data["tags"]}

    @staticmethod
    def initial_of(item: Mapping[str, Any]) -> dict[str, object]:
        return {
            "name": item["name"],
            "row": item["y"] + 1,
            "column": item["x"] + 1,
            "tags": " ".join(item.get("tags", [])),
        }


class PartForm(RowForm):
    """A part of one kind."""

    def __init__(self, *args: Any, kind: PartKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        for each in kind.fields:
            self.fields[each.name] = _field(each, self.parts)

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        for each in self.kind.fields:
            if each.sort is Sort.TAGS and each.name in data:
                try:
                    data[each.name] = _tags(data[each.name], self.parts)
                except forms.ValidationError as error:
                    self.add_error(each.name, error)
        return data

    def item(self) -> dict[str, object]:
        values = {each.name: self.cleaned_data[each.name] for each in self.kind.fields}
        return {"kind": self.kind.kind, **values}

    def initial_of(self, item: Mapping[str, Any]) -> dict[str, object]:
        values = {each.name: item.get(each.name, each.default) for each in self.kind.fields}
        return {k: " ".join(v) if isinstance(v, list) else v for k, v in values.items()}


class _Common(TypedDict):
    label: str
    help_text: str
    initial: Any


def _field(part: PartField, parts: ScenarioFormat) -> forms.Field:
    common = _Common(label=part.title, help_text=part.help, initial=part.default)
    match part.sort:
        case Sort.NUMBER:
            return forms.IntegerField(min_value=part.low, max_value=part.high, **common)
        case Sort.CHOICE:
            choices = [(each.value, each.title) for each in part.choices]
            return forms.ChoiceField(choices=choices, **common)
        case Sort.TAG:
            widget = forms.TextInput(attrs={**_PLAIN, "list": "scenario-tags"})
            bad = "Use lowercase letters, digits and hyphens."
            return forms.RegexField(rf"\A(?:{parts.tag_pattern})\Z", widget=widget,
                                    error_messages={"invalid": bad}, **common)  # fmt: skip
        case Sort.POINT:
            widget = forms.TextInput(attrs={**_PLAIN, "list": "scenario-points-list"})
            return forms.CharField(max_length=LONGEST_NAME, widget=widget, **common)
        case Sort.TAGS:
            common["initial"] = " ".join(part.default)
    widget = forms.TextInput(attrs=_PLAIN)
    return forms.CharField(max_length=part.high or 300, widget=widget, **common)


def _tags(typed: str, parts: ScenarioFormat) -> list[str]:
    tags = [tag for tag in re.split(r"[\s,]+", typed) if tag]
    for tag in tags:
        if not re.fullmatch(parts.tag_pattern, tag):
            raise forms.ValidationError(
                f"“{tag[:40]}” is not a tag. Tags are lowercase letters, digits and hyphens, "
                "separated by spaces."
            )
    return list(dict.fromkeys(tags))
