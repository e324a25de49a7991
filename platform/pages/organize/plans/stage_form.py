"""The form of one stage of an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from django import forms

from ladder.core.contest import documents, durations, templates
from ladder.core.contest import plan as plans
from ladder.core.stages import contract
from ladder.events.kinds import formats, registry, series
from pages.frame.fields.forms import number_field, offer, tick_field
from pages.frame.fields.series_fields import SeriesFields
from pages.frame.fields.zoned import MinutesField
from pages.organize.plans.form_rows import Data, Rows
from pages.organize.plans.forms import read_rules, rules_choices
from pages.organize.plans.stage_rows import feed_rows, tie_break_rows

REVEALS = {
    plans.Reveal.PUBLIC: "Everyone, immediately",
    plans.Reveal.PARTICIPANTS: "Participants",
    plans.Reveal.HIDDEN: "Organizers, until they reveal them",
}


class StageForm(SeriesFields):
    """One stage.  Times are told in days, hours and minutes after the event's start.

    It shows everything that a stage consists of, and keeps texts as they are, so that a stage that
    nobody changed is saved as it was.
    """

    name = forms.CharField(label="Name", max_length=60, strip=False)
    kind = forms.ChoiceField(
        label="Played as", choices=[(kind.value, kind.label.capitalize()) for kind in plans.Kind]
    )
    rules = forms.ChoiceField(label="Game and rules")
    begins = MinutesField(
        "Begins",
        "Time after the start of the event, for example 14d, 1d 12h or 90m. Empty: "
        "when the stages before it are finished.",
    )
    ends = MinutesField(
        "Ends",
        "Time after the start of the event. Only for a season of the ladder.",
    )
    freeze = MinutesField(
        "Versions are fixed",
        "Time before the start of the stage, for example 1h. Empty: at the start.",
    )
    seeding = forms.ChoiceField(
        label="Seeds",
        choices=[
            (plans.Seeding.RATING.value, "By rating"),
            (plans.Seeding.ORDER.value, "In the order in which bots come from the earlier stages"),
            (plans.Seeding.LIST.value, "As organizers seeded the entries"),
            (
                plans.Seeding.GROUPS.value,
                "By place in the group: winners meet runners-up of other groups",
            ),
        ],
    )
    reveal = forms.ChoiceField(
        label="Results are shown to", choices=[(r.value, REVEALS[r]) for r in plans.Reveal]
    )
    opens = MinutesField(
        "Hidden results open",
        "Time after the start of the event, for example 2d. Empty: when an organizer reveals them.",
    )
    games = forms.IntegerField(label="Games per encounter", min_value=1, initial=2)
    last_games = forms.CharField(
        label="Games in the last rounds",
        required=False,
        max_length=60,
        help_text="Beginning with the final, for example 5, 3: five games in the final, three in "
        "a semi-final and in the match for the third place. Empty: as in all rounds.",
    )
    early = tick_field(
        "End an encounter when its winner is certain",
        "Games that cannot change the winner any more are not played.",
    )
    groups = number_field(
        "Maximum number of groups", 1, initial=1, help_text=f"At most {plans.MOST_GROUPS}."
    )
    group_size = forms.IntegerField(
        label="Minimum number of bots per group",
        min_value=2,
        initial=plans.LEAST_GROUP,
        help_text="Fewer groups are made if one of them would be smaller.",
    )
    group_limit = forms.IntegerField(
        label="Maximum number of bots per group",
        min_value=0,
        initial=0,
        help_text="The number of groups then follows from the number of bots. "
        "0: as many bots as the maximum number of groups needs. A group of a round robin has at "
        f"most {formats.MOST_TOGETHER} bots, one of a series {series.MOST_IN_SERIES}.",
    )
    rounds = forms.IntegerField(
        label="Rounds",
        min_value=0,
        initial=0,
        help_text="0: the number that fits the number of bots. Of a king of the hill: challenges. "
        f"Of a schedule: encounters of each bot. At most {plans.MOST_ROUNDS}, and of a king of the "
        f"hill {plans.MOST_CHALLENGES:,}. A group of a schedule has at most "
        f"{formats.MOST_SCHEDULED:,} encounters.",
    )
    matchday = MinutesField(
        "Time between rounds",
        "Match days of a schedule, for example 1d or 12h. Empty: all rounds at once.",
    )
    cycles = forms.IntegerField(label="Encounters of each pair of bots", min_value=1, initial=1)
    extra = forms.IntegerField(
        label="Extra games after a tie",
        min_value=0,
        initial=4,
        help_text="If the encounter is still tied after them, the better seed wins.",
    )
    cut = forms.IntegerField(
        label="Play-off for place",
        min_value=0,
        initial=0,
        help_text="The last place that qualifies, in each group. If this bot and the next one have "
        "equal points, they play one more encounter. 0: tie-breaks decide.",
    )
    accelerated = tick_field(
        "Accelerated pairing in the first rounds",
        "Better seeds meet each other earlier (Baku acceleration of FIDE).",
    )
    place_points = forms.CharField(
        label="Points by place",
        required=False,
        max_length=400,
        help_text="Of a game, the first place first, for example 5, 3, 2, 2, 1, 1, 0, 0. Bots that "
        "share places get the mean. Empty: by the number of bots behind, or by the game's rules.",
    )
    start_points = forms.CharField(
        label="Points to begin with",
        required=False,
        max_length=len("10000, ") * plans.MOST_ENTRANTS,
        help_text="By seed, the best seed first, for example 12, 10, 10. Bots of later seeds begin "
        "with 0. Give seeds by hand where the points belong to certain bots.",
    )
    third_place = tick_field(
        "Match for the third place",
        "A double elimination needs none: the loser of the losers’ final is third.",
    )
    reset = tick_field("Second grand final if the unbeaten bot loses the first", initial=True)
    new_season = tick_field("Open a separate season")
    points = tick_field("Rank by points instead of ratings")
    window = forms.IntegerField(label="Newest matches that count", min_value=1, initial=100)
    maps = forms.CharField(
        label="Maps",
        required=False,
        max_length=400,
        help_text="Numbers of maps, used in turn. Empty: the maps of the ruleset's pool.",
    )
    about = forms.CharField(label="Note", required=False, max_length=300, strip=False)

    def __init__(
        self, data: Data | None = None, *, plan: plans.EventPlan, stage: plans.StagePlan
    ) -> None:
        super().__init__(data, initial=self.initial_of(stage))
        self.known, self.key = stage, stage.key
        choices = rules_choices()
        now = _words(templates.Rules(stage.game, stage.ruleset))
        if now not in dict(choices):
            choices.append((now, f"{now} (not on this site)"))
        offer(self, "rules", choices)
        self.feeds = feed_rows(plan, stage, data)
        self.tie_breaks = tie_break_rows(stage.options.tie_breaks, data)

    @staticmethod
    def initial_of(stage: plans.StagePlan) -> dict[str, object]:
        """The initial values of a stage's form."""
        initial: dict[str, object] = {
            "name": stage.name,
            "kind": stage.kind.value,
            "rules": _words(templates.Rules(stage.game, stage.ruleset)),
            "begins": durations.say_minutes(stage.begins),
            "ends": durations.say_minutes(stage.ends),
            "freeze": durations.say_minutes(stage.freeze or None),
            "seeding": stage.seeding.value,
            "reveal": stage.reveal.value,
            "opens": durations.say_minutes(stage.opens),
            "maps": ", ".join(map(str, stage.maps)),
            "about": stage.about,
        }
        initial["matchday"] = durations.say_minutes(stage.options.matchday or None)
        for name in documents.NUMBERS:
            initial[name] = ", ".join(map(str, getattr(stage.options, name)))
        return initial | {name: getattr(stage.options, name) for name in _PLAIN}

    @property
    def kinds(self) -> dict[str, str]:
        """By field that not all kinds of stages read, those that do, separated by spaces."""
        names = sorted(frozenset[str]().union(*(each.fields for each in registry.KINDS.values())))
        return {
            name: " ".join(each.kind for each in registry.KINDS.values() if name in each.fields)
            for name in names
        }

    @property
    def rows(self) -> dict[str, Rows[Any]]:
        return {rows.name: rows for rows in (self.feeds, self.tie_breaks)}

    def is_valid(self) -> bool:
        # Every part says what is wrong with it.
        return all([super().is_valid(), *(rows.is_valid() for rows in self.rows.values())])

    def refuse(self, problems: Iterable[plans.Problem]) -> bool:
        """Show each problem beside its field; whether there was one of this stage's fields."""
        refused = False
        for problem in problems:
            if problem.stage != self.key:
                continue
            if problem.field in self.rows:
                self.rows[problem.field].errors.append(problem.text)
                refused = True
            elif problem.field in self.fields:
                self.add_error(problem.field, problem.text)
                refused = True
        return refused

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        shown = {
            "maps": "of maps, for example 3, 8",
            **dict.fromkeys(documents.NUMBERS, "such as 5, 3"),
        }
        for name, what in shown.items():
            try:
                data[name] = [int(word) for word in data.get(name, "").replace(",", " ").split()]
            except ValueError:
                self.add_error(name, f"Enter numbers {what}.")
        return data

    def _rules(self, name: str) -> templates.Rules:
        known = templates.Rules(self.known.game, self.known.ruleset)
        # The name of a game that is not here may have any characters.
        return known if name == _words(known) else read_rules(name)

    def stage(self) -> plans.StagePlan:
        data = self.cleaned_data
        rules = self._rules(data["rules"])
        lists: dict[str, Any] = {name: tuple(data[name]) for name in documents.NUMBERS}
        return plans.StagePlan(
            key=self.key,
            name=data["name"],
            game=rules.game,
            ruleset=rules.ruleset,
            kind=plans.Kind(data["kind"]),
            feeds=tuple(row.feed() for row in self.feeds.forms),
            options=plans.Options(
                tie_breaks=tuple(contract.TieBreak(each["by"]) for each in self.tie_breaks.cleaned),
                matchday=data["matchday"] or 0,
                **lists,
                **{name: data[name] for name in _PLAIN},
            ),
            seeding=plans.Seeding(data["seeding"]),
            begins=data["begins"],
            ends=data["ends"],
            freeze=data["freeze"] or 0,
            maps=tuple(data["maps"]),
            reveal=plans.Reveal(data["reveal"]),
            about=data["about"],
            opens=data["opens"],
        )


_MADE = ("tie_breaks", "matchday", *documents.NUMBERS)
_PLAIN = tuple(f.name for f in fields(plans.Options) if f.name not in _MADE)
"""Options that are a field of their own."""


def _words(rules: templates.Rules) -> str:
    return f"{rules.game}/{rules.ruleset}"
