"""The official replay file of a half: one JSON object that viewers of other sites can play.

It holds the ops and what they did, never the board.  See "Replay files" in ``RULES.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial

from games.engine import JSON, EndState, Outcome
from games.package import Export
from games.replay import ReplayReader
from games.snake.board import NONE
from games.snake.items import ItemType
from games.snake.match import halves_of
from games.snake.rules import Op
from games.snake.wire import end_of, winner_of

BASIC_MOVE, BASIC_RAY, BASIC_SPLIT = 1, 2, 3
"""The name of each operation in the official layout."""

END_NAMES = {
    EndState.OK: "NORMAL",
    EndState.ILLEGAL: "ILLEGAL_ACTION",
    EndState.MALFORMED: "INVALID_FORMAT",
}
"""The name of an end; every other fault is ``PLAYER_ERROR``."""


class HalfWriter:
    """Follows the frames of one half and keeps what the official layout asks for."""

    def __init__(self, first: JSON) -> None:
        """``first`` is the half's first frame, with its setup, scene and key."""
        self._setup = first["setup"]
        self._scene = first["scene"]
        self._banks = {snake["id"]: snake["bank"] for snake in first["key"]["snakes"]}
        self._rounds: list[JSON] = []
        self._turns: list[list[JSON]] = []
        self._end: JSON = None
        self._begin_round({"gone": [], "eaten": list(self._eaten_at_once(first["key"]))})

    def _eaten_at_once(self, key: JSON) -> Iterable[JSON]:
        """Items of round 1 that appeared on a snake: no event tells of them, the state does."""
        owners = {tuple(cell): snake for snake in key["snakes"] for cell in snake["body"]}
        for number, (x, y, time, *_) in enumerate(self._scene["items"]):
            if time == 1 and (x, y) in owners:
                snake = owners[x, y]
                yield [number, snake["id"], snake["bank"]]

    def add(self, frame: JSON) -> None:
        """Take the half's next frame."""
        events = frame.get("events", [])
        if events and events[0]["e"] == "op":
            player = events[0]["player"]
            self._turns[player - 2].append(self._operation(events))
        for event in events:
            if event["e"] == "round":
                self._begin_round(event)
        if "outcome" in frame:
            self._end = _end_info(Outcome.from_json(frame["outcome"]))

    def _begin_round(self, event: JSON) -> None:
        lengths = []
        for number, snake, bank in event["eaten"]:
            if self._scene["items"][number][3] == ItemType.LENGTH:
                self._banks[snake] = bank
                lengths.append({"snake": snake, "el": bank})
        self._rounds.append(
            {
                "gotten_item": [{"item": item, "snake": s} for item, s, _ in event["eaten"]],
                "expired_item": [{"item": item, "snake": NONE} for item in event["gone"]],
                "invalid_item": [],
                "extra_length": lengths,
            }
        )
        self._turns += [[], []]

    def _operation(self, events: list[JSON]) -> JSON:
        """One op from the events of its step; the first of them is the op itself."""
        op, actor = Op(events[0]["op"]), events[0]["snake"]
        entry = _blank(op, actor)
        for event in events[1:]:
            match event["e"]:
                case "move":
                    entry["got_item"] = event["item"]
                    self._banks[actor] = event["bank"]
                case "die":
                    entry["dead_snake"].append(event["snake"])
                case "solid":
                    entry["dead_snake"].append(actor)
                    entry["should_solid"] = True
                    entry["extra_solid_area"] = [{"x": x, "y": y} for x, y in event["cells"]]
                case "split":
                    entry["new_snake_id"] = event["new"]
                    self._banks |= {actor: 0, event["new"]: event["bank"]}
                case "ray":
                    entry["basic"]["item_id"] = event["item"]
        entry["extra_length"] = 0 if actor in entry["dead_snake"] else self._banks[actor]
        return entry

    def result(self) -> JSON:
        """The whole object; ValueError while the half has no end."""
        if self._end is None:
            raise ValueError("the replay of this half has no end, so it cannot be exported")
        return {
            "game_config": {
                "length": self._scene["height"],
                "width": self._scene["width"],
                "max_round": self._scene["rounds"],
                "random_seed": self._setup["seed"],
            },
            "item_list": [
                {"x": x, "y": y, "time": time, "type": kind, "param": param}
                for x, y, time, kind, param in self._scene["items"]
            ],
            "round_info": self._rounds,
            "operations": self._turns,
            "end_info": self._end,
        }


def _blank(op: Op, actor: int) -> JSON:
    """An operation that changed nothing yet; unused fields are -1."""
    kind = {Op.RAY: BASIC_RAY, Op.SPLIT: BASIC_SPLIT}.get(op, BASIC_MOVE)
    direction = op - 1 if kind == BASIC_MOVE else NONE
    return {
        "basic": {"type": kind, "snake": actor, "direction": direction, "item_id": NONE},
        "dead_snake": [],
        "should_solid": False,
        "extra_solid_area": [],
        "got_item": NONE,
        "extra_length": 0,
        "new_snake_id": NONE,
    }


def _end_info(outcome: Outcome) -> JSON:
    end = end_of(outcome)
    return {
        "type": END_NAMES.get(end, "PLAYER_ERROR"),
        "winner": winner_of(outcome),
        "score": [int(seat.score) for seat in outcome.seats],
        "err": None if end is EndState.OK else outcome.reason,
    }


def write_half(number: int, reader: ReplayReader) -> bytes:
    """The file of half ``number`` (0 or 1); ValueError where that half was not played."""
    if number >= len(reader.games):
        raise ValueError(f"half {number + 1} was not played, so it has no replay file")
    start, *later = reader.games[number:]
    frames = reader.read(start, later[0] if later else None)
    writer = HalfWriter(next(frames))
    for frame in frames:
        writer.add(frame)
    return json.dumps(writer.result(), separators=(",", ":")).encode()


def _half(number: int, name: str, title: str) -> Export:
    """The format of half ``number``; every match has the first."""
    return Export(
        name,
        f"{title} (snake.json)",
        "json",
        "application/json",
        partial(write_half, number),
        made_of=(lambda outcome: number < halves_of(outcome)) if number else None,
    )


EXPORTS = (_half(0, "first-half", "First half"), _half(1, "second-half", "Second half"))
