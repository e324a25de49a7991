"""The form by which organizers create an event, empty or from a template.

It asks for few things.  The other fields are folded, beside a line with what applies where nobody
changes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.db import transaction

from accounts.models import User
from ladder.core.contest import templates
from ladder.core.contest.plan import EventPlan
from ladder.events.entrants.terms import rules as entry_rules
from ladder.events.models import Event
from ladder.events.planning import acts
from pages.frame.fields.forms import number_field, offer
from pages.organize.plans.form_rows import Rows
from pages.organize.plans.forms import UNSET, FrameForm, read_rules, rules_choices

INVITED = "invited"
OF_A_FREEZE = ("freeze_from", "freeze_stage", "freeze_until")
"""Fields without a meaning where uploads are not frozen."""


class BrawlForm(forms.Form):
    """One brawl of a contest; they are played in the order of their rows."""

    rules = forms.ChoiceField(label="Game and rules")

    def __init__(self, *args: Any, choices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "rules", choices)


class CreationForm(FrameForm):
    """An event of a template's stages, for one or more games; of no stages without a template."""

    ASKED = ("name", "rules", "starts", "entry")
    """The fields in sight; with the template, which is chosen before, they are five things."""

    rules = forms.MultipleChoiceField(
        label="Games",
        widget=forms.CheckboxSelectMultiple,
        help_text="Each game has its own stages and its own winner.",
    )
    entry = forms.ChoiceField(
        label="Open to",
        required=False,
        choices=[("", "Everybody"), (INVITED, "Only invited people and teams")],
        help_text="The rules of entry have more conditions. They can change until the start.",
    )

    def __init__(
        self, *args: Any, template: templates.Template | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.template = template
        self.brawls: Rows[BrawlForm] | None = None
        if template is None:
            del self.fields["rules"]
        else:
            fitting = rules_choices(series=template.series, two_sides=template.two_sides)
            offer(self, "rules", fitting)
            if template.name == "contest":
                self._ask_contest(fitting)
        self.order_fields([*self.ASKED, "weeks", "qualifier", "finals"])
        zone = self["time_zone"].value()
        self.fields["starts"].help_text = f"Time zone: {zone}. Empty: {UNSET['starts']}."
        self.fields["time_zone"].help_text = "All times are in this time zone."
        for field in self.folded:
            field.field.required = False

    def _ask_contest(self, fitting: Sequence[tuple[str, str]]) -> None:
        same = [("", "The same rules and maps as the season")]
        self.fields["weeks"] = number_field("Weeks of the season", 1, 52, initial=8)
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

    # The page -------------------------------------------------------------------------------------

    @property
    def asked(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name in self.ASKED]

    @property
    def folded(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in self.ASKED]

    @property
    def is_unfolded(self) -> bool:
        """Whether the page shows all fields: a folded one was changed or has an error."""
        if not self.is_bound:
            return False
        if "change" in self.data or (self.brawls is not None and self.brawls.forms):
            return True
        changed = self.changed_data
        return any(each.errors or (each.data and each.name in changed) for each in self.folded)

    @property
    def defaults(self) -> list[tuple[str, str]]:
        """The label and the first value of each folded field."""
        without = () if self._default("freeze_uploads") else OF_A_FREEZE
        named = [
            (str(each.label), self._shown(each.name))
            for each in self.folded
            if each.name not in without
        ]
        return named if self.brawls is None else [*named, ("Brawls", "none")]

    def _default(self, name: str) -> Any:
        return self.get_initial_for_field(self.fields[name], name)

    def _shown(self, name: str) -> str:
        field, value = self.fields[name], self._default(name)
        if isinstance(field, forms.BooleanField):
            return "yes" if value else "no"
        if choices := getattr(field, "choices", None):
            text = str(dict(choices)[value or ""])
            return text[:1].lower() + text[1:]
        return str(value or UNSET.get(name, "none"))

    # Sent values ----------------------------------------------------------------------------------

    def is_valid(self) -> bool:
        # Every part says what is wrong with it.
        rows_are_valid = self.brawls is None or self.brawls.is_valid()
        return super().is_valid() and rows_are_valid

    def clean(self) -> dict[str, object]:
        for each in self.folded:
            default = self._default(each.name)
            if default is not None and self.cleaned_data.get(each.name, default) in ("", None):
                self.cleaned_data[each.name] = default
        data = super().clean()
        if not self.errors and (self.brawls is None or self.brawls.is_valid()):
            try:
                data["plan"] = self._plan()
            except ValueError as error:
                self.add_error(None, str(error))
        return data

    def _plan(self) -> EventPlan:
        if self.template is None:
            return EventPlan()
        chosen = [read_rules(name) for name in self.cleaned_data["rules"]]
        games = [rules.game for rules in chosen]
        if len(set(games)) < len(games):
            raise ValueError("Choose one ruleset of each game.")
        made = []
        for rules in chosen:
            prefix = f"{rules.game.replace('_', '-')}-" if len(chosen) > 1 else ""
            made.append(self.template.make(self._choice(rules, prefix)))
        return templates.joined(made)

    def _choice(self, rules: templates.Rules, prefix: str) -> templates.Choice:
        if self.brawls is None:
            return templates.Choice(rules, prefix=prefix)
        data = self.cleaned_data
        brawls = [read_rules(row["rules"]) for row in self.brawls.cleaned]
        special = {
            name: read_rules(data[name])
            for name in ("qualifier", "finals")
            if data[name] and read_rules(data[name]).game == rules.game
        }
        return templates.Choice(
            rules,
            brawls=[brawl for brawl in brawls if brawl.game == rules.game],
            weeks=data["weeks"],
            prefix=prefix,
            **special,
        )

    @transaction.atomic
    def create(self, by: User) -> Event:
        """The draft.  ValidationError if it cannot be kept."""
        event = acts.create(by, self.draft(self.cleaned_data["plan"]))
        if self.cleaned_data["entry"] == INVITED:
            entry_rules.change(event, by, entry_rules.RulesDraft(invited_only=True))
        return event
