"""Messages that a confused program might send, as bytes with their lengths."""

from __future__ import annotations

import copy
import json
import struct
from random import Random
from typing import Any

from games.engine import JSON
from games.lost_in_space.game import sample
from games.lost_in_space.orders import choices
from games.lost_in_space.state import NEIGHBOURS, World
from games.lost_in_space.wire import LONGEST
from games.tests.junk import JUNK

PLACES = [list(pos) for pos in NEIGHBOURS]
WORDS = [
    *("move", "attack", "interact", "trap", "tool", "detect", "finish", "action", "Kit", "Sticky"),
    *("LandMine", "Landmine", "Transport", "Materials", "Box", "KeyMachine", "EscapeCapsule"),
    *("Console", "Spine", "", "\0", "é", "失落深空"),
]


def framed(body: bytes) -> bytes:
    return struct.pack(">i", len(body)) + body


def text(random: Random, world: World, seat: int) -> bytes:
    """The body of one message, of legal length: anything from noise to what is almost right."""
    kind = random.randrange(6)
    if kind == 0:
        return random.randbytes(random.randrange(60))
    if kind == 1:
        value: Any = random.choice(JUNK)
    elif kind == 2:
        words = [_word(random) for _ in range(random.randrange(5))]
        value = {"type": random.choice(["action", "action", "finish", "x"]), "action": words}
    elif kind == 3:
        value = {"type": "finish", "state": random.choice([world.round, 0, -1, "1", None, 10**40])}
    else:
        value = sample(choices(world, world.players[seat]), random.randrange)
    body = json.dumps(value, ensure_ascii=random.random() < 0.5).encode(errors="replace")
    if kind == 4 and body:
        at = random.randrange(len(body))
        body = body[:at] + random.randbytes(1) + body[at + random.randrange(3) :]
    return body[:LONGEST]


def _word(random: Random) -> Any:
    return random.choice(
        [
            random.choice(WORDS),
            random.choice(WORDS),
            random.choice(PLACES),
            random.choice(JUNK),
            random.randrange(-1, 5),
            [random.randrange(-1, 8) for _ in range(3)],
        ]
    )


def spoiled(message: JSON, random: Random) -> JSON:
    """The same with something in it taken out, or replaced by what does not belong there."""
    message = copy.deepcopy(message)
    inside: JSON = message
    while isinstance(inside, dict | list) and inside:
        keys = sorted(inside) if isinstance(inside, dict) else range(len(inside))
        key = random.choice(list(keys))
        deeper = isinstance(inside[key], dict | list) and random.random() < 0.7
        if deeper:
            inside = inside[key]
        elif random.random() < 0.3:
            del inside[key]
            break
        else:
            inside[key] = random.choice(JUNK)
            break
    return message
