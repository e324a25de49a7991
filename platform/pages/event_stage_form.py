"""The form of one stage of an event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms

from ladder.core.contest.plan import (
    LEAST_GROUP,
    EventPlan,
    Feed,
    Kind,
    Options,
    Reveal,
    Seeding,
    StagePlan,
)
from ladder.core.stages.contract import TieBreak
from pages.event_plan_forms import read_rules, rules_choices

FEEDS = 4
"""Sources that the form of a stage has room for."""
REVEALS = {
    Reveal.PUBLIC: "Everybody, at once",
    Reveal.PARTICIPANTS: "Those who take part",
    Reveal.HIDDEN: "Organizers, until they are revealed",
}


class StageForm(forms.Form):
    """One stage.  Times are told in days, hours and minutes after the event's start."""

    name = forms.CharField(label="Name", max_length=60)
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
    tie_breaks = forms.MultipleChoiceField(
        label="Tie-breaks",
        choices=[(each.value, each.value.replace("-", " ").capitalize()) for each in TieBreak],
        widget=forms.CheckboxSelectMultiple,
        help_text="Asked in this order.",
    )
    winners = forms.IntegerField(
        label="Winners wanted", min_value=1, initial=1, help_text="Of a series."
    )
    most_games = forms.IntegerField(label="Games at most", min_value=1, initial=60)
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
    about = forms.CharField(label="Note", required=False, max_length=300)

    def __init__(self, *args: Any, plan: EventPlan, key: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.key = key
        choices = rules_choices()
        known = dict(choices)
        now = next((f"{s.game}/{s.ruleset}" for s in plan.stages if s.key == key), "")
        if now and now not in known:
            choices.append((now, f"{now} (not here)"))
        self.fields["rules"].choices = choices  # type: ignore[attr-defined]
        sources = [("", "–"), ("*", "Everybody who has entered")]
        sources += [(each.key, each.name) for each in plan.stages if each.key != key]
        for number in range(FEEDS):
            self.fields[f"source_{number}"] = forms.ChoiceField(
                label="From", choices=sources, required=False
            )
            self.fields[f"count_{number}"] = forms.IntegerField(
                label="The first",
                min_value=1,
                required=False,
                widget=forms.NumberInput(attrs={"placeholder": "all"}),
            )
            self.fields[f"first_{number}"] = forms.IntegerField(
                label="From place", min_value=1, initial=1, required=False
            )
            self.fields[f"pass_on_{number}"] = forms.BooleanField(
                label="Pass places on", required=False, initial=True
            )

    def feed_rows(self) -> Iterator[list[forms.BoundField]]:
        for number in range(FEEDS):
            yield [self[f"{name}_{number}"] for name in ("source", "count", "first", "pass_on")]

    @staticmethod
    def told(stage: StagePlan) -> dict[str, Any]:
        """What the form shows of a stage."""
        found: dict[str, Any] = {
            "name": stage.name,
            "kind": stage.kind.value,
            "rules": f"{stage.game}/{stage.ruleset}",
            "begins": say_minutes(stage.begins),
            "ends": say_minutes(stage.ends),
            "freeze": say_minutes(stage.freeze or None),
            "seeding": stage.seeding.value,
            "reveal": stage.reveal.value,
            "maps": ", ".join(map(str, stage.maps)),
            "about": stage.about,
            "tie_breaks": [each.value for each in stage.options.tie_breaks],
        }
        for name in _PLAIN:
            found[name] = getattr(stage.options, name)
        for number, feed in enumerate(stage.feeds[:FEEDS]):
            found |= {
                f"source_{number}": feed.source or "*",
                f"count_{number}": feed.count,
                f"first_{number}": feed.first,
                f"pass_on_{number}": feed.pass_on,
            }
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

    def stage(self) -> StagePlan:
        data = self.cleaned_data
        rules = read_rules(data["rules"])
        return StagePlan(
            key=self.key,
            name=data["name"],
            game=rules.game,
            ruleset=rules.ruleset,
            kind=Kind(data["kind"]),
            feeds=tuple(self._feeds(data)),
            options=Options(
                tie_breaks=tuple(TieBreak(each) for each in data["tie_breaks"]),
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

    def _feeds(self, data: dict[str, Any]) -> Iterator[Feed]:
        for number in range(FEEDS):
            if source := data.get(f"source_{number}"):
                yield Feed(
                    source=None if source == "*" else source,
                    count=data[f"count_{number}"],
                    first=data[f"first_{number}"] or 1,
                    pass_on=data[f"pass_on_{number}"],
                )


_PLAIN = (
    "games",
    "rounds",
    "cycles",
    "groups",
    "group_size",
    "third_place",
    "reset",
    "extra",
    "winners",
    "most_games",
    "patience",
    "new_season",
    "points",
    "window",
)
_UNITS = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1}


def read_minutes(words: str) -> int | None:
    """Minutes of “1d 12h”; None for nothing.  ValueError with the reason for anything else."""
    if not words.strip():
        return None
    total = 0
    for word in words.split():
        number, unit = word[:-1], word[-1:]
        if unit not in _UNITS or not number.isdecimal() or len(number) > 5:
            raise ValueError("Write weeks, days, hours and minutes, such as 2w, 1d 12h or 90m.")
        total += int(number) * _UNITS[unit]
    return total


def say_minutes(minutes: int | None) -> str:
    """The other way round; 0 is “0m”."""
    if minutes is None:
        return ""
    found, left = [], minutes
    for unit, size in _UNITS.items():
        count, left = divmod(left, size)
        if count:
            found.append(f"{count}{unit}")
    return " ".join(found) or "0m"
