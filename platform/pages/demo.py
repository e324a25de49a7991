"""The first data of a new installation: an organizer, every game's house bots and maps, seasons,
and an event that is open for entries.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bots.models import Bot
from games.game import Game
from games.registry import GAMES
from installs.welcome import welcome
from ladder.core.contest import templates
from ladder.events.entrants import entering
from ladder.events.models import Event
from ladder.events.planning import acts

ORGANIZER = "organizer"
FEWEST = 3
AHEAD = timedelta(minutes=30)
ABOUT = (
    "A Swiss system, then a double elimination of the first eight. House bots have entered. "
    "You can enter your bot until the event starts."
)


def password_file() -> Path:
    """Where the generated password stays readable for whoever owns this machine's files."""
    return Path(settings.VAR) / "organizer_password"


def ensure_organizer() -> bool:
    """An organizer with a generated password, unless there is one; whether one was made.

    A password that was changed on the site is no longer in the file.
    """
    organizer = User.objects.filter(username=ORGANIZER).first()
    file = password_file()
    if organizer is not None:
        if file.exists() and not organizer.check_password(file.read_text().strip()):
            file.unlink()
        return False
    password = secrets.token_urlsafe(9)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w") as out:
        out.write(password + "\n")
    User.objects.create_superuser(ORGANIZER, "organizer@localhost", password)
    return True


def ensure_event(games: Iterable[Game]) -> Event | None:
    """On a site that has no event yet: a cup that begins in half an hour, entered by house bots.

    It is of the first of these games whose house bots can play one; None where no game has such
    bots, or the site has an event.
    """
    organizer = User.objects.filter(username=ORGANIZER).first()
    able = (game for game in games if len(_entrants(game)) >= FEWEST)
    game = next((game for game in able if game.rulesets[0].seats == 2), None)
    if organizer is None or game is None or Event.objects.exists():
        return None
    plan = templates.swiss_and_double(
        templates.Choice(templates.Rules(game.name, game.rulesets[0].name))
    )
    draft = acts.Draft("House cup", plan, ABOUT, starts=timezone.now() + AHEAD)
    event = acts.create(organizer, draft)
    acts.publish(event, organizer)
    for bot in Bot.objects.filter(is_house=True, game=game.name).order_by("pk"):
        if bot.name in _entrants(game):
            entering.enter(event, bot, organizer)
    return event


def _entrants(game: Game) -> list[str]:
    """The house bots that enter events."""
    return [bot.name for bot in game.house if not bot.practice]


def install(names: Sequence[str] = ()) -> list[str]:
    """Make an organizer, what `welcome` does for these games (for all, where none is named), and an
    event.  Idempotent.

    Returns what is new, in words.  KeyError for a game that does not exist.
    """
    games = [GAMES[name] for name in names] or list(GAMES.values())
    news = ["· an organizer"] if ensure_organizer() else []
    news += welcome(games)
    return news + ([f"· an event: {event}"] if (event := ensure_event(games)) else [])
