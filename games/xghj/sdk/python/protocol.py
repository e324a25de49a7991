"""The lines between a bot and the referee: one JSON object on each."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, fields
from typing import Any, BinaryIO

from definition import (
    NEUTRAL_PLAYER_ID,
    UNKNOWN_PLAYER_ID,
    BaseMap,
    Constants,
    DiplomaticCommand,
    DiplomaticStatus,
    Info,
    MapPointInfo,
    Mark,
    PlayerInfo,
    Point,
    Position,
)
from pipe import read_line

STATUS = "UNAW"
STANCES = "KAJB"
MOST_BOMBS = 2500
"""The largest number of bombs in one answer."""
_USUAL = {
    DiplomaticStatus.ALLIED: DiplomaticCommand.FORM_ALLIANCE,
    DiplomaticStatus.AT_WAR: DiplomaticCommand.JUSTIFY_WAR,
}


class ProtocolError(Exception):
    """The referee sent something that this kit does not know."""


@dataclass(frozen=True)
class Bid:
    """The referee asks for a bid; you have ``money``."""

    money: int


@dataclass(frozen=True)
class Spawn:
    """The referee asks for a place; others have named ``chosen`` before you, in this order."""

    chosen: list[Position]


@dataclass(frozen=True)
class End:
    """The end of the game; ``ranks`` are by player."""

    rank: int
    ranks: tuple[int, ...]
    words: str


class Referee:
    """The referee's lines as values.

    Reading blocks.  EOFError after the referee has closed the connection.
    """

    def __init__(self, source: BinaryIO, sink: BinaryIO):
        self._source = source
        self._sink = sink
        start = self._read("start")
        self.player: int = start["player"]
        self.map = base_map(start)

    def read(self) -> Bid | Spawn | Info | End:
        data = self._read("ask", "end")
        try:
            if data["type"] == "end":
                return End(data["rank"], tuple(data["ranks"]), data["words"])
            if data["phase"] == "bid":
                return Bid(data["money"])
            if data["phase"] == "spawn":
                return Spawn([Position(x, y) for x, y in data["chosen"]])
            return info_of(data, self.player, self.map)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise ProtocolError(f"cannot read {str(data)[:200]}: {error!r}") from None

    def bid(self, money: int, limit: int) -> None:
        self._send({"bid": min(max(int(money), 0), limit)})

    def spawn(self, place: Position | tuple[int, int]) -> None:
        self._send({"spawn": self._inside(place) or [-1, -1]})

    def answer(self, info: Info) -> None:
        """Send the answer in ``info``, without the bombs that the rules would skip in any case."""
        stances = [STANCES[command] for command in info.diplomatic_commands]
        stances[info.id] = "-"
        bombs = [
            [*at, int(size)]
            for place, size in info.military_commands
            if size >= 1 and (at := self._inside(place))
        ]
        if len(bombs) > MOST_BOMBS:
            print(f"more than {MOST_BOMBS} bombs: the rest is left out", file=sys.stderr)
        answer: dict[str, Any] = {"stances": "".join(stances), "bombs": bombs[:MOST_BOMBS]}
        if info.new_capital is not None:
            answer["capital"] = self._inside(info.new_capital) or [-1, -1]
        self._send(answer)

    def _inside(self, place: Position | tuple[int, int]) -> list[int] | None:
        at = Position(int(place[0]), int(place[1]))
        return list(at) if self.map.inside(at) else None

    def _read(self, *kinds: str) -> dict[str, Any]:
        line = read_line(self._source)
        try:
            data: dict[str, Any] = json.loads(line)
            if data["type"] in kinds:
                return data
        except (KeyError, TypeError, ValueError):
            pass
        raise ProtocolError(f"expected {' or '.join(kinds)}, got {line[:200]!r}")

    def _send(self, answer: dict[str, Any]) -> None:
        self._sink.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
        self._sink.flush()


def base_map(start: dict[str, Any]) -> BaseMap:
    scene = start["scene"]
    rows, cols = scene["rows"], scene["cols"]
    known = {each.name for each in fields(Constants)}
    boards = {
        name: [scene[name][x::cols][:rows] for x in range(cols)]
        for name in ("resource", "attack", "defence")
    }
    return BaseMap(
        rows=rows,
        cols=cols,
        **boards,
        military_kernel=[[weight / 10000 for weight in row] for row in scene["kernel"]],
        constants=Constants(**{k: v for k, v in scene["constants"].items() if k in known}),
        title=scene.get("title", ""),
        names=tuple(start["names"]),
        points=tuple(
            Point(point["name"], Position(point["x"], point["y"]), tuple(point["tags"]))
            for point in scene.get("points", ())
        ),
        words=tuple(scene.get("words", ())),
    )


def info_of(data: dict[str, Any], player: int, board: BaseMap) -> Info:
    players = [_player(nation, board) for nation in data["players"]]
    sieged = set(data["sieged"])
    cols, owner = board.cols, data["owner"]
    points = [
        [_point(owner[place], place in sieged) for place in range(x, len(owner), cols)]
        for x in range(cols)
    ]
    return Info(
        id=player,
        player_size=len(players),
        rows=board.rows,
        cols=cols,
        round=data["round"],
        map=board,
        player_info=players,
        map_point_info=points,
        backstab_used=data["backstab_used"],
        marks=[
            Mark(_position(mark["place"], board), mark["kind"], mark["text"], mark["player"])
            for mark in data.get("marks", ())
        ],
        diplomatic_commands=[
            _USUAL.get(one.dip_status, DiplomaticCommand.KEEP_NEUTRAL) for one in players
        ],
        new_capital=players[player].capital,
    )


def _point(letter: str, sieged: bool) -> MapPointInfo:
    if letter == "?":
        return MapPointInfo(False, UNKNOWN_PLAYER_ID, False)
    return MapPointInfo(True, NEUTRAL_PLAYER_ID if letter == "." else int(letter), sieged)


def _position(place: int, board: BaseMap) -> Position:
    y, x = divmod(place, board.cols)
    return Position(x, y)


def _status(letter: str) -> DiplomaticStatus:
    """A relation; the dash of a country to itself becomes ``UNDISCOVERED``."""
    return DiplomaticStatus(max(STATUS.find(letter), 0))


def _player(nation: dict[str, Any], board: BaseMap) -> PlayerInfo:
    capital, wars, relation = nation["capital"], nation["wars"], nation["relation"]
    return PlayerInfo(
        dip_status=_status(nation["status"]),
        is_visible=nation["visible"],
        is_union=nation["union"],
        map_area=nation["area"],
        war_list=None if wars is None else tuple(wars),
        saving=nation["saving"],
        income=nation["income"],
        capital=None if capital is None else _position(capital, board),
        relations=None if relation is None else tuple(map(_status, relation)),
    )
