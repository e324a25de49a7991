"""The form of one stage of an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from django import forms

from ladder.core.contest.durations import read_minutes, say_minutes
from ladder.core.contest.plan import (
    LEAST_GROUP,
    EventPlan,
    Kind,
    Options,
    Problem,
    Reveal,
    Seeding,
    StagePlan,
)
from ladder.core.contest.templates import Rules
from ladder.core.stages.contract import TieBreak
from pages.event_plan_forms import read_rules, rules_choices
from pages.event_stage_rows import feed_rows, tie_break_rows
from pages.form_rows import Data, Rows

REVEALS = {
    Reveal.PUBLIC: "Everybody, at once",
    Reveal.PARTICIPANTS: "Those who take part",
    Reveal.HIDDEN: "Organizers, until they are revealed",
}


class StageForm(forms.Form):
    """One stage.  Times are told in days, hours and minutes after the event's start.

    It shows everything that a stage consists of, and keeps texts as they are, so that a stage that
    nobody changed is saved as it was.
    """

    name = forms.CharField(label="Name", max_length=60, strip=False)
    kind = forms.ChoiceField(
        label="Played as", choices=[(kind.value, kind.label.capitalize()) for kind in Kind]
    )
    rules = forms.ChoiceField(label="Game and rules")
    begins = forms.CharField(
        label="Begins",
        required=False,
        max_length=20,
        help_text="After the event's start, such as 14d, 1d 12h or 90m. Empty: as soon as the "
        "stages before it are over.",
    )
    ends = forms.CharField(
        label="Ends",
        required=False,
        max_length=20,
        help_text="Of a season of the ladder alone; written the same way.",
    )
    freeze = forms.CharField(
        label="Versions are fixed",
        required=False,
        max_length=20,
        help_text="So long before it begins; empty: when it begins.",
    )
    seeding = forms.ChoiceField(
        label="Seeds",
        choices=[
            (Seeding.RATING.value, "By rating"),
            (Seeding.ORDER.value, "In the order in which entrants come from the stages before"),
        ],
    )
    reveal = forms.ChoiceField(
        label="Results are shown to", choices=[(r.value, REVEALS[r]) for r in Reveal]
    )
    games = forms.IntegerField(label="Games of an encounter", min_value=1, initial=2)
    groups = forms.IntegerField(label="Groups at most", min_value=1, initial=1)
    group_size = forms.IntegerField(
        label="Bots per group, at least",
        min_value=2,
        initial=LEAST_GROUP,
        help_text="There are fewer groups where one would have fewer bots.",
    )
    rounds = forms.IntegerField(
        label="Rounds", min_value=0, initial=0, help_text="Of a Swiss system; 0: as many as fit."
    )
    cycles = forms.IntegerField(
        label="Times everybody meets", min_value=1, initial=1, help_text="Of a round robin."
    )
    extra = forms.IntegerField(
        label="Extra games of a tie",
        min_value=0,
        initial=4,
        help_text="Of an elimination; after them the better seed has won.",
    )
    third_place = forms.BooleanField(label="Play for the third place", required=False)
    reset = forms.BooleanField(
        label="A second grand final if the first is lost by who had lost nothing",
        required=False,
        initial=True,
    )
    winners = forms.IntegerField(
        label="Winners wanted", min_value=1, initial=1, help_text="Of a series."
    )
    most_games = forms.IntegerField(
        label="Games at most",
        min_value=0,
        initial=0,
        help_text="0: enough for the winners, by the number of bots.",
    )
    patience = forms.IntegerField(
        label="Games in a row without a winner, at most", min_value=1, initial=10
    )
    new_season = forms.BooleanField(label="Open a season of its own", required=False)
    points = forms.BooleanField(label="By points instead of ratings", required=False)
    window = forms.IntegerField(label="Newest matches that count", min_value=1, initial=100)
    maps = forms.CharField(
        label="Maps",
        required=False,
        max_length=400,
        help_text="Numbers of maps, by turns; empty: those of the ruleset's pool.",
    )
    about = forms.CharField(label="Note", required=False, max_length=300, strip=False)

    def __init__(self, data: Data | None = None, *, plan: EventPlan, stage: StagePlan) -> None:
        super().__init__(data, initial=self.told(stage))
        self.known, self.key = stage, stage.key
        choices = rules_choices()
        now = _words(Rules(stage.game, stage.ruleset))
        if now not in dict(choices):
            choices.append((now, f"{now} (not here)"))
        self.fields["rules"].choices = choices  # type: ignore[attr-defined]
        self.feeds = feed_rows(plan, stage, data)
        self.tie_breaks = tie_break_rows(stage.options.tie_breaks, data)

    @staticmethod
    def told(stage: StagePlan) -> dict[str, Any]:
        """What the form shows of a stage."""
        found: dict[str, Any] = {
            "name": stage.name,
            "kind": stage.kind.value,
            "rules": _words(Rules(stage.game, stage.ruleset)),
            "begins": say_minutes(stage.begins),
            "ends": say_minutes(stage.ends),
            "freeze": say_minutes(stage.freeze or None),
            "seeding": stage.seeding.value,
            "reveal": stage.reveal.value,
            "maps": ", ".join(map(str, stage.maps)),
            "about": stage.about,
        }
        return found | {name: getattr(stage.options, name) for name in _PLAIN}

    @property
    def rows(self) -> dict[str, Rows[Any]]:
        return {rows.name: rows for rows in (self.feeds, self.tie_breaks)}

    def is_valid(self) -> bool:
        # Every part says what is wrong with it.
        return all([super().is_valid(), *(rows.is_valid() for rows in self.rows.values())])

    def refuse(self, problems: Iterable[Problem]) -> bool:
        """Show each problem beside its field; whether there was one of this stage's fields."""
        found = False
        for problem in problems:
            if problem.stage != self.key:
                continue
            if problem.field in self.rows:
                self.rows[problem.field].errors.append(problem.text)
                found = True
            elif problem.field in self.fields:
                self.add_error(problem.field, problem.text)
                found = True
        return found

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for name in ("begins", "ends", "freeze"):
            try:
                data[name] = read_minutes(data.get(name, ""))
            except ValueError as error:
                self.add_error(name, str(error))
        try:
            data["maps"] = [int(word) for word in data.get("maps", "").replace(",", " ").split()]
        except ValueError:
            self.add_error("maps", "Write numbers of maps, such as 3, 8.")
        return data

    def _rules(self, words: str) -> Rules:
        known = Rules(self.known.game, self.known.ruleset)
        # The name of a game that is not here may have any characters.
        return known if words == _words(known) else read_rules(words)

    def stage(self) -> StagePlan:
        data = self.cleaned_data
        rules = self._rules(data["rules"])
        return StagePlan(
            key=self.key,
            name=data["name"],
            game=rules.game,
            ruleset=rules.ruleset,
            kind=Kind(data["kind"]),
            feeds=tuple(row.feed() for row in self.feeds.forms),
            options=Options(
                tie_breaks=tuple(TieBreak(each["by"]) for each in self.tie_breaks.cleaned),
                **{name: data[name] for name in _PLAIN},
            ),
            seeding=Seeding(data["seeding"]),
            begins=data["begins"],
            ends=data["ends"],
            freeze=data["freeze"] or 0,
            maps=tuple(data["maps"]),
            reveal=Reveal(data["reveal"]),
            about=data["about"],
        )


_PLAIN = tuple(each.name for each in fields(Options) if each.name != "tie_breaks")
"""Options that are a field of their own."""


def _words(rules: Rules) -> str:
    return f"{rules.game}/{rules.ruleset}"
