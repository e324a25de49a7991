"""Bots and seats in a form: a text field that suggests bots, finding the bot that it names, and the
choice of a seat."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse

from bots.models import NAME, Bot, BotVersion
from games.engine import Ruleset
from games.game import Game
from pages.frame.fields.forms import code_field


def name_field(label: str = "Name") -> forms.CharField:
    return code_field(
        label, 30, "Letters, digits, -, _ and . ; part of the bot's address.", validators=[NAME]
    )


def note_field(**more: Any) -> forms.CharField:
    """The note of a new version."""
    return forms.CharField(
        label="Note",
        required=False,
        max_length=200,
        help_text="Changes in this version. Only you and your team see this note.",
        **more,
    )


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


def seat_choices(ruleset: Ruleset, at_random: str = "Random") -> list[tuple[str, str]]:
    """A seat at random, and each seat with its team if there are teams."""
    teams = [f", team {team}" for team in ruleset.teams] or [""] * ruleset.seats
    return [("", at_random), *((str(n), f"Seat {n + 1}{team}") for n, team in enumerate(teams))]


def find_version(game: Game, typed: str) -> BotVersion:
    """The version that plays for the bot that `find_bot` finds, with the bot at hand."""
    bot = find_bot(game, typed)
    version = bot.active_version
    assert version is not None  # Bot.playing() says so
    version.bot = bot
    return version


def find_bot(game: Game, typed: str) -> Bot:
    """The bot that plays as ``owner/bot``, or as ``bot`` where that is one alone, with its version
    and owner at hand; ValidationError where there is none or are several."""
    owner, slash, name = typed.strip().rpartition("/")
    bots = Bot.objects.playing().filter(game=game.name, name__iexact=name.strip())
    if slash:
        bots = bots.of_person(owner)
    matching = list(bots.select_related("active_version", "owner")[:4])
    if not matching:
        raise ValidationError(
            f"No bot “{typed.strip()}” plays {game.title} now. "
            "Write owner/bot, or choose one of the list."
        )
    if len(matching) > 1:
        names = ", ".join(str(bot) for bot in matching)
        raise ValidationError(f"Several bots have that name: {names}. Write owner/bot.")
    return matching[0]
