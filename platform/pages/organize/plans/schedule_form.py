"""The form of the times and rules of a stage that has not begun, in an event that runs."""

from __future__ import annotations

from django import forms

from ladder.core.contest import durations
from ladder.events.models import Stage
from ladder.events.planning import rescheduling
from pages.frame.fields.forms import offer
from pages.frame.fields.zoned import (
    MinutesField,
    TimeField,
    read_zone,
    sent_time,
    typed_time,
)
from pages.organize.plans.form_rows import Data
from pages.organize.plans.forms import rules_choices


class ScheduleForm(forms.Form):
    """Times are in the event's zone.  A field that nobody changed keeps what it stands for, also
    the seconds that it does not show."""

    ruleset = forms.ChoiceField(label="Rules")
    begins = TimeField("Begins", "Empty: when the stages before it are finished.")
    ends = TimeField("Ends")
    freeze = MinutesField(
        "Versions are fixed",
        "Time before the start of the stage, for example 1h. Empty: at the start.",
    )

    def __init__(self, data: Data | None = None, *, stage: Stage) -> None:
        self.schedule, self.zone = rescheduling.schedule_of(stage), read_zone(stage.event.time_zone)
        super().__init__(data, initial=self._told())
        prefix = f"{stage.game}/"
        choices = [
            (name.removeprefix(prefix), title)
            for name, title in rules_choices()
            if name.startswith(prefix)
        ]
        if stage.ruleset not in dict(choices):
            choices.append((stage.ruleset, f"{stage.ruleset} (not on this site)"))
        offer(self, "ruleset", choices)
        if stage.ends is None:
            del self.fields["ends"]

    def _told(self) -> dict[str, object]:
        now = self.schedule
        return {
            "ruleset": now.ruleset,
            "begins": typed_time(now.begins, self.zone),
            "ends": typed_time(now.ends, self.zone),
            "freeze": durations.say_minutes(now.freeze or None),
        }

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        for name in ("begins", "ends"):
            known = getattr(self.schedule, name)
            if data.get(name, "") == typed_time(known, self.zone):
                data[name] = known
            else:
                data[name] = sent_time(self, name, self.zone)
        return data

    def wanted(self) -> rescheduling.Schedule:
        data = self.cleaned_data
        return rescheduling.Schedule(
            data["ruleset"], data["begins"], data["ends"], data["freeze"] or 0
        )
