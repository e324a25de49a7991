"""Forms of the desk's queue."""

from __future__ import annotations

from typing import Any

import django_filters as filters
from django import forms

from controls.models import HEAVIEST, WEIGHTS
from matches.models import Match
from pages.frame.fields.forms import offer
from pages.frame.filters import ALL, MatchFilter

MOST = 200
"""Matches that one act may be done to."""


class QueueFilter(MatchFilter):
    """As of all matches, and by the worker, of which a part of the name is enough."""

    person = team = made_with = None
    kind = filters.ChoiceFilter(label="Kind", choices=Match.Kind.choices, empty_label=ALL)
    worker = filters.CharFilter("claimed_by", "icontains", label="Worker", max_length=100)


class BulkForm(forms.Form):
    """The act on the selected matches, and its reason."""

    act = forms.ChoiceField(
        choices=[
            ("sooner", "Play sooner"),
            ("later", "Play later"),
            ("requeue", "Queue again"),
            ("abort", "Abort"),
        ]
    )
    reason = forms.CharField(max_length=300)
    match = forms.TypedMultipleChoiceField(coerce=int)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        asked = data.getlist("match")
        numbers = [each for each in asked if each.isascii() and each.isdigit() and len(each) < 18]
        offer(self, "match", [(each, each) for each in numbers[:MOST]])


class WeightsForm(forms.Form):
    """The weight of each kind of match, and why it changes."""

    reason = forms.CharField(required=False)
    """The service says what is wrong with it."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        wrong = f"A weight is a whole number from 1 to {HEAVIEST}."
        texts = dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong)
        for share in WEIGHTS:
            self.fields[share.value] = forms.IntegerField(
                min_value=1, max_value=HEAVIEST, error_messages=texts
            )

    def weights(self) -> dict[str, int]:
        return {share.value: self.cleaned_data[share.value] for share in WEIGHTS}
