"""What a new installation starts with: an organizer, every game's house bots and maps, seasons."""

from __future__ import annotations

import io
import os
import secrets
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import Bot, BotVersion
from bots.services import create_bot, rebuild, upload_version
from games.engine import Game
from games.package import HouseBot
from games.registry import GAMES
from games.sources import house_files
from ladder.services import ensure_seasons
from maps.services import install_stock
from sandbox.archives import Source, to_zip

ORGANIZER = "organizer"
HOUSE = "house"


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


def ensure_house() -> User:
    """The owner of the house bots, as whom nobody can log in."""
    house, made = User.objects.get_or_create(
        username=HOUSE, defaults={"is_house": True, "about": "Bots that ship with the games."}
    )
    if made:
        house.set_unusable_password()
        house.save()
    return house


def ensure_house_bot(owner: User, game: Game, house_bot: HouseBot) -> BotVersion | None:
    """The bot, with its present source as the newest version; the version where one was added."""
    bot = Bot.objects.filter(owner=owner, game=game.name, name=house_bot.name).first()
    if bot is None:
        name = house_bot.name
        if Bot.objects.filter(owner=owner, name__iexact=name).exists():
            raise ValidationError(f"two games have a house bot named {name}")
        bot = create_bot(owner, game.name, name, house_bot.summary)
    source = Source(house_files(house_bot, game.kits), house_bot.language)
    latest = bot.versions.first()
    if latest is not None and latest.source_sha256 == source.sha256:
        if latest.state == BotVersion.State.FAILED:
            rebuild(latest, owner)
        return None
    data = io.BytesIO(to_zip(source))
    return upload_version(bot, owner, f"{house_bot.name}.zip", data, house_bot.language)


def install() -> list[str]:
    """Everything above; says in words what is new.  Idempotent."""
    news = ["· an organizer"] if ensure_organizer() else []
    house = ensure_house()
    for game in GAMES.values():
        # The proving bot first: the others meet it in their first match.
        for house_bot in sorted(game.house, key=lambda bot: not bot.proving):
            version = ensure_house_bot(house, game, house_bot)
            if version is not None:
                news.append(f"· {game.title}: {house_bot.name}, version {version.number}")
    ensure_seasons()
    return news + install_stock()
