"""Which of a bot's matches its statistics are made of; the whole state is in the address."""

from __future__ import annotations

from typing import Any

from django import forms

from bots.models import Bot
from games.registry import GAMES
from ladder.models import Season
from ladder.statistics import sample as samples
from matches.models import Match
from pages.frame.fields.forms import offer
from rulesets.catalogue import titles

Choices = dict[str, list[tuple[int, str]]]
"""By field."""
OPPONENTS, LADDER = "opponents", "ladder"
TOP = 8
MOST_TOP = 16


class SampleFilter(forms.Form):
    """Invalid values filter nothing."""

    version = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    ruleset = forms.ChoiceField(required=False)
    season = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    kind = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, bot: Bot, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = bot.versions.filter(state="ready").order_by("-number")
        versions = [(n, f"v{n}") for n in numbers.values_list("number", flat=True)]
        rules = titles(GAMES[bot.game]) if bot.game in GAMES else {}
        seasons = Season.objects.filter(ratings__bot=bot).order_by("-starts")
        kinds = [(kind.value, kind.label) for kind in map(Match.Kind, samples.KINDS)]
        choices_of: dict[str, list[Any]] = {
            "version": versions,
            "ruleset": list(rules.items()),
            "season": list(seasons.values_list("pk", "name")),
            "kind": kinds,
        }
        for name, choices in choices_of.items():
            offer(self, name, choices, empty="all")

    def wanted(self) -> samples.SampleQuery:
        self.is_valid()
        data = self.cleaned_data
        return samples.SampleQuery(
            version=data.get("version"),
            ruleset=data.get("ruleset") or "",
            season=data.get("season"),
            kind=data.get("kind") or "",
        )


class MatrixFilter(forms.Form):
    """Which matrix: the bot's versions against its opponents, or the first of the ladder."""

    matrix = forms.ChoiceField(
        required=False,
        choices=[(OPPONENTS, "versions × opponents"), (LADDER, "first bots of the ladder")],
    )
    top = forms.IntegerField(required=False, min_value=2, max_value=MOST_TOP)

    def of_ladder(self) -> int:
        """How many bots of the ladder; 0 for the other matrix."""
        self.is_valid()
        if self.cleaned_data.get("matrix") != LADDER:
            return 0
        return self.cleaned_data.get("top") or TOP


class MeetingFilter(forms.Form):
    """Which of the matches of two bots: by map, seat, and the versions of both."""

    map = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    seat = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    version = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    other = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, choices: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, offered in choices.items():
            offer(self, name, offered, empty="all")

    def chosen(self) -> dict[str, int]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value is not None}
