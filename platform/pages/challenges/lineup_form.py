"""A friendly match with many seats: who sits where, team by team, and house bots on the rest."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms

from bots.models import Bot, BotVersion
from ladder.core.seating import sides
from pages.frame.forms import ChallengeForm


@dataclass(frozen=True, slots=True)
class SeatGroup:
    """The fields of the seats of one team; ``title`` is empty where everybody plays alone."""

    title: str
    fields: list[forms.BoundField]


class LineupForm(ChallengeForm):
    """One of my versions, and a bot for each other seat; a bot may sit on several."""

    fill = forms.BooleanField(
        label="Fill the empty seats with house bots", required=False, initial=True
    )

    def add_seats(self) -> None:
        choices = [(str(seat), self._title(seat)) for seat in range(self.ruleset.seats)]
        mine = self.fields["seat"]
        mine.choices = [("", "Random empty seat"), *choices]  # type: ignore[attr-defined]
        mine.help_text = "Leave that seat empty below."
        for seat in range(self.ruleset.seats):
            self.fields[f"place_{seat}"] = self.bot_field(f"Seat {seat + 1}", required=False)
        if opponent := self.initial.get("opponent_1"):
            # My random seat is then one of the others.
            self.initial[f"place_{self.ruleset.seats - 1}"] = opponent

    def _title(self, seat: int) -> str:
        teams = self.ruleset.teams
        return f"Seat {seat + 1}, team {teams[seat]}" if teams else f"Seat {seat + 1}"

    def bot_names(self) -> list[str]:
        return [f"place_{seat}" for seat in range(self.ruleset.seats)]

    def groups(self) -> Iterator[SeatGroup]:
        """The seats' fields as the page shows them."""
        teams = self.ruleset.teams
        if not teams:
            yield SeatGroup("", self.opponent_fields())
            return
        for side in sides(self.ruleset.seats, teams):
            yield SeatGroup(f"Team {teams[side[0]]}", [self[f"place_{seat}"] for seat in side])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.errors:
            return data
        empty = self._empty(data)
        mine = data.get("seat")
        if mine and int(mine) not in empty:
            self.add_error(f"place_{mine}", "Your bot sits here: leave this seat empty.")
        elif not empty:
            self.add_error("seat", "All seats are taken. Leave one empty for your bot.")
        elif len(empty) > 1:
            self._check_rest(data, [seat for seat in empty if not mine or seat != int(mine)])
        return data

    def _check_rest(self, data: dict[str, Any], empty: list[int]) -> None:
        if data["fill"]:
            if not self._house():
                self.add_error("fill", "No house bot plays here now: choose a bot for every seat.")
        elif data.get("seat"):
            for seat in empty:
                self.add_error(f"place_{seat}", "Choose a bot, or let house bots fill the seats.")
        else:
            words = f"{len(empty)} seats are empty, and your bot takes one of them."
            self.add_error(
                "fill", f"{words} Choose bots for the others, or let house bots fill in."
            )

    def _empty(self, data: dict[str, Any]) -> list[int]:
        return [seat for seat in range(self.ruleset.seats) if not data.get(f"place_{seat}")]

    def _house(self) -> list[BotVersion]:
        return Bot.objects.fillers(self.game.name).versions()

    def versions(self, rng: random.Random) -> list[BotVersion]:
        """The bots by seat. House bots take turns, in a random order."""
        data = self.cleaned_data
        empty = self._empty(data)
        chosen: dict[int, BotVersion] = {
            seat: data[f"place_{seat}"] for seat in range(self.ruleset.seats) if seat not in empty
        }
        mine = int(data["seat"]) if data["seat"] else rng.choice(empty)
        chosen[mine] = data["version"]
        empty.remove(mine)
        house = rng.sample(found, len(found)) if (found := self._house() if empty else []) else []
        for turn, seat in enumerate(empty):
            chosen[seat] = house[turn % len(house)]
        return [chosen[seat] for seat in range(self.ruleset.seats)]
