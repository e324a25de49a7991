"""Preloads of modules, for the head of a page with a board."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from arbiter.serving.modules import with_imports
from games.registry import GAMES

register = template.Library()


@register.simple_tag
def preload(script: str, game: str = "", *modules: str) -> SafeString:
    """The browser is to fetch a script, some modules of a game, and all that they import."""
    names = [script]
    if game in GAMES:
        names += [f"games/{GAMES[game].static_name}/{module}" for module in modules]
    # While a site is developed, imports change from one request to the next.
    preloaded = [] if settings.DEBUG else with_imports(*names)
    links = ((static(name),) for name in preloaded)
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', links)
