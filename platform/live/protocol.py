"""What a viewer may say on a match's socket, parsed and bounded."""

from __future__ import annotations

import json
from dataclasses import dataclass

MAX_MESSAGE = 1024
"""Characters of one message from a viewer."""
MAX_FRAME = 10**9


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


def parse(text: str | None) -> Request:
    """Parse one message; `BadMessage` where it is none of the three."""
    if text is None:
        raise BadMessage("send text, not binary data")
    if len(text) > MAX_MESSAGE:
        raise BadMessage(f"a message has at most {MAX_MESSAGE} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("not JSON") from None
    if not isinstance(message, dict):
        raise BadMessage("not a JSON object")
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


def _number(message: dict[str, object], key: str) -> int:
    value = message.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_FRAME:
        raise BadMessage(f"“{key}” is a frame number from 0 on")
    return value
