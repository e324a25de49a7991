"""The form by which organizers create an event from a template."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms

from ladder.core.contest.plan import EventPlan
from ladder.core.contest.templates import Choice, Rules, Template, joined
from pages.organize.plans.form_rows import Rows
from pages.organize.plans.forms import FrameForm, read_rules, rules_choices


class BrawlForm(forms.Form):
    """One brawl of a contest; they are played in the order of their rows."""

    rules = forms.ChoiceField(label="Game and rules")

    def __init__(self, *args: Any, choices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"].choices = choices  # type: ignore[attr-defined]


class TemplateForm(FrameForm):
    """A template's questions: one or more games, and for a contest its weeks and brawls."""

    def __init__(self, *args: Any, template: Template, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.template = template
        self.brawls: Rows[BrawlForm] | None = None
        fitting = rules_choices(series=template.series, two_sides=template.two_sides)
        self.fields["rules"] = forms.MultipleChoiceField(
            label="Games",
            choices=fitting,
            widget=forms.CheckboxSelectMultiple,
            help_text="Each game has its own stages and its own winner.",
        )
        if template.name == "contest":
            self._ask_contest(fitting)
        self.order_fields(["name", "rules", "weeks", "qualifier", "finals"])

    @property
    def rows(self) -> list[Rows[Any]]:
        return [self.brawls] if self.brawls is not None else []

    def is_valid(self) -> bool:
        # Every part says what is wrong with it.
        found = [rows.is_valid() for rows in self.rows]
        return all([*found, super().is_valid()])

    def _ask_contest(self, fitting: Sequence[tuple[str, str]]) -> None:
        same = [("", "The same rules and maps as the season")]
        self.fields["weeks"] = forms.IntegerField(
            label="Weeks of the season", min_value=1, max_value=52, initial=8
        )
        self.brawls = Rows(
            "brawls",
            partial(BrawlForm, choices=fitting),
            self.data if self.is_bound else None,
            title="Brawl",
            add="Add a brawl",
        )
        for name, label in (
            ("qualifier", "Rules of the qualifier"),
            ("finals", "Rules of the final"),
        ):
            self.fields[name] = forms.ChoiceField(
                label=label, choices=[*same, *fitting], required=False
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors and all(rows.is_valid() for rows in self.rows):
            try:
                data["plan"] = self._plan(data)
            except ValueError as error:
                self.add_error(None, str(error))
        return data

    def _plan(self, data: dict[str, Any]) -> EventPlan:
        chosen = [read_rules(words) for words in data["rules"]]
        games = [rules.game for rules in chosen]
        if len(set(games)) < len(games):
            raise ValueError("Choose one ruleset of each game.")
        plans = []
        for rules in chosen:
            prefix = f"{rules.game.replace('_', '-')}-" if len(chosen) > 1 else ""
            plans.append(self.template.make(self._choice(data, rules, prefix)))
        return joined(plans)

    def _choice(self, data: dict[str, Any], rules: Rules, prefix: str) -> Choice:
        if self.template.name != "contest":
            return Choice(rules, prefix=prefix)
        assert self.brawls is not None, "the form asks for them"
        brawls = [read_rules(row["rules"]) for row in self.brawls.cleaned]
        special = {
            name: read_rules(data[name])
            for name in ("qualifier", "finals")
            if data[name] and read_rules(data[name]).game == rules.game
        }
        return Choice(
            rules,
            brawls=[brawl for brawl in brawls if brawl.game == rules.game],
            weeks=data["weeks"],
            prefix=prefix,
            **special,
        )
