"""Sets up house bots, maps and seasons of the games. Idempotent."""

from __future__ import annotations

import io
from collections.abc import Iterable

from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import Bot, BotVersion
from bots.services import create_bot, rebuild, upload_version
from games.foreign.fields import ManifestError
from games.game import Game
from games.package import HouseBot, house_files
from games.texts.sentences import paragraph
from ladder.seasons import current
from maps.services import install_stock
from sandbox.errors import UploadError
from sandbox.uploads.archives import Source, to_zip

HOUSE = "house"


def welcome(games: Iterable[Game]) -> list[str]:
    """Give these games their house bots, maps and seasons; what is new, in words."""
    house, games = ensure_house(), list(games)
    news = []
    for game in games:
        # The proving bot first: the others meet it in their first match.
        for house_bot in sorted(game.house, key=lambda bot: not bot.proving):
            news += _welcome_bot(house, game, house_bot)
    current.ensure_seasons()
    return news + install_stock(games)


def _welcome_bot(house: User, game: Game, house_bot: HouseBot) -> list[str]:
    """Lines about the bot's new version. A bot that cannot be uploaded, for example because its
    language is not installed, gets a line with the reason."""
    try:
        version = ensure_house_bot(house, game, house_bot)
    except (UploadError, ValidationError) as error:
        reasons = paragraph(*getattr(error, "messages", [str(error)]))
        return [f"· {game.title}: {house_bot.name} is left out: {reasons}"]
    return (
        [] if version is None else [f"· {game.title}: {house_bot.name}, version {version.number}"]
    )


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


def check_house(game: Game) -> None:
    """`ManifestError` where the house has a bot of that name in a game that is here no more."""
    for bot in game.house:
        others = Bot.objects.filter(owner__username=HOUSE, name__iexact=bot.name)
        if other := others.exclude(game=game.name).first():
            raise ManifestError(
                f"bots: the house has a bot {bot.name} of the game {other.game} already; rename it"
            )
