"""A house bot that tries can be played against."""

from __future__ import annotations

from accounts.models import User
from bots.models import Bot
from bots.services import create_bot
from games.package import house_files
from games.registry import GAMES
from maps.services import install_stock
from sandbox.uploads.archives import Source, to_zip


def house_bot(make_ready, name: str, shipped: str = "") -> Bot:
    """A house bot of a game with its maps, built and ready by the fixture ``make_ready``.

    The weakest one in Python where ``shipped``, its name, is empty.
    """
    owner = User.objects.create_user("house", is_house=True)
    game = GAMES[name]
    install_stock([game])
    python = (each.name for each in game.house if each.language == "python")
    wanted = shipped or next(python)
    house = next(each for each in game.house if each.name == wanted)
    files = to_zip(Source(house_files(house, game.kits), house.language))
    bot = create_bot(owner, name, house.name)
    version = make_ready(bot, files, "bot.zip")
    assert version.state == "ready", version.failure
    return bot
