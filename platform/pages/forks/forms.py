"""The form of a fork: who plays on, on each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import Bot, BotVersion
from matches.models import Match, Seat
from matches.seating import Player
from matches.services import check_can_play
from pages.frame.fields.bot_fields import bot_field, find_version

RECORDED, ME, OTHER = "recorded", "me", "other"
Choices = list[Any]


class ForkForm(forms.Form):
    """A choice for each seat: the recorded version, a house bot, a bot of mine, another, or me."""

    frame = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, match: Match, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match, self.user = match, user
        every = match.seats.select_related("version__bot__owner", "version__bot__team", "person")
        self.seats: Sequence[Seat] = list(every)
        groups = self._groups()
        for seat in self.seats:
            self._add(seat, groups)

    def _groups(self) -> Choices:
        """The choices that every seat has."""
        playing = Bot.objects.playing().filter(game=self.match.game).select_related("owner")
        mine = playing.managed_by(self.user).order_by("name").versions()
        house = playing.filter(is_house=True).order_by("pk").versions()
        groups = [("Your bots", mine), ("House bots", house)]
        return [
            (title, [(str(version.pk), str(version)) for version in versions])
            for title, versions in groups
            if versions
        ]

    def _add(self, seat: Seat, groups: Choices) -> None:
        recorded = self._recorded(seat)
        first = [(RECORDED, f"{recorded} (as recorded)")] if recorded else []
        others = [(ME, "Myself"), (OTHER, "Another bot…")]
        name = f"seat_{seat.number}"
        self.fields[name] = forms.ChoiceField(
            label=f"Seat {seat.number + 1}: {seat.name}",
            choices=[*first, *groups, *others],
            help_text="" if recorded else "The recorded player cannot play here now.",
        )
        self.initial.setdefault(name, RECORDED if recorded else "")
        self.fields[f"other_{seat.number}"] = bot_field(
            self.match.played_game,
            f"Another bot on seat {seat.number + 1}",
            required=False,
            help_text="Owner and bot, such as alice/newt.",
        )

    def _recorded(self, seat: Seat) -> BotVersion | None:
        """The version that played, where this person may have it play again."""
        if seat.version is None:
            return None
        try:
            check_can_play(seat.version, self.match.game, self.user)
        except ValidationError:
            return None
        return seat.version

    def seat_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        numbers = [seat.number for seat in self.seats]
        return [(self[f"seat_{n}"], self[f"other_{n}"]) for n in numbers]

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        players: list[Player] = []
        for seat in self.seats:
            name = f"seat_{seat.number}"
            if name in data and (player := self._player(seat)) is not None:
                players.append(player)
        data["players"] = players
        return data

    def _player(self, seat: Seat) -> Player | None:
        match self.cleaned_data[f"seat_{seat.number}"]:
            case "recorded":
                return seat.version
            case "me":
                return self.user
            case "other":
                return self._other(seat.number)
            case pk:
                return BotVersion.objects.select_related("bot__owner", "bot__team").get(pk=int(pk))

    def _other(self, number: int) -> Player | None:
        field = f"other_{number}"
        if not self.cleaned_data.get(field):
            self.add_error(field, "Name the bot, as owner/bot.")
            return None
        try:
            return find_version(self.match.played_game, self.cleaned_data[field])
        except ValidationError as error:
            self.add_error(field, error)
            return None

    def players(self) -> list[Player]:
        players: list[Player] = self.cleaned_data["players"]
        return players
