"""Forms of friendly matches: one opponent, or a line-up of seats and teams."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import Bot, BotVersion
from games.engine import Ruleset
from games.game import Game
from ladder.core import seating
from pages.frame.fields.bot_fields import bot_field, find_version, seat_choices
from pages.frame.fields.forms import MAX_SEED, VersionChoice, offer, offer_rows, tick_field
from pages.frame.fields.map_choice import map_choice
from pages.frame.fields.option_fields import OptionsForm


class ChallengeForm(OptionsForm):
    """A friendly match: one of my versions, and opponents by their bots' names."""

    version = VersionChoice(label="Your bot", queryset=BotVersion.objects.none(), empty_label=None)
    seat = forms.ChoiceField(
        label="Your seat", required=False, help_text="If the game has a first player, it is seat 1."
    )
    seed = forms.IntegerField(
        label="Seed",
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        help_text="The same seed and bots give the same start. Empty: a new one.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, user: User, game: Game, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.ruleset = game, ruleset
        mine = BotVersion.objects.filter(
            bot__in=Bot.objects.managed_by(user).filter(game=game.name, deactivated_at=None),
            state=BotVersion.State.READY,
        )
        mine = mine.select_related("bot__owner").order_by("bot__name", "bot_id", "-number")
        offer_rows(self, "version", mine)
        self.add_seats()
        chosen = str(self.data.get("map") or self.initial.get("map") or "")
        self.fields |= map_choice(game, ruleset, user, chosen)
        self.add_options(game, ruleset)

    def add_seats(self) -> None:
        """The fields that say who sits where."""
        offer(self, "seat", seat_choices(self.ruleset))
        help_text = "Owner and bot, such as alice/newt; type to search."
        self.fields["opponent_1"] = self.bot_field("Opponent", help_text=help_text)

    def bot_field(self, label: str, **more: Any) -> forms.CharField:
        return bot_field(self.game, label, **more)

    def bot_names(self) -> list[str]:
        return ["opponent_1"]

    def opponent_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.bot_names()]

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        for field in self.bot_names():
            if name := data.get(field):
                try:
                    data[field] = find_version(self.game, name)
                except ValidationError as error:
                    self.add_error(field, error)
        return data

    def versions(self, rng: random.Random) -> list[BotVersion]:
        """The bots by seat; ``rng`` draws my seat if it is random."""
        mine, other = self.cleaned_data["version"], self.cleaned_data["opponent_1"]
        seat = self.cleaned_data["seat"] or str(rng.randrange(2))
        return [other, mine] if seat == "1" else [mine, other]


class LineupForm(ChallengeForm):
    """One of my versions, and a bot for each other seat; a bot may sit on several."""

    fill = tick_field("Fill the empty seats with house bots", initial=True)

    def add_seats(self) -> None:
        offer(self, "seat", seat_choices(self.ruleset, "Random empty seat"))
        self.fields["seat"].help_text = "Leave that seat empty below."
        for seat in range(self.ruleset.seats):
            self.fields[f"place_{seat}"] = self.bot_field(f"Seat {seat + 1}", required=False)
        if opponent := self.initial.get("opponent_1"):
            # My random seat is then one of the others.
            self.initial[f"place_{self.ruleset.seats - 1}"] = opponent

    def bot_names(self) -> list[str]:
        return [f"place_{seat}" for seat in range(self.ruleset.seats)]

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """The seats' fields by team; the title is empty where everybody plays alone."""
        teams = self.ruleset.teams
        if not teams:
            yield "", self.opponent_fields()
            return
        for side in seating.sides(self.ruleset.seats, teams):
            yield f"Team {teams[side[0]]}", [self[f"place_{seat}"] for seat in side]

    def clean(self) -> dict[str, object]:
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        empty = self._empty()
        mine = data.get("seat")
        if mine and int(mine) not in empty:
            self.add_error(f"place_{mine}", "Your bot sits here: leave this seat empty.")
        elif not empty:
            self.add_error("seat", "All seats are taken. Leave one empty for your bot.")
        elif len(empty) > 1:
            self._check_rest([seat for seat in empty if not mine or seat != int(mine)])
        return data

    def _check_rest(self, empty: list[int]) -> None:
        data = self.cleaned_data
        if data["fill"]:
            if not self._house():
                self.add_error("fill", "No house bot plays here now: choose a bot for every seat.")
        elif data.get("seat"):
            for seat in empty:
                self.add_error(f"place_{seat}", "Choose a bot, or let house bots fill the seats.")
        else:
            problem = (
                f"{len(empty)} seats are empty, and your bot takes one of them. "
                "Choose bots for the others, or let house bots fill in."
            )
            self.add_error("fill", problem)

    def _empty(self) -> list[int]:
        data = self.cleaned_data
        return [seat for seat in range(self.ruleset.seats) if not data.get(f"place_{seat}")]

    def _house(self) -> list[BotVersion]:
        return Bot.objects.fillers(self.game.name).versions()

    def versions(self, rng: random.Random) -> list[BotVersion]:
        """The bots by seat. House bots take turns, in a random order."""
        data = self.cleaned_data
        empty = self._empty()
        chosen: dict[int, BotVersion] = {
            seat: data[f"place_{seat}"] for seat in range(self.ruleset.seats) if seat not in empty
        }
        mine = int(data["seat"]) if data["seat"] else rng.choice(empty)
        chosen[mine] = data["version"]
        empty.remove(mine)
        available = self._house() if empty else []
        house = rng.sample(available, len(available))
        for turn, seat in enumerate(empty):
            chosen[seat] = house[turn % len(house)]
        return [chosen[seat] for seat in range(self.ruleset.seats)]
