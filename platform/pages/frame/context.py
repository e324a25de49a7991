"""The context of every page's frame."""

from __future__ import annotations

import os

from django.http import HttpRequest

from arbiter.links import site_url
from controls import walls
from games.registry import GAMES
from sandbox.isolation.walls import remedy

THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    """``games`` of the menu, the site's own ``site_url``, the ``theme`` that was chosen ("" leaves
    it to the system), and whether bots run ``unsafe``: without any isolation, by a development
    setting.

    ``watched`` are walls of the sandbox that the kernel does not hold on the machine that answers,
    ``remedy`` is a command that mends it, and ``rated_wait`` says whether rated matches wait for
    it."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "games": list(GAMES.values()),
        "site_url": site_url(),
        "theme": theme if theme in THEMES else "",
        "unsafe": os.environ.get("ARBITER_UNSAFE_NO_SANDBOX") == "1",
        "watched": [held.wall for held in walls.watched()],
        "remedy": remedy(),
        "rated_wait": not walls.rated_allowed(),
    }
