"""Players on the Python kit that try everything, and their games message by message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

from games.engine import Seat
from games.lost_in_space.game import sample
from games.lost_in_space.orders import choices
from games.lost_in_space.tests.seated import Table, check

CALLS = ("move", "attack", "interact", "view_box", "put_trap", "use_tool", "detect", "end_turn")


class Mixed:
    """Plays sample actions, some of them twice, and now and then what the kit's own AI does."""

    def __init__(self, kit: dict[str, ModuleType], seed: int) -> None:
        self.random = Random(seed)
        self.sensible = kit["AI_client"].AI

    def __call__(self, table: Table, seat: Seat, client: Any) -> None:
        draw = self.random.random
        while not client.turn_over and draw() < 0.8:
            if draw() < 0.5 and not client.major_used:
                self.act_like_the_sample_ai(client)
            else:
                options = choices(table.engine.world, table.engine.world.players[seat])
                message = sample(options, self.random.randrange)
                if message["type"] == "finish":
                    client.end_turn()
                    return
                for _ in range(1 + (draw() < 0.1)):
                    order(client, *message["action"])
            check(table, seat)

    def act_like_the_sample_ai(self, client: Any) -> None:
        for name in ("goals", "strike_near", "walk"):
            setattr(client, name, getattr(self.sensible, name).__get__(client))
        self.sensible.play(client)


def order(client: Any, name: str, *rest: Any) -> Any:
    """The call of the kit for an action of the wire."""
    if name == "interact" and rest[0] in ("Box", "Materials"):
        return client.view_box(*rest)
    call = {"tool": client.use_tool, "trap": client.put_trap}.get(name)
    return (call or getattr(client, name))(*rest)


@dataclass
class Recorded:
    """A seat of a game: the bytes to its bot and from it, and the calls that the bot made.

    ``calls`` has a line for each call, and ``return`` at the end of each turn.
    """

    told: bytes
    said: bytes
    calls: str


class _Tape(bytearray):
    """Bytes to a client, which takes them away, with a copy of all of them."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.all = data

    def __iadd__(self, data: Any) -> Any:  # type: ignore[misc]
        self.all += bytes(data)
        return super().__iadd__(data)


class Recorder(Mixed):
    """The same, with a list of its calls, and a call of nonsense in every third turn."""

    def __init__(self, kit: dict[str, ModuleType], seed: int) -> None:
        super().__init__(kit, seed)
        self.calls: list[str] = []
        self.playing = False
        """The client itself ends the turn after this."""

    def __call__(self, table: Table, seat: Seat, client: Any) -> None:
        if not self.calls:
            for name in CALLS:
                setattr(client, name, self._recording(name, getattr(client, name)))
        self.playing = True
        if self.random.random() < 0.3:
            order(client, *self.random.choice(NONSENSE))
        super().__call__(table, seat, client)
        self.playing = False
        self.calls.append("return")

    def _recording(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def recorded(*words: Any) -> Any:
            flat = [each for word in words for each in (word if isinstance(word, list) else [word])]
            if self.playing:
                self.calls.append(" ".join([name, *(str(_plain(word)) for word in flat)]))
            return call(*words)

        return recorded


NONSENSE: tuple[tuple[Any, ...], ...] = (
    *(("move", [-1, -1, -1]), ("move", [2, 3, 0]), ("attack", [0, 0, 1], 7)),
    *(("interact", "Console", True), ("interact", "EscapeCapsule", False), ("trap", "Kit")),
    *(("tool", "Sticky"), ("tool", "Transport", [9, 9, 9]), ("detect", [0, 2, 0])),
    *(("interact", "Materials", "Key"), ("interact", "Materials", "Landmine")),
)
"""Calls for what is no action of the game, or almost never possible."""


def _plain(word: Any) -> Any:
    return int(word) if isinstance(word, bool) else word


def record(kit: dict[str, ModuleType], seed: int) -> tuple[list[Recorded], Counter[str]]:
    """A game of four such players, and what happened in it."""
    players = [Recorder(kit, 4 * seed + seat) for seat in range(4)]
    table = Table(kit, players, check)
    tapes, said = [], [bytearray() for _ in players]
    for link, data in zip(table.links, said, strict=True):
        tape = _Tape(bytes(link.told))
        link.told = tape
        link.said = _both(data, link.said)
        tapes.append(tape)
    table.play()
    found = [
        Recorded(tape.all, bytes(data), "\n".join([*player.calls, ""]))
        for tape, data, player in zip(tapes, said, players, strict=True)
    ]
    return found, table.counted


def _both(data: bytearray, take: Callable[[bytes], None]) -> Callable[[bytes], None]:
    def taken(message: bytes) -> None:
        data.extend(message)
        take(message)

    return taken
