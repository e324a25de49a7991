"""The choice of a map for a friendly match."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.engine import Ruleset
from games.game import Game
from maps.models import Map
from pages.maps.queries import Choices, board_url, choices, map_script
from rulesets.catalogue import scenario_of


class MapSelect(forms.Select):
    """Options carry the address of the board, so that a page can draw the one that is chosen."""

    boards: dict[str, str]

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if address := self.boards.get(str(value)):
            option["attrs"]["data-board-url"] = address
        return option


class MapChoiceField(forms.ChoiceField):
    """The map that a friendly match is played on; its value is a `Map`, or None for none."""

    widget = MapSelect

    def __init__(self, game: Game, ruleset: Ruleset, user: Any, chosen: str = "") -> None:
        super().__init__(label="Map", required=False)
        self.user = user
        self.offered: Choices = choices(game, ruleset, user, chosen)
        none = "Generated from the seed" if ruleset.generated else "Random, from the pool"
        groups = [
            (title, [(str(found.pk), _words(found)) for found in maps])
            for title, maps in self.offered.groups
        ]
        self.choices = [("", none), *groups]
        self.widget.boards = {str(found.pk): board_url(found) for found in self.offered.maps()}
        self.widget.attrs["data-map-script"] = map_script(game.name)

    def valid_value(self, value: Any) -> bool:
        """Any map may be asked for by its id: whether it may be played is the verb's to say."""
        return super().valid_value(value) or str(value).isdecimal()

    def clean(self, value: Any) -> Any:
        chosen = super().clean(value)
        if not chosen:
            return None
        found = Map.objects.visible_to(self.user).filter(pk=chosen).first()
        if found is None:
            raise ValidationError("This map does not exist. Choose one from the list.")
        return found


def _words(found: Map) -> str:
    size = f" · {found.facts[0]['value']}" if found.facts else ""
    owner = f" by {found.owner}" if found.owner else ""
    return f"{found.label}{owner}{size}"


def map_choice(game: Game, ruleset: Ruleset, user: Any, chosen: str = "") -> dict[str, forms.Field]:
    """The field ``map`` of a challenge, where the game has maps and the ruleset not one alone."""
    if game.maps is None or scenario_of(game.name, ruleset.name):
        return {}
    return {"map": MapChoiceField(game, ruleset, user, chosen)}
