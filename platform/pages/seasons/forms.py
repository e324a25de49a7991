"""The forms by which organizers plan a season and set its hourly floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils import timezone

from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from ladder.core import points
from ladder.core.matchmaking import hourly_floor
from ladder.models import Season
from ladder.seasons import planning
from pages.frame.fields.forms import ReasonForm, line_field
from pages.frame.fields.zoned import TimeField, sent_time, sent_zone, typed_time, zone_field
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


class SeasonForm(forms.Form):
    """A `SeasonPlan`; ``zone`` is the time zone of its times.  The ruleset of a season that is
    planned already stays."""

    rules = forms.ChoiceField(label="Game and ruleset", choices=_rules)
    name = line_field("Name", 60)
    starts = TimeField("Begins", "Empty: at once. The automatic season ends then.")
    ends = TimeField("Ends", required=True)
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
            self.initial["starts"] = typed_time(season.starts)
            self.initial["ends"] = typed_time(season.ends)
        self._season = season

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        if (zone := sent_zone(self)) is not None:
            for name in ("starts", "ends"):
                data[name] = sent_time(self, name, zone) or timezone.now()
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
            starts=data["starts"],
            ends=data["ends"],
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
