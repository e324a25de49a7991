"""The fields of a form that set the length of a series."""

from django import forms

from ladder.core import series
from ladder.core.contest import plan as plans
from pages.frame.fields.forms import number_field


class SeriesFields(forms.Form):
    """A form with the rules by which a series ends."""

    winners = number_field(
        "Number of winners", 1, initial=1, help_text="The series ends when this many bots have won."
    )
    most_games = forms.IntegerField(
        label="Maximum number of games",
        min_value=0,
        max_value=plans.LONGEST_SERIES,
        initial=0,
        help_text="0: calculated from the numbers of bots and winners.",
    )
    patience = forms.IntegerField(
        label="Stop after this many games without a winner",
        min_value=1,
        max_value=plans.MOST_PATIENCE,
        initial=series.PATIENCE,
        help_text="Only games in a row count. A game has no winner if all bots share the first "
        "place.",
    )
