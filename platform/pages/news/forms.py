"""The form of an announcement."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone

from games.registry import GAMES
from news.models import LONGEST, Announcement
from pages.frame.fields.forms import area_field
from pages.frame.fields.zoned import ZoneInput, read_zone, sent_time, sent_zone, typed_time

FIELDS = ("title", "text", "audience", "game", "level")


def _games() -> list[tuple[str, str]]:
    return [("", "–"), *((name, game.title) for name, game in GAMES.items())]


class AnnouncementForm(forms.Form):
    """Times are those of ``zone``; an empty beginning is now, an empty end none."""

    title = forms.CharField(max_length=120)
    text = area_field(None, LONGEST, 10, "Markdown; HTML comes out as text.", required=False)
    level = forms.ChoiceField(choices=Announcement.Level.choices)
    audience = forms.ChoiceField(choices=Announcement.Audience.choices, label="For")
    game = forms.ChoiceField(choices=_games, required=False, help_text="For authors of a game.")
    starts = forms.CharField(required=False, label="From", help_text="Empty: now.")
    ends = forms.CharField(required=False, label="Until", help_text="Empty: until withdrawn.")
    zone = forms.CharField(required=False, max_length=64, label="Time zone")

    def __init__(self, data: Any, announcement: Announcement, zone: str) -> None:
        self.announcement = announcement
        start = {name: getattr(announcement, name) for name in FIELDS}
        where = read_zone(zone)
        if announcement.pk is not None:
            start["starts"] = typed_time(announcement.starts, where)
            start["ends"] = typed_time(announcement.ends, where)
        super().__init__(data, initial={**start, "zone": where.key})
        for name in ("starts", "ends"):
            self.fields[name].widget = forms.DateTimeInput({"type": "datetime-local"})
        self.fields["zone"].widget = ZoneInput()

    def clean(self) -> dict[str, object]:
        """Puts what was typed into the announcement."""
        values = super().clean() or {}
        if self.errors:
            return values
        if (zone := sent_zone(self)) is None:
            return values
        for name in FIELDS:
            setattr(self.announcement, name, values[name])
        self.announcement.starts = sent_time(self, "starts", zone) or self._begins()
        self.announcement.ends = sent_time(self, "ends", zone)
        if not self.errors:
            self.announcement.full_clean(exclude=["created_by"])
        return values

    def _begins(self) -> Any:
        """One that is on already keeps its beginning."""
        return self.announcement.starts if self.announcement.pk else timezone.now()
