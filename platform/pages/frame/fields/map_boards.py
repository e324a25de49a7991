"""Addresses of the boards of maps, and of the scripts that draw them."""

from __future__ import annotations

from django.urls import reverse

from maps.models import Map
from pages.templatetags.site import game_file


def map_script(game: str) -> str:
    """Address of the module that draws a game's maps."""
    return game_file(game, "map.js")


def board_url(the_map: Map) -> str:
    """Address of a map's board as JSON, which changes with the board."""
    return f"{reverse('map-board', args=[the_map.game, the_map.pk])}?v={the_map.version}"
