"""The form by which organizers plan a single series."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from bots.models import Bot
from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from ladder.events.kinds import series
from ladder.events.planning import single_series
from pages.frame.fields.bot_fields import bot_field, find_bot
from pages.frame.fields.forms import line_field
from pages.frame.fields.series_fields import SeriesFields
from pages.frame.fields.zoned import TimeField, read_time, sent_zone, zone_field
from rulesets.catalogue import offered as offered_rulesets

LATER, NOW, AT = "later", "now", "at"
CHOSEN, TOP = "chosen", "top"


def offered() -> Iterator[tuple[Game, Ruleset]]:
    """Games and rulesets of which a series can be played."""
    for game in GAMES.values():
        for each in offered_rulesets(game) if game.handicap else ():
            if series.series_ruleset(game.name, each.name):
                yield game, each


class SeriesForm(SeriesFields):
    """A `SingleSeries` for one ruleset; ``zone`` is the time zone of its start."""

    name = line_field("Name", 60)
    who = forms.ChoiceField(
        label="Participants",
        choices=[(CHOSEN, "The bots named below"), (TOP, "The first bots of the ladder")],
        initial=CHOSEN,
    )
    top = forms.IntegerField(
        label="Number of bots from the ladder",
        required=False,
        min_value=2,
        help_text="The first bots at the start: one bot of each person who agreed, and any number "
        "of house bots. Owners of the first bots are invited now.",
    )
    when = forms.ChoiceField(
        label="Start",
        choices=[(LATER, "When I press Start"), (NOW, "Immediately"), (AT, "At a time")],
        initial=LATER,
    )
    starts = TimeField("Time")
    zone = zone_field()

    def __init__(self, *args: Any, game: Game, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.ruleset = game, ruleset
        self.initial.setdefault("zone", timezone.get_current_timezone_name())
        self.fields["top"].widget.attrs["max"] = ruleset.seats
        self.fields["winners"].widget.attrs["max"] = ruleset.seats - 1
        for seat in range(ruleset.seats):
            self.fields[f"place_{seat}"] = bot_field(game, f"Bot {seat + 1}", required=False)

    def bot_fields(self) -> list[forms.BoundField]:
        return [self[f"place_{seat}"] for seat in range(self.ruleset.seats)]

    @property
    def bots_errors(self) -> list[str]:
        """Errors of the bots as a whole."""
        return [str(error) for error in self.errors.get("bots", [])]

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        data["bots"] = self._bots() if data.get("who") == CHOSEN else []
        if data.get("who") == TOP and not data.get("top") and "top" not in self.errors:
            self.add_error("top", "Enter the number of bots.")
        zone = sent_zone(self) if data.get("when") == AT else None
        if zone is not None:
            try:
                data["moment"] = read_time(data.get("starts", ""), zone)
            except ValidationError as error:
                self.add_error("starts", error)
        return data

    def _bots(self) -> list[Bot]:
        bots = []
        for seat in range(self.ruleset.seats):
            if name := self.cleaned_data.get(f"place_{seat}"):
                try:
                    bots.append(find_bot(self.game, name))
                except ValidationError as error:
                    self.add_error(f"place_{seat}", error)
        return bots

    def wanted(self) -> single_series.SingleSeries:
        data = self.cleaned_data
        return single_series.SingleSeries(
            name=data["name"],
            game=self.game.name,
            ruleset=self.ruleset.name,
            winners=data["winners"],
            bots=data["bots"],
            top=data["top"] if data["who"] == TOP else 0,
            most_games=data["most_games"],
            patience=data["patience"],
            starts=data.get("moment"),
            time_zone=data.get("zone") or "UTC",
        )

    @property
    def at_once(self) -> bool:
        return bool(self.cleaned_data["when"] == NOW)
