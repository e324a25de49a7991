"""Worlds made by hand, and the news of actions in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine import Event, SeatSetup, Setup
from games.lost_in_space import rules
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.news import News
from games.lost_in_space.orders import parse
from games.lost_in_space.state import NEIGHBOURS, Player, Pos, World

SETUP = Setup(tuple(SeatSetup(n, f"bot {n}") for n in range(4)), 1, "standard")
FINISH = {"type": "finish"}
LAYERS = [[node for node in NEIGHBOURS if node[2] == z] for z in range(3)]
"""The places of each layer."""


def action(*words: Any) -> dict[str, Any]:
    return {"type": "action", "action": list(words)}


def engine(**params: Any) -> LostInSpaceEngine:
    setup = Setup(SETUP.seats, 1, "standard", params)
    return LostInSpaceEngine(setup)


def put(world: World, number: int, pos: Pos, **fields: Any) -> Player:
    """Put a player somewhere, with other fields than at the start; a bag may name a few items."""
    player = world.players[number]
    player.pos = pos
    for name, value in fields.items():
        if name == "bag":
            player.bag.update(value)
        else:
            setattr(player, name, value)
    return player


@dataclass(frozen=True)
class Told:
    """News with their receivers; ``after`` is whether the turn goes on."""

    events: list[Event]
    after: rules.After

    def to(self, seat: int) -> list[Any]:
        return [event.data for event in self.events if event.to and seat in event.to]

    def off(self, seat: int) -> list[Any]:
        """The contents of news from outside of the own turn."""
        return [data["off"] for data in self.to(seat) if "off" in data]

    @property
    def record(self) -> list[Any]:
        return [event.data for event in self.events if event.to == ()]


def act(world: World, *words: Any) -> Told:
    """The player in turn does something; `Refused` where he may not."""
    news = News(world)
    after = rules.act(world, news, parse(action(*words)))
    return Told(news.events, after)
