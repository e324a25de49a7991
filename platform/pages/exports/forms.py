"""The form of an export."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from exports.options import Options
from ladder.models import Season


class ExportForm(forms.Form):
    """The content of the export."""

    season = forms.ModelChoiceField(
        Season.objects.all(),
        required=False,
        empty_label="all",
        help_text="Narrows down matches and ratings.",
    )
    since = forms.DateField(
        required=False, label="Matches from", widget=forms.DateInput({"type": "date"})
    )
    until = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))
    emails = forms.BooleanField(required=False, label="Mail addresses of people")
    sources = forms.BooleanField(required=False, label="Sources of all versions")
    replays = forms.BooleanField(required=False, label="Replays")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        since, until = values.get("since"), values.get("until")
        if since and until and until < since:
            raise ValidationError("The last day comes before the first.")
        return values

    def options(self) -> Options:
        values = dict(self.cleaned_data)
        season = values.pop("season")
        return Options(season=season.pk if season else None, **values)
