"""The forms by which organizers plan an event: its frame, and a plan as a file."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.registry import GAMES
from ladder.core import seating
from ladder.core.contest import documents, templates
from ladder.core.contest import plan as plans
from ladder.events.kinds import series as series_kind
from ladder.events.models import Event
from ladder.events.planning import acts
from pages.frame.fields.forms import CODE, area_field, line_field, number_field, offer, tick_field
from pages.frame.fields.zoned import (
    TimeField,
    ZoneInput,
    read_zone,
    sent_time,
    sent_zone,
    typed_time,
)
from rulesets.catalogue import offered, scenario_of, to_come
from rulesets.models import Scenario

LONGEST_PLAN = 256 * 1024
WEEK_AHEAD = timedelta(days=7)
FROZEN = (Event.Freeze.ENTERED, Event.Freeze.PEOPLE)
UNSET = {
    "starts": "when an organizer starts it",
    "entries_open": "at publication",
    "entries_close": "at the start",
    "freeze_from": "with the stage below, or when entries close",
    "freeze_until": "when the event is over",
}
"""When it is, by the names of fields that are empty."""


def rules_choices(*, series: bool = False, two_sides: bool = False) -> list[tuple[str, str]]:
    """Games and rulesets, as ``game/ruleset``, that bots of several people can meet by; also
    scenarios that are not public yet, for organizers who plan ahead."""
    choices = []
    for game in GAMES.values():
        later = to_come(game)
        notes = {scenario.name: _note(scenario) for scenario in later}
        for rules in (*offered(game), *(each.ruleset() for each in later)):
            count = len(seating.sides(rules.seats, rules.teams))
            fits = count == 2 if two_sides else count > 1
            if fits and not (series and series_kind.series_ruleset(game.name, rules.name) is None):
                note = notes.get(rules.name, "")
                choices.append((f"{game.name}/{rules.name}", f"{game.title}, {rules.title}{note}"))
    return choices


def _note(scenario: Scenario) -> str:
    when = scenario.published_at
    return " (draft)" if when is None else f" (public from {when:%Y-%m-%d})"


def read_rules(name: str) -> templates.Rules:
    game, _, ruleset = name.partition("/")
    return templates.Rules(game, ruleset)


class FrameForm(forms.Form):
    """The fields of an event besides its stages."""

    name = line_field("Name", 60)
    about = area_field(
        "About", 5000, 6, "Shown on the page of the event. You can use Markdown.", required=False
    )
    time_zone = forms.CharField(
        label="Time zone",
        max_length=64,
        help_text="All times below are in this time zone.",
        widget=ZoneInput(),
    )
    starts = TimeField("Starts", f"Empty: {UNSET['starts']}.")
    entries_open = TimeField("Entries open", f"Empty: {UNSET['entries_open']}.")
    entries_close = TimeField("Entries close", f"Empty: {UNSET['entries_close']}.")
    per_person = number_field(
        "Bots per person and game", 1, acts.MOST_PER_PERSON, initial=acts.Draft.per_person
    )
    most_entries = forms.IntegerField(
        label="Maximum number of bots per game",
        min_value=2,
        max_value=plans.MOST_ENTRANTS,
        initial=acts.Draft.most_entries,
        help_text=f"From 2 to {plans.MOST_ENTRANTS:,}. The page of the plan shows how many matches "
        "that makes, and their time.",
    )
    top = forms.IntegerField(
        label="Bots from the ladder",
        min_value=0,
        max_value=plans.MOST_ENTRANTS,
        initial=acts.Draft.top,
        help_text="The event enters this many of the best bots of the ladder when it starts: one "
        "bot of each person, and any house bots. If the creator of the event is not an organizer "
        "of the site, only people who agreed count. 0: none.",
    )

    compares_sources = tick_field(
        "Judges may compare the sources of entered bots",
        "Judges read similar parts alone. The page of the event says so. You can turn it "
        "on only before the first bot enters.",
    )
    freeze_uploads = forms.ChoiceField(
        label="Freeze of uploads",
        required=False,
        choices=[("", "Nothing"), *((each.value, str(each.label).capitalize()) for each in FROZEN)],
        help_text="Entered bots stay as they are for a time, so that nobody adapts one to its "
        "opponents. With their people: neither owners nor team members upload to other bots of the "
        "game.",
    )
    freeze_from = TimeField("Freeze begins", f"Empty: {UNSET['freeze_from']}.")
    freeze_stage = forms.ChoiceField(
        label="Freeze begins with the stage",
        required=False,
        choices=[("", "No stage")],
        help_text="Its beginning moves along if the stage is moved.",
    )
    freeze_until = TimeField(
        "Freeze ends",
        f"Empty: {UNSET['freeze_until']}. It ends later if stages are moved during the event.",
    )

    MOMENTS = ("starts", "entries_open", "entries_close", "freeze_from", "freeze_until")

    def __init__(self, *args: Any, event: Event | None = None, **kwargs: Any) -> None:
        """``event`` is the one that is changed; times that nobody changed keep their seconds."""
        if event is not None:
            kwargs["initial"] = self.initial_of(event)
        super().__init__(*args, **kwargs)
        self.event = event
        if event is not None:
            stages = [(stage.key, stage.name) for stage in event.planned.stages]
            offer(self, "freeze_stage", stages, empty="No stage")
        self.initial.setdefault("time_zone", timezone.get_current_timezone_name())

    @classmethod
    def initial_of(cls, event: Event) -> dict[str, object]:
        """The initial values of an event's form."""
        zone = read_zone(event.time_zone)
        initial = {
            name: getattr(event, name) for name in cls.base_fields if name not in cls.MOMENTS
        }
        for name in cls.MOMENTS:
            initial[name] = typed_time(getattr(event, name), zone)
        return initial

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        if (zone := sent_zone(self, "time_zone")) is None:
            return data
        same_zone = data.get("time_zone") == self.initial["time_zone"]
        for name in self.MOMENTS:
            if self.event is not None and same_zone and data.get(name) == self.initial[name]:
                data[name] = getattr(self.event, name)
            else:
                data[name] = sent_time(self, name, zone)
        return data

    def draft(self, plan: plans.EventPlan) -> acts.Draft:
        return acts.Draft(
            plan=plan, **{name: self.cleaned_data[name] for name in FrameForm.base_fields}
        )


class ImportForm(forms.Form):
    """A plan as JSON."""

    name = forms.CharField(label="Name", max_length=60)
    text = area_field(
        "Plan", LONGEST_PLAN, 12, "The JSON file from “Export plan” of another event.", attrs=CODE
    )

    def clean_text(self) -> plans.EventPlan:
        try:
            return documents.from_json(json.loads(self.cleaned_data["text"]))
        except json.JSONDecodeError as error:
            raise ValidationError(
                f"This is not valid JSON: {error.msg}, line {error.lineno}."
            ) from None
        except (ValueError, RecursionError) as error:
            raise ValidationError(str(error)) from None


def late_maps(event: Event) -> list[str]:
    """Stages by a scenario whose map is not public a week before they begin, in words."""
    if event.starts is None:
        return []
    reminders = []
    for stage in event.planned.stages:
        scenario = scenario_of(stage.game, stage.ruleset)
        if scenario is None or stage.begins is None:
            continue
        begins = event.starts + timedelta(minutes=stage.begins)
        public = scenario.map_public_at
        if public is None or public > begins - WEEK_AHEAD:
            reminders.append(
                f"The map of {scenario.title} is not public a week before {stage.name}."
            )
    return reminders
