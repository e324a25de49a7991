"""Messages of viewers and players on a match's sockets, parsed and bounded."""

from __future__ import annotations

import json
from dataclasses import dataclass

MAX_MESSAGE = 1024
"""Characters of one message from a viewer."""
MAX_FRAME = 10**9


MAX_ACTION = 64 * 1024
"""Characters of one message from somebody who plays, and bytes of it in UTF-8."""
MAX_ASK = 2**53


class BadMessage(ValueError):
    """The message cannot be used; the text says why."""


@dataclass(frozen=True)
class Read:
    """Send the frames ``start <= n < stop``."""

    start: int
    stop: int


@dataclass(frozen=True)
class Follow:
    """Send every frame from ``start`` on as it comes, then the end."""

    start: int


@dataclass(frozen=True)
class Unfollow:
    """Send nothing more unasked."""


Request = Read | Follow | Unfollow


@dataclass(frozen=True)
class Act:
    """Play an action, of which ``text`` is the JSON in one line of ASCII."""

    ask: int
    text: str


@dataclass(frozen=True)
class Leave:
    """Leave the match for good."""


@dataclass(frozen=True)
class Ready:
    """The page shows the board: the match may begin."""


def parse(text: str | None) -> Request:
    """Parse one message of a viewer; `BadMessage` where it is none of the three."""
    message = _object(text, MAX_MESSAGE)
    match message.get("type"):
        case "read":
            start, stop = _number(message, "from"), _number(message, "to")
            if stop < start:
                raise BadMessage("“to” lies before “from”")
            return Read(start, stop)
        case "follow":
            return Follow(_number(message, "from"))
        case "unfollow":
            return Unfollow()
    raise BadMessage("“type” is one of read, follow, unfollow")


def parse_player(text: str | None) -> Act | Leave | Ready:
    """Parse one message of a person who plays; `BadMessage` where it is none of the three."""
    message = _object(text, MAX_ACTION)
    match message.get("type"):
        case "leave":
            return Leave()
        case "ready":
            return Ready()
        case "action":
            ask = message.get("ask")
            if isinstance(ask, bool) or not isinstance(ask, int) or not 0 < ask < MAX_ASK:
                raise BadMessage("“ask” is the number of the question")
            if "action" not in message:
                raise BadMessage("“action” is missing")
            try:
                return Act(ask, json.dumps(message["action"]))
            except RecursionError:
                raise BadMessage("the action is nested too deeply") from None
    raise BadMessage("“type” is one of action, leave, ready")


def _object(text: str | None, most: int) -> dict[str, object]:
    if text is None:
        raise BadMessage("send text, not binary data")
    if len(text) > most or len(text.encode(errors="replace")) > most:
        raise BadMessage(f"a message has at most {most} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("not JSON") from None
    if not isinstance(message, dict):
        raise BadMessage("not a JSON object")
    return message


def _number(message: dict[str, object], key: str) -> int:
    value = message.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_FRAME:
        raise BadMessage(f"“{key}” is a frame number from 0 on")
    return value
