"""Permissions for matches that are not public.

Apps above this one say to whom else they show what they had played: `also_shown` takes a function
from a person to the matches that are open to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import models

from accounts.models import Viewer

Opener = Callable[[Viewer], "models.QuerySet[Any]"]
"""From a person to matches."""

_openers: list[Opener] = []


class Audience(models.TextChoices):
    """HIDDEN: nobody but organizers and those to whom an opener shows it. Participants do not see
    it either, as results may be kept for a moment of their own."""

    PUBLIC = "public", "everybody"
    PARTICIPANTS = "participants", "who takes part"
    HIDDEN = "hidden", "organizers"


def also_shown(opener: Opener) -> Opener:
    """Have ``opener`` say what else a person may look at; each is asked once a query."""
    if opener not in _openers:
        _openers.append(opener)
    return opener


def shown_besides(user: Viewer) -> models.Q:
    """The matches that a person may see besides public ones."""
    condition = models.Q(pk__in=())
    for opener in _openers:
        condition |= models.Q(pk__in=opener(user).order_by().values("pk"))
    return condition
