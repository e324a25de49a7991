"""Forms to open a room, and to change its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from django import forms
from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import BotVersion
from games.engine import JSON, Ruleset
from games.game import Game
from games.texts.sentences import paragraph
from maps.models import Map
from pages.frame.fields.bot_fields import bot_field, find_version, seat_choices
from pages.frame.fields.forms import offer, tick_field
from pages.frame.fields.map_choice import map_choice
from pages.frame.fields.option_fields import OptionsForm
from rulesets.catalogue import offered


class RoomForm(OptionsForm):
    """A new room: where the person sits, whom against, and on which map."""

    seat = forms.ChoiceField(
        label="Your seat",
        required=False,
        help_text="If the game has a first player, it is seat 1. You can change it in the room.",
    )
    fill = tick_field(
        "Fill empty seats with house bots",
        "Clear this to keep seats for people you invite.",
        initial=True,
    )

    def __init__(self, *args: Any, user: User, game: Game, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.ruleset = game, ruleset
        offer(self, "seat", seat_choices(ruleset))
        self.fields["opponent_1"] = bot_field(
            game,
            "Against",
            required=False,
            help_text=(
                "Owner and bot, such as alice/newt; type to search. Empty: a house bot or a person."
            ),
        )
        self.fields |= map_choice(game, ruleset, user, str(self.data.get("map") or ""))
        self.order_fields(["opponent_1", "fill", "seat", "map"])
        self.add_options(game, ruleset)

    def clean_opponent_1(self) -> BotVersion | None:
        typed = self.cleaned_data["opponent_1"]
        return find_version(self.game, typed) if typed else None


class Changes(TypedDict):
    ruleset: str
    options: NotRequired[dict[str, JSON]]
    map: NotRequired[Map | None]


class RoomChangeForm(OptionsForm):
    """How a room is played; map and options are those that fit the ruleset that it has now."""

    ruleset = forms.ChoiceField(label="Ruleset")

    def __init__(
        self, *args: Any, user: User, game: Game, ruleset: Ruleset,
        chosen: Mapping[str, JSON] | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        """``chosen`` are the options that the room has."""
        super().__init__(*args, **kwargs)
        self.rules = ruleset
        choices = [(each.name, f"{each.title} ({each.seats} seats)") for each in offered(game)]
        offer(self, "ruleset", choices)
        own_map = str(self.data.get("map") or self.initial.get("map") or "")
        self.fields |= map_choice(game, ruleset, user, own_map)
        self.add_options(game, ruleset, chosen)

    def changes(self) -> Changes:
        """For `rooms.services.change`: map and options are kept in mind only with the ruleset that
        they were offered for."""
        wanted = self.cleaned_data
        if wanted["ruleset"] != self.rules.name:
            return {"ruleset": wanted["ruleset"]}
        changes = Changes(ruleset=wanted["ruleset"], options=self.options())
        if "map" in wanted:
            changes["map"] = wanted["map"]
        return changes


def first_error(form: forms.Form) -> str:
    """Why a form cannot be taken, in one line."""
    errors = form.errors.as_data()
    first: list[ValidationError] = next(iter(errors.values()), [])
    return paragraph(*(message for error in first for message in error.messages))
