"""A climb with real programs, real sandboxes and real judgers: nothing but workers act."""

from __future__ import annotations

import pytest

from accounts.models import User
from bots.services import create_bot, upload_files
from bots.tasks import build
from games.package import house_files
from games.registry import GAMES
from ladder.climb import services
from ladder.climb.models import Climb
from ladder.climb.results import WINS
from matches import tasks
from matches.models import Match
from matches.recorded.replays import open_replay

SNAKE = GAMES["snake"]
HOUSE = {bot.name: bot for bot in SNAKE.house}


def install(owner: User, name: str, program: str):
    """A bot with the program of a house bot, built in the sandbox."""
    house = HOUSE[program]
    bot = create_bot(owner, "snake", name)
    version = upload_files(bot, owner, house_files(house, SNAKE.kits), house.language)
    build(version.pk)
    return version


def work(redis, most=40):
    """Run queued tasks as workers do, at most ``most`` of them."""
    for _ in range(most):
        if not redis.lpop("matches"):
            return
        tasks.play("matches")


@pytest.mark.django_db(transaction=True)
def test_a_real_bot_beats_the_first_rung_and_its_replays_say_so(redis_client, alice):
    house = User.objects.create_user("house", is_house=True)
    rung = install(house, "drifter", "drifter")
    mine = install(alice, "worm", "gardener")
    work(redis_client)
    for version in (rung, mine):
        version.refresh_from_db()
        assert version.state == "ready", version.failure
    climb = services.start(mine.bot, alice)
    work(redis_client)
    climb.refresh_from_db()
    assert climb.matches.filter(rung="drifter", won=True).count() == WINS
    assert [each.rung for each in mine.bot.rungs_passed.all()] == ["drifter"]
    assert (climb.state, climb.rung) == (Climb.State.BROKEN, "gardener"), "no program is on it"
    for row in climb.matches.select_related("match"):
        assert row.match.state == Match.State.FINISHED
        own = row.match.seats.get(version=mine).number
        with open_replay(row.match) as replay:
            ranks = [each["rank"] for each in replay.result["outcome"]["seats"]]
        assert row.won == (ranks[own] < ranks[1 - own])
