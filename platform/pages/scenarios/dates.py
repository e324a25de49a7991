"""The form by which organizers say when a scenario and its map become public."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from pages.frame.fields.forms import tick_field
from pages.frame.fields.zoned import (
    TimeField,
    read_time,
    sent_time,
    sent_zone,
    typed_time,
    zone_field,
)
from rulesets.models import Scenario

NOW, AT = "now", "at"


class Dates(TypedDict):
    at: datetime | None
    map_at: datetime | None
    rated: bool


class PublishForm(forms.Form):
    """Either at once, or at a time in a zone.  An empty time of the map is a week before."""

    when = forms.ChoiceField(
        label="Publish", choices=[(AT, "At a time"), (NOW, "Immediately")], initial=AT
    )
    at = TimeField("Playable from")
    map_at = TimeField("Its map is public from", "Empty: a week before.")
    zone = zone_field()
    rated = tick_field(
        "With a ladder", "Bots are paired and rated from this time on.", initial=True
    )

    def __init__(self, *args: Any, start: Scenario, **kwargs: Any) -> None:
        """``start`` is the scenario with the dates that it has by now."""
        super().__init__(*args, **kwargs)
        self.initial.setdefault("zone", timezone.get_current_timezone_name())
        if start.published_at is not None and start.map_public_at is not None:
            self.initial["at"] = typed_time(start.published_at)
            self.initial["map_at"] = typed_time(start.map_public_at)
            self.initial["rated"] = start.rated

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        if (zone := sent_zone(self)) is None:
            return data
        moments: dict[str, object] = {"at": None, "map_at": None}
        if data.get("when") == AT:
            try:
                moments["at"] = read_time(data.get("at", ""), zone)
            except ValidationError as error:
                self.add_error("at", error)
            moments["map_at"] = sent_time(self, "map_at", zone)
        data["moments"] = moments
        return data

    def dates(self) -> Dates:
        """As `rulesets.services.publish` takes them."""
        moments = self.cleaned_data["moments"]
        return Dates(at=moments["at"], map_at=moments["map_at"], rated=self.cleaned_data["rated"])
