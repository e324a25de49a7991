"""The choice of a map for a friendly match, and the addresses of boards and of their scripts."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.models import Viewer
from games.engine import Ruleset
from games.game import Game
from maps.models import Map
from maps.pools import pool
from pages.templatetags.site import game_file
from rulesets.catalogue import scenario_of

MAX_CHOICES = 50
"""Own and public maps that a form offers; any other is chosen on its own page."""


def map_script(game: str) -> str:
    """Address of the module that draws a game's maps."""
    return game_file(game, "map.js")


def board_url(the_map: Map) -> str:
    """Address of a map's board as JSON, which changes with the board."""
    return f"{reverse('map-board', args=[the_map.game, the_map.pk])}?v={the_map.version}"


class MapSelect(forms.Select):
    """Options carry the address of the board, so that a page can draw the one that is chosen."""

    boards: dict[str, str]

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, object]:
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
        offered = choices(game, ruleset, user, chosen)
        none = "Generated from the seed" if ruleset.generated else "Random, from the pool"
        groups = [
            (title, [(str(each.pk), _words(each)) for each in maps]) for title, maps in offered
        ]
        self.choices = [("", none), *groups]
        self.widget.boards = {str(each.pk): board_url(each) for _, maps in offered for each in maps}
        self.widget.attrs["data-map-script"] = map_script(game.name)

    def valid_value(self, value: Any) -> bool:
        """Any map may be requested by its id: the service decides whether it may be played."""
        return super().valid_value(value) or str(value).isdecimal()

    def clean(self, value: Any) -> Any:
        chosen = super().clean(value)
        if not chosen:
            return None
        the_map = Map.objects.visible_to(self.user).filter(pk=chosen).first()
        if the_map is None:
            raise ValidationError("This map does not exist. Choose one from the list.")
        return the_map


def _words(the_map: Map) -> str:
    size = f" · {the_map.facts[0]['value']}" if the_map.facts else ""
    if the_map.owner:
        return f"{the_map.label} by {the_map.owner}{size}"
    return f"{the_map.label}{size}"


def map_choice(game: Game, ruleset: Ruleset, user: Any, chosen: str = "") -> dict[str, forms.Field]:
    """The field ``map`` of a challenge, where the game has maps and the ruleset not one alone."""
    if game.maps is None or scenario_of(game.name, ruleset.name):
        return {}
    return {"map": MapChoiceField(game, ruleset, user, chosen)}


def choices(
    game: Game, ruleset: Ruleset, user: Viewer, chosen: str = ""
) -> list[tuple[str, list[Map]]]:
    """The maps that a match of a ruleset may be played on, in groups: those of the pool, own and
    public ones that fit, each once; ``chosen`` (an id) if it may."""
    fitting = Map.objects.filter(game=game.name, archived=None).fitting(ruleset.name).light()
    seen: set[int] = set()

    def new(maps: Any) -> list[Map]:
        fresh = [each for each in maps if each.pk not in seen]
        seen.update(each.pk for each in fresh)
        return fresh

    public = fitting.filter(public=True).order_by("-updated")
    picked = fitting.visible_to(user).filter(pk=chosen) if is_id(chosen) else ()
    groups = [
        ("The one you came with", new(picked)),
        (f"In the pool of {ruleset.title}", new(pool(game.name, ruleset.name))),
        ("Yours", new(fitting.open_to(user).order_by("-updated")[:MAX_CHOICES])),
        ("Ship with the game", new(public.filter(owner=None))),
        ("Public", new(public.exclude(owner=None)[:MAX_CHOICES])),
    ]
    return [(title, maps) for title, maps in groups if maps]


def is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 16
