"""The forms by which organizers plan a season and set its hourly floor."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from ladder.core import points
from ladder.core.matchmaking import hourly_floor
from ladder.models import Season
from ladder.seasons import planning
from pages.frame.fields.forms import ReasonForm
from pages.frame.fields.zoned import read_time, read_zone, zone_field
from rulesets.catalogue import rated


def offered() -> Iterator[tuple[Game, Ruleset]]:
    """Games and rulesets of which there are seasons."""
    for game in GAMES.values():
        for ruleset in rated(game):
            yield game, ruleset


def _rules() -> list[tuple[str, str]]:
    return [
        (f"{game.name}/{ruleset.name}", f"{game.title}, {ruleset.title}")
        for game, ruleset in offered()
    ]


def _moment(label: str, required: bool, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        required=required,
        max_length=30,
        help_text=help_text,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )


class SeasonForm(forms.Form):
    """A `SeasonPlan`; ``zone`` is the time zone of its times.  The ruleset of a season that is
    planned already stays."""

    rules = forms.ChoiceField(label="Game and ruleset", choices=_rules)
    name = forms.CharField(
        label="Name", max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    starts = _moment("Begins", False, "Empty: at once. The automatic season ends then.")
    ends = _moment("Ends", True)
    zone = zone_field()
    scoring = forms.ChoiceField(
        label="Standings by",
        choices=[("rating", "Ratings"), ("points", "Points")],
        initial="rating",
        help_text=f"A match is worth up to {points.FULL} points, by the share of sides left "
        "behind. Where the rules of a game give points for a match, those count instead.",
    )
    window = forms.IntegerField(
        label="Matches that count",
        min_value=1,
        max_value=points.MOST_WINDOW,
        initial=100,
        help_text="With points: the number of a bot's newest rated matches that count.",
    )

    def __init__(self, *args: Any, season: Season | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("zone", timezone.get_current_timezone_name())
        if season is not None:
            del self.fields["rules"]
            kept = ("name", "scoring", "window")
            self.initial.update({name: getattr(season, name) for name in kept})
            self.initial.update(starts=_typed(season.starts), ends=_typed(season.ends))
        self._season = season

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        try:
            zone = read_zone(data.get("zone", ""))
        except ValidationError as error:
            self.add_error("zone", error)
            return data
        data["moments"] = {}
        for name in ("starts", "ends"):
            try:
                typed = data.get(name, "")
                data["moments"][name] = read_time(typed, zone) if typed else timezone.now()
            except ValidationError as error:
                self.add_error(name, error)
        return data

    def plan(self) -> planning.SeasonPlan:
        data = self.cleaned_data
        if self._season is not None:
            game, ruleset = self._season.game, self._season.ruleset
        else:
            game, ruleset = data["rules"].split("/", 1)
        return planning.SeasonPlan(
            game=game,
            ruleset=ruleset,
            name=data["name"],
            scoring=data["scoring"],
            window=data["window"],
            **data["moments"],
        )


class FloorForm(ReasonForm):
    floor = forms.IntegerField(
        label="Matches per hour, at least",
        min_value=0,
        max_value=hourly_floor.MOST,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), planning.FLOOR_OUT_OF_BOUNDS
        ),
        help_text=f"From 0 to {hourly_floor.MOST}. With fewer matches in the last hour, resting "
        "bots play, too, spread over the hour. 0: bots may all rest. The floor is off while "
        "a match of the season waits, while the season is paused, and while the disk is nearly "
        "full. The next season of the ruleset begins with the same floor.",
    )


def _typed(moment: datetime | None) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M") if moment else ""
