"""Messages of a logic to the judger, checked and typed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from games.engine import JSON
from sandbox.foreign.wire.effects import End
from sandbox.foreign.wire.packets import MAX_PACKET

MAX_TIME_S = 7 * 86400
"""The longest period of the clock; what a logic sets above counts as this."""

_LARGEST = 1 << 63
"""Points are smaller: sums of them are finite, and whole ones have 64 bits."""

MAX_STATE = (1 << 31) - 1
"""States are turns of a replay and of the page of a match."""

END_STATE = -1
"""The state of the message that ends a match."""


class BadPacket(ValueError):
    """The logic's message cannot be read at all: the match cannot go on."""


class BadMessage(ValueError):
    """The message breaks a rule that only concerns itself: it is logged and ignored."""


@dataclass(frozen=True, slots=True)
class NewLimits:
    """``time`` in seconds for a period of the clock, ``length`` in bytes; None: as before."""

    time: float | None
    length: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """State ``state`` > 0: listen to these seats, and deliver ``contents`` in order."""

    state: int
    listen: tuple[int, ...]
    contents: tuple[tuple[int, bytes], ...]


@dataclass(frozen=True, slots=True)
class WatchText:
    text: str


@dataclass(frozen=True, slots=True)
class EndStateRequest:
    pass


@dataclass(frozen=True, slots=True)
class Finish:
    """The end.  ``ends`` are the logic's own end states, None where it gives none."""

    scores: Mapping[int, float]
    ends: tuple[End, ...] | None
    refused: str = ""
    """Why ``end_state``, which was given, cannot be taken."""


Message = NewLimits | Turn | WatchText | EndStateRequest | Finish


def parse(body: bytes, seats: int) -> list[Message]:
    """The messages in one packet for the judger, in a match of ``seats`` seats.

    It is one, unless a logic put a text for watchers into a message with a state.
    """
    try:
        return _parse(body, seats)
    except RecursionError as error:  # of what is read, or is written as text again
        raise BadPacket("a packet for the judger is nested too deep") from error


def _parse(body: bytes, seats: int) -> list[Message]:
    if not body:
        raise BadMessage("a packet without a body")
    try:
        text = body.decode(errors="replace")
        data = json.loads(text)
        if isinstance(data, dict) and "end_info" in data:
            data = json.loads(text, object_pairs_hook=_once)
    except ValueError as error:
        raise BadPacket(f"a packet for the judger is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise BadPacket("a packet for the judger is not a JSON object")
    watch: list[Message] = [WatchText(_text(data["watch"]))] if "watch" in data else []
    if "state" in data or not (watch or "action" in data):
        return [*watch, _stated(data, seats)]
    if "action" not in data:
        return watch
    if data["action"] != "request_end_state":
        raise BadMessage(f"unknown action {str(data['action'])[:50]!r}")
    return [*watch, EndStateRequest()]


def _stated(data: dict[str, JSON], seats: int) -> Message:
    state: JSON = data.get("state")
    if type(state) is not int:
        raise BadMessage("neither a whole number as state, nor watch, nor action")
    if state == END_STATE:
        return _finish(data, seats)
    if state == 0:
        return _limits(data)
    if state > MAX_STATE:
        raise BadPacket(f"state must be at most {MAX_STATE}, and is {str(state)[:25]}")
    if state < END_STATE:
        raise BadMessage(f"there is no state {state}")
    return _turn(state, data)


def to_bytes(text: str) -> bytes:
    """UTF-8; half of a surrogate pair, which has no bytes, becomes a question mark."""
    return text.encode(errors="replace")


def _text(value: JSON) -> str:
    """A string as it is; anything else as the JSON that the logic might have meant."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return to_bytes(text).decode()


def _limits(data: dict[str, JSON]) -> NewLimits:
    time, length = data.get("time"), data.get("length")
    if time is not None and not (_is_number(time) and time > 0):
        raise BadMessage(f"time must be a number of seconds above 0, not {str(time)[:50]}")
    if length is not None and not (type(length) is int and length >= 0):
        raise BadMessage(f"length must be a number of bytes, not {str(length)[:50]}")
    time = None if time is None else min(time, MAX_TIME_S)
    return NewLimits(time, None if length is None else min(length, MAX_PACKET))


def _turn(state: int, data: dict[str, JSON]) -> Turn:
    listen, players, contents = (_list(data, name) for name in ("listen", "player", "content"))
    if len(players) != len(contents):
        raise BadMessage(f"{len(players)} players, but {len(contents)} contents")
    if not all(type(seat) is int for seat in (*listen, *players)):
        raise BadMessage("listen and player hold numbers of seats")
    pairs = zip(players, contents, strict=True)
    return Turn(state, tuple(listen), tuple((seat, to_bytes(_text(c))) for seat, c in pairs))


def _list(data: dict[str, JSON], name: str) -> list[JSON]:
    """An array; a library of a logic's may write an empty one as null, or leave it out."""
    value = data.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadMessage(f"{name} must be a list")
    return value


def _finish(data: dict[str, JSON], seats: int) -> Finish:
    info = _decoded(data.get("end_info"), "end_info")
    if not isinstance(info, dict):
        raise BadPacket("end_info must be an object of scores by seat, or a string with one")
    scores: dict[int, float] = {}
    for key, score in info.items():
        if not (key.isascii() and key.isdigit() and len(key) < 10 and int(key) < seats):
            raise BadPacket(f"end_info names a seat {key[:50]!r}; there are 0 to {seats - 1}")
        if int(key) in scores:
            raise BadPacket(f"end_info names seat {int(key)} twice")
        scores[int(key)] = _score(score, key)
    scores = dict(sorted(scores.items()))
    if data.get("end_state") is None:
        return Finish(scores, None)
    try:
        return Finish(scores, _ends(data["end_state"], seats))
    except ValueError as error:
        return Finish(scores, None, str(error)[:200])


def _score(value: JSON, seat: str) -> float:
    """A number; also who has won as true or false, and a text that holds a number."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        with suppress(ValueError, RecursionError):
            value = json.loads(value)
    if not _is_number(value):
        raise BadPacket(f"end_info: the score of seat {seat} is not a number")
    if abs(value) >= _LARGEST:
        raise BadPacket(f"end_info: the score of seat {seat} is not below 2^63")
    return cast(float, value)


def _ends(value: JSON, seats: int) -> tuple[End, ...]:
    names = _decoded(value, "end_state")
    if not isinstance(names, list) or len(names) != seats:
        raise BadMessage(f"end_state must be a list of {seats} end states, or a string with one")
    return tuple(End(str(name)) for name in names)


def _decoded(value: JSON, name: str) -> JSON:
    """A value that comes as JSON or, by an older custom, as a string with JSON."""
    if not isinstance(value, str):
        return value
    try:
        return cast(JSON, json.loads(value, object_pairs_hook=_once))
    except (ValueError, RecursionError) as error:
        raise BadPacket(f"{name} is a string that holds no JSON: {error}") from error


def _once(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    """An object of JSON in which points are.  ValueError where it has a name twice."""
    found: dict[str, JSON] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"an object has the name {name[:50]!r} twice")
        found[name] = value
    return found


def _is_number(value: JSON) -> bool:
    return (type(value) is int and abs(value) < _LARGEST) or (
        type(value) is float and math.isfinite(value)
    )
