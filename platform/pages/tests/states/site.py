"""The whole site, and its people by their roles."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from bots.models import Bot
from bots.services import create_bot
from games.registry import GAMES
from ladder.events.roles import EventRole
from ladder.tests.play import add_version
from maps.services import install_stock
from pages.tests import walking
from pages.tests.states import bots, events, records

ROLES = (
    *("nobody", "user", "owner of bots", "member of the team", "organizer of the site"),
    *EventRole.values,
)


def furnish(cast: Any, *, every_event: bool = True) -> dict[str, User | None]:
    """Everything, or with the one event that runs alone; returns the people by their roles."""
    install_stock([GAMES["xghj"]])
    players = walking.furnish(cast.alice, cast.olga)
    Bot.objects.filter(pk=players[0].pk).update(team=cast.team)
    countries = [create_bot(bot.owner, "xghj", f"x{n}") for n, bot in enumerate(players[:3])]
    for bot in countries:
        add_version(bot)
        bot.refresh_from_db()
    events.make(cast.olga, [*players[:4], *countries], players[4] if every_event else None)
    own, other = bots.make(cast.alice, cast.olga, cast.team)
    bots.make_tests(cast.alice, own)
    bots.make_matches(cast.alice, cast.olga, own, other)
    records.make(cast.alice, cast.olga, [own, other, *players])
    people = [None, cast.charlie, cast.alice, cast.bob, cast.olga, *events.give_roles()]
    return dict(zip(ROLES, people, strict=True))
