"""The options of a match as form fields, made of what its game offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from django import forms

from games.engine import JSON, Ruleset
from games.game import Game
from games.options import MatchOption
from rulesets.options import offered_options

_PREFIX = "option_"


class OptionsForm(forms.Form):
    """A form with a field for each option that a match by its ruleset may have."""

    options_title = ""

    def add_options(
        self, game: Game, ruleset: Ruleset, chosen: Mapping[str, JSON] | None = None
    ) -> None:
        """``chosen`` is what the fields begin with."""
        self.options_title = game.options.title if game.options else ""
        chosen = chosen or {}
        for option in offered_options(game.name, ruleset):
            self.fields[f"{_PREFIX}{option.name}"] = _field(option)
            self.initial.setdefault(f"{_PREFIX}{option.name}", chosen.get(option.name))

    def option_fields(self) -> list[forms.BoundField]:
        """In the order of the game."""
        return [self[name] for name in self.fields if name.startswith(_PREFIX)]

    @property
    def options_open(self) -> bool:
        """Whether the page shows the fields at once: one of them is on or has an error."""
        fields = self.option_fields()
        return any(field.errors or field.value() not in (None, "", False) for field in fields)

    def options(self) -> dict[str, JSON]:
        """The chosen values by the names of the options; also those that are off."""
        data: dict[str, object] = self.cleaned_data
        return {
            name.removeprefix(_PREFIX): value
            for name, value in data.items()
            if name.startswith(_PREFIX)
        }


class _Common(TypedDict):
    label: str
    help_text: str
    required: bool


def _field(option: MatchOption) -> forms.Field:
    common = _Common(label=option.title, help_text=option.help, required=False)
    if option.high is None:
        return forms.BooleanField(**common)
    bad = f"{option.title}: enter a whole number from {option.low} to {option.high}."
    return forms.IntegerField(
        min_value=option.low,
        max_value=option.high,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), bad),
        **common,
    )
