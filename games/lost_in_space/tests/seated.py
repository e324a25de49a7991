"""Clients of the Python kit at a table with the engine, in one process, message by message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any

from games.engine import JSON, Seat, SeatSetup, Setup, Wants
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.wire import LostInSpaceWire

NOWHERE = (-1, -1, -1)

Check = Callable[["Table", Seat], None]
Play = Callable[["Table", Seat, Any], None]


def setup(rounds: int = 100, seed: int = 1) -> Setup:
    seats = tuple(SeatSetup(index, f"n° {index}") for index in range(4))
    return Setup(seats, seed, "standard", {"rounds": rounds})


class Idle(Exception):
    """There is nothing more to read for now."""


class Link:
    """A client's connection."""

    def __init__(self, kit: dict[str, ModuleType], said: Callable[[bytes], None]) -> None:
        self.told = bytearray()
        self.said = said
        self._connection = kit["protocol"].Connection(self, self)

    def read(self, size: int | None = None) -> Any:
        if size is None:
            if not self.told:
                raise Idle
            return self._connection.read()
        data = bytes(self.told[:size])
        del self.told[:size]
        return data

    def send(self, message: JSON) -> None:
        self._connection.send(message)

    def write(self, data: bytes) -> None:
        self.said(data)

    def flush(self) -> None:
        pass


class Table:
    """A game of four clients, each of which plays as ``plays`` says; ``check`` runs for a seat
    whenever it has read all messages to it."""

    def __init__(self, kit: dict[str, ModuleType], plays: Sequence[Play], check: Check) -> None:
        self.kit = kit
        self.engine = LostInSpaceEngine(setup())
        self.check = check
        self.counted: Counter[str] = Counter()
        self.began_on = -1
        """The layer on which the turn in play began."""
        self.wires = [LostInSpaceWire(setup(), seat) for seat in range(4)]
        self.links = [Link(kit, self._taker(seat)) for seat in range(4)]
        self.clients = [
            _client(kit, self, seat, link, plays[seat]) for seat, link in enumerate(self.links)
        ]
        scene = self.engine.scene()
        for seat, wire in enumerate(self.wires):
            self.links[seat].told += wire.begin(scene, self.engine.view(seat))
        self._ask()

    def _taker(self, seat: Seat) -> Callable[[bytes], None]:
        def take(data: bytes) -> None:
            for action in self.wires[seat].feed(data):
                self.submit(seat, action)

        return take

    def submit(self, seat: Seat, action: JSON) -> None:
        assert list(self.engine.pending()) == [seat]
        for event in self.engine.submit({seat: action}):
            for told in event.to or ():
                self.links[told].told += self.wires[told].tell([event])
            self._count(event.data)
        self._ask()

    def _count(self, data: JSON) -> None:
        content = data.get("off", ())
        self.counted.update(word for word in content[:2] if isinstance(word, str))
        if "type" in data:
            self.counted[data["type"]] += 1
        if "say" in data and data["say"].get("success") is False:
            self.counted["refused"] += 1

    def _ask(self) -> None:
        for seat, ask in self.engine.pending().items():
            if ask.prompt is not None:
                self.began_on = self.engine.world.players[seat].pos[2]
            self.links[seat].told += self.wires[seat].ask(ask)

    def told_all(self) -> bool:
        """Not after the end, nor before the beginning of a turn for which the engine looks after
        its program first."""
        asks = self.engine.pending().values()
        return any(ask.wants is not Wants.NOTHING or ask.prompt is not None for ask in asks)

    def play(self) -> None:
        """To the end."""
        while asked := self.engine.pending():
            for seat in range(4):
                self.listen(seat)
            for seat, ask in asked.items():
                if ask.wants is Wants.NOTHING:
                    self.submit(seat, None)

    def listen(self, seat: Seat) -> None:
        """Let a client read all messages to it, and play its turn if they begin one."""
        with suppress(Idle):
            self.clients[seat].run()
        self.check(self, seat)


def _client(kit: dict[str, ModuleType], table: Table, seat: Seat, link: Link, play: Play) -> Any:
    class Seated(kit["client"].Client):  # type: ignore[misc]
        def play(self) -> None:
            for other in range(4):
                if other == seat:
                    table.check(table, seat)
                else:
                    table.listen(other)
            play(table, seat, self)

        def countdown(self) -> None:
            self.play()

    return Seated(link)


def known(table: Table, seat: Seat) -> JSON:
    """A client's knowledge, in the form of `games.lost_in_space.frames.view`.  It lacks the score,
    and the traps come in two lists."""
    client = table.clients[seat]
    know, zones = client.know, table.kit["station"].ZONES
    bag = know.me.tools
    placed = [("LandMine", bag.landmine_pos), ("Sticky", bag.sticky_pos)]
    return {
        "round": know.round,
        "turn": know.inturn,
        "major": know.major,
        "closed": sum(zone.closes < know.round for zone in zones),
        "players": [_player(client, player) for player in know.players],
        "boxes": [[list(pos), None] for pos in client.get_boxes()],
        "traps": sorted([list(pos), kind, know.id] for kind, where in placed for pos in where),
        "stock": None,
        "over": False,
    }


def _player(client: Any, player: Any) -> JSON:
    know = client.know
    of = {"status": int(player.status), "keys": player.keys, "hp": player.hp}
    if player is not know.me:
        pos = client.get_other_pos(player.id)
        return {**of, "pos": None if pos == NOWHERE else list(pos), "bag": None, "score": None}
    return {
        **of,
        "pos": list(player.pos),
        "bag": player.tools.counts(),
        "countdown": know.countdown,
        "coming": -1 if know.coming is None else know.coming,
        "rested": know.rested,
        "died": know.died,
    }


def seen(table: Table, seat: Seat) -> JSON:
    """The seat's view, without what nobody tells it."""
    view = table.engine.view(seat)
    view["traps"].sort()
    del view["players"][seat]["score"]
    return view


def check(table: Table, seat: Seat) -> None:
    """In its turn a client knows exactly what the seat may see; else all but what only the
    beginning of its next turn tells."""
    told, true = known(table, seat), seen(table, seat)
    own = true["players"][seat]
    if own["pos"] is None or not table.told_all():
        return
    table.counted[f"status {own['status']}"] += 1
    mine = table.engine.world.turn == seat and not table.engine.afterwards
    for number, (a, b) in enumerate(zip(told["players"], true["players"], strict=True)):
        if number == seat:
            continue
        unseen = own["pos"][2] != table.began_on and a["hp"] == -1
        if not mine or unseen:
            a["hp"] = b["hp"]
        if not mine:
            a["keys"], a["status"] = b["keys"], b["status"]
    client = table.clients[seat]
    if mine:
        assert client.turn_over == (own["status"] in (1, 3))
    else:
        assert client.turn_over
        told["major"] = true["major"]
    differ = {key: (told[key], true[key]) for key in true if told[key] != true[key]}
    assert not differ, f"seat {seat}: {differ}"
