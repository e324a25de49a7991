"""Addresses of the boards of maps, and of the scripts that draw them."""

from __future__ import annotations

from django.urls import reverse

from maps.models import Map
from pages.templatetags.site import game_file


def map_script(game: str) -> str:
    """Address of the module that draws a game's maps."""
    return game_file(game, "map.js")


def board_url(found: Map) -> str:
    """Address of a map's board as JSON, which changes with the board."""
    return f"{reverse('map-board', args=[found.game, found.pk])}?v={found.version}"
