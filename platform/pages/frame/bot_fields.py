"""Naming a bot in a form: a text field that offers those that play, and finding what it names."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse

from bots.models import Bot
from games.game import Game


def bot_field(game: Game, label: str, **more: Any) -> forms.CharField:
    """A bot by its name. Active bots are suggested while typing."""
    return forms.CharField(
        label=label,
        max_length=61,
        widget=forms.TextInput(
            attrs={
                "list": "opponents",
                "autocomplete": "off",
                "spellcheck": "false",
                "hx-get": f"{reverse('match-opponents')}?game={game.name}",
                "hx-trigger": "input changed delay:250ms",
                "hx-target": "#opponents",
            }
        ),
        **more,
    )


def find_bot(game: Game, words: str) -> Bot:
    """The bot that plays as ``owner/bot``, or as ``bot`` where that is one alone, with its version
    and owner at hand; ValidationError where there is none or are several."""
    owner, slash, name = words.strip().rpartition("/")
    bots = Bot.objects.playing().filter(game=game.name, name__iexact=name.strip())
    if slash:
        bots = bots.filter(owner__username__iexact=owner.strip())
    found = list(bots.select_related("active_version", "owner")[:4])
    if not found:
        raise ValidationError(
            f"No bot “{words.strip()}” plays {game.title} now. "
            "Write owner/bot, or choose one of the list."
        )
    if len(found) > 1:
        names = ", ".join(str(bot) for bot in found)
        raise ValidationError(f"Several bots have that name: {names}. Write owner/bot.")
    return found[0]
