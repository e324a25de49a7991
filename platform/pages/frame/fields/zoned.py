"""Times that people type, each with its time zone, and durations."""

from __future__ import annotations

import zoneinfo
from datetime import datetime, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import from_current_timezone
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import time_zones
from ladder.core.contest import durations


class TimeField(forms.CharField):
    """A date and time as text; its value is a time where the form knows the zone (`in_zone`)."""

    zone: zoneinfo.ZoneInfo | None = None

    def __init__(self, label: str, help_text: str = "", *, required: bool = False) -> None:
        shown = forms.DateTimeInput(attrs={"type": "datetime-local"})
        super().__init__(
            label=label, required=required, max_length=30, help_text=help_text, widget=shown
        )

    def clean(self, value: object) -> str | datetime | None:
        typed: str = super().clean(value)
        return typed if self.zone is None else read_optional_time(typed, self.zone)


def in_zone(form: forms.Form, name: str) -> zoneinfo.ZoneInfo:
    """Have the `TimeField`s of the form read times in the time zone of this name; the zone."""
    zone = read_zone(name)
    for field in form.fields.values():
        if isinstance(field, TimeField):
            field.zone = zone
    return zone


def sent_zone(form: forms.Form, name: str = "zone") -> zoneinfo.ZoneInfo | None:
    """The zone that a form was sent with; None, with the field's error, if there is no such."""
    try:
        return read_zone(form.cleaned_data.get(name, ""))
    except ValidationError as error:
        form.add_error(name, error)
        return None


def sent_time(form: forms.Form, name: str, zone: zoneinfo.ZoneInfo) -> datetime | None:
    """The time in a field without a zone; None if it is empty or, with the field's error, none."""
    try:
        return read_optional_time(form.cleaned_data.get(name, ""), zone)
    except ValidationError as error:
        form.add_error(name, error)
        return None


class MinutesField(forms.CharField):
    """An optional duration such as “1d 12h”, in minutes."""

    def __init__(self, label: str, help_text: str) -> None:
        super().__init__(label=label, required=False, max_length=20, help_text=help_text)

    def clean(self, value: object) -> int | None:
        try:
            return durations.read_minutes(super().clean(value))
        except ValueError as error:
            raise ValidationError(str(error)) from None


class ZoneInput(forms.TextInput):
    """A field for a time zone; its page has the list ``time-zones`` with `zone_names`."""

    def __init__(self) -> None:
        super().__init__({"list": "time-zones", "autocomplete": "off", "spellcheck": "false"})


def zone_field() -> forms.CharField:
    """An optional name of a time zone, for `read_zone`."""
    return forms.CharField(label="Time zone", required=False, max_length=60, widget=ZoneInput())


def zone_names() -> list[str]:
    """Names for the list beside a field: those of places, without the old aliases."""
    places = (name for name in time_zones() if "/" in name and not name.startswith("Etc/"))
    return ["UTC", *sorted(places)]


def read_zone(name: str) -> zoneinfo.ZoneInfo:
    """ValidationError for a zone that there is not."""
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise ValidationError("There is no such time zone; choose one of the list.") from None


def read_time(typed: str, zone: zoneinfo.ZoneInfo) -> datetime:
    """ValidationError for what is no time, and for one that a change of clocks leaves out or
    repeats: it names the times before and after."""
    try:
        naive = parse_datetime(typed)
    except ValueError:
        naive = None
    if naive is None or naive.tzinfo is not None:
        raise ValidationError("Write a date and a time, such as 2030-05-01T18:00.")
    first, second = (naive.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    shift = (second.utcoffset() or timedelta()) - (first.utcoffset() or timedelta())
    if shift:
        raise ValidationError(_changed_clocks(naive, shift, zone.key))
    with timezone.override(zone):
        return from_current_timezone(naive)


def read_optional_time(typed: str, zone: zoneinfo.ZoneInfo) -> datetime | None:
    """As `read_time`; None for an empty field."""
    return read_time(typed, zone) if typed else None


def typed_time(when: datetime | None, zone: zoneinfo.ZoneInfo | None = None) -> str:
    """A time as `read_optional_time` reads it, by default in the reader's zone."""
    return timezone.localtime(when, zone).strftime("%Y-%m-%dT%H:%M") if when else ""


def _changed_clocks(naive: datetime, shift: timedelta, zone: str) -> str:
    before, after = (naive + sign * abs(shift) for sign in (-1, 1))
    day = f"{naive.day} {naive:%B %Y}"
    return (
        f"{naive:%H:%M} does not exist on {day} in {zone}, because the clocks change. "
        f"Enter {before:%H:%M} or {after:%H:%M}."
        if shift > timedelta()
        else f"{naive:%H:%M} comes twice on {day} in {zone}, because the clocks change. "
        f"Enter {before:%H:%M} or {after:%H:%M}."
    )
