"""The form of an export."""

from __future__ import annotations

from django import forms

from exports.options import Options
from ladder.models import Season
from pages.frame.fields.forms import DaysInOrder, day_input, tick_field


class ExportForm(DaysInOrder):
    season = forms.ModelChoiceField(
        Season.objects.all(),
        required=False,
        empty_label="all",
        help_text="Narrows down matches and ratings.",
    )
    since = forms.DateField(required=False, label="Matches from", widget=day_input())
    until = forms.DateField(required=False, widget=day_input())
    emails = tick_field("Mail addresses of people")
    sources = tick_field("Sources of all versions")
    replays = tick_field("Replays")

    def options(self) -> Options:
        values = dict(self.cleaned_data)
        season = values.pop("season")
        return Options(season=season.pk if season else None, **values)
