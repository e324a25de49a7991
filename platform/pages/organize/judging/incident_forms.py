"""Which matches an incident is about."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.texts.sentences import counted
from ladder.events.mending import incidents
from ladder.events.models import Event
from pages.frame.fields.forms import number_field, offer
from pages.frame.fields.zoned import TimeField, in_zone
from pages.organize.plans.form_rows import Data

WORKER, MACHINE = "worker:", "machine:"


class ChoiceForm(forms.Form):
    """A worker or a machine, an interval in the event's zone, or both."""

    played_by = forms.ChoiceField(label="Played by", required=False)
    since = TimeField("From", "Matches that ended before are left out.")
    until = TimeField("To", "Matches that began later are left out.")

    def __init__(self, data: Data | None = None, *, event: Event) -> None:
        super().__init__(data)
        self.zone = in_zone(self, event.time_zone)
        machines = groupby(incidents.players(event), key=lambda player: player.machine)
        groups: list[Any] = [("", "All workers")]
        for machine, rows in machines:
            own = list(rows)
            total = sum(player.matches for player in own)
            matches = counted(total, "match", "matches")
            every = (f"{MACHINE}{machine}", f"{machine}: all workers ({matches})")
            groups.append((machine, [every, *((f"{WORKER}{p.name}", self._said(p)) for p in own)]))
        offer(self, "played_by", groups)

    def _said(self, player: incidents.Player) -> str:
        played = counted(player.matches, "match", "matches")
        if player.first is None or player.last is None:
            return f"{player.name} ({played})"
        first, last = (timezone.localtime(t, self.zone) for t in (player.first, player.last))
        return f"{player.name} ({played}, {first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M})"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        if not (data.get("played_by") or data["since"] or data["until"]):
            raise ValidationError("Choose a worker or a machine, or enter a time.")
        if data["since"] and data["until"] and data["until"] <= data["since"]:
            self.add_error("until", "This time must be after the first one.")
        return data

    def choice(self) -> incidents.Choice:
        """The choice of a valid form."""
        data = self.cleaned_data
        who: str = data["played_by"]
        return incidents.Choice(
            worker=who.removeprefix(WORKER) if who.startswith(WORKER) else "",
            machine=who.removeprefix(MACHINE) if who.startswith(MACHINE) else "",
            since=data["since"],
            until=data["until"],
        )


class DelayForm(forms.Form):
    """By how much later times move."""

    minutes = number_field(
        "Minutes by which these times move", 0, incidents.LONGEST, required=False
    )
