"""A house bot that tries can be played against."""

from __future__ import annotations

from accounts.models import User
from bots.models import Bot
from bots.services import create_bot
from games.registry import GAMES
from games.sources import house_files
from sandbox.archives import Source, to_zip


def house_bot(make_ready, name: str) -> Bot:
    """A game's weakest bot in Python, built and ready by the fixture ``make_ready``."""
    owner = User.objects.create_user("house", is_house=True)
    game = GAMES[name]
    shipped = next(each for each in game.house if each.language == "python")
    files = to_zip(Source(house_files(shipped, game.kits), shipped.language))
    bot = create_bot(owner, name, shipped.name)
    version = make_ready(bot, files, "bot.zip")
    assert version.state == "ready", version.failure
    return bot
