"""The lines between a bot and the referee: one JSON value on each."""

from __future__ import annotations

import json
from typing import Any, BinaryIO, NamedTuple

import pipe

LETTERS = "UDLR"
"""The directions on the wire: a row up, a row down, a column left, a column right."""


class ProtocolError(Exception):
    """The referee sent something that this kit does not know."""


class Diff(NamedTuple):
    """A tile of your team's view as it is now; if it left the view, all but its place are 0."""

    x: int
    y: int
    owner: int
    kind: int
    units: int


class Order(NamedTuple):
    """A move from row ``x``, column ``y``; ``half`` moves the larger half, not all but one."""

    x: int
    y: int
    letter: str
    half: bool = False


class PlayerRank(NamedTuple):
    """A player on the leaderboard; a beaten player has neither land nor units."""

    player: int
    beaten: bool
    land: int
    units: int


class TeamRank(NamedTuple):
    """A team on the leaderboard."""

    team: int
    land: int
    units: int
    players: tuple[PlayerRank, ...]


class Modifiers(NamedTuple):
    """Special rules.  ``misty_veil`` is the distance of the view, None without that rule."""

    leapfrog: bool = False
    city_state: bool = False
    misty_veil: int | None = None
    crystal_clear: bool = False
    silent_war: bool = False


class Start(NamedTuple):
    """The first line to a bot.  ``teams[i]`` and ``names[i]`` belong to player ``i + 1``.

    ``echo`` is the fog echo, and ``owners``, ``kinds`` and ``units`` are the view of your team.
    Each has one element per tile, row by row.  Outside the view, the last three are 0.
    """

    player: int
    players: int
    teams: tuple[int, ...]
    names: tuple[str, ...]
    width: int
    height: int
    halfturns: int
    modifiers: Modifiers
    echo: bytes
    owners: bytes
    kinds: bytes
    units: list[int]


class Turn(NamedTuple):
    """The changes of the half-turn before ``half``; your answer is for ``half``.

    ``queue`` is the number of your orders that wait.  ``dropped`` is your order that was illegal
    in the half-turn before, with the reason; it has cleared your queue.
    """

    half: int
    diffs: list[Diff]
    ranking: tuple[TeamRank, ...]
    messages: tuple[str, ...]
    beaten: tuple[int, ...]
    queue: int
    dropped: Order | None
    reason: str


class End(NamedTuple):
    """The end of the game: ``ranks[i]`` is the rank of player ``i + 1``, ``winner`` a team or 0."""

    rank: int
    ranks: tuple[int, ...]
    winner: int
    words: str


_VALUES = bytes(
    int(chr(code), 17) if chr(code) in "0123456789abcdefg" else 255 for code in range(256)
)


def digits(text: str) -> bytes:
    """One number per character: 0 to 9, then a to g for 10 to 16."""
    return text.encode().translate(_VALUES)


def read_line(line: bytes) -> Start | Turn | End:
    """Parse a line of the referee.  ProtocolError if this kit does not know it."""
    try:
        data = json.loads(line)
        return _READERS[data["type"]](data)
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"cannot read {line[:200]!r}: {error!r}") from None


def _start(data: dict[str, Any]) -> Start:
    same = ("player", "players", "width", "height", "halfturns", "units")
    return Start(
        teams=tuple(data["teams"]),
        names=tuple(data["names"]),
        modifiers=Modifiers(**data["modifiers"]),
        **{name: digits(data[name]) for name in ("echo", "owners", "kinds")},
        **{name: data[name] for name in same},
    )


def _turn(data: dict[str, Any]) -> Turn:
    dropped, reason = None, ""
    if data["dropped"] is not None:
        dropped, reason = Order(*data["dropped"]["order"][1:]), data["dropped"]["reason"]
    return Turn(
        half=data["half"],
        diffs=[Diff(*diff) for diff in data["diffs"]],
        ranking=tuple(
            TeamRank(team, land, units, tuple(PlayerRank(p, bool(b), *rest) for p, b, *rest in who))
            for team, land, units, who in data["ranking"]
        ),
        messages=tuple(data["messages"]),
        beaten=tuple(data["beaten"]),
        queue=data["queue"],
        dropped=dropped,
        reason=reason,
    )


def _end(data: dict[str, Any]) -> End:
    return End(data["rank"], tuple(data["ranks"]), data["winner"], data["words"])


_READERS = {"start": _start, "turn": _turn, "end": _end}


class Connection:
    """A bot's connection to the referee.  Reading blocks; EOFError after the referee has ended."""

    def __init__(self, source: BinaryIO, sink: BinaryIO):
        self._source = source
        self._sink = sink

    def read(self) -> Start | Turn | End:
        return read_line(pipe.read_line(self._source))

    def send(self, operations: list[list[Any]]) -> None:
        self._sink.write(json.dumps(operations, separators=(",", ":")).encode() + b"\n")
        self._sink.flush()
