"""Invalid input that every game must survive: values that are no actions, and random bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random

from games.engine import JSON, Action, Fault

JUNK: tuple[JSON, ...] = (
    *(None, True, False, -1, 0, 1, 7, 10**30, -(10**30), 0.5, float("nan"), float("inf"), 1e300),
    *("", "1", "junk", "\0", "\ud800", "x" * 10_000),
    *([], [1], [[]], [None], [1, 2, 3], ["a", {}], [0] * 1000, {}, {"type": None}, {"x": 1}),
    *({"type": "move"}, {"type": [], "x": {}, "y": "1"}, {"": ""}, [{"a": [{}]}] * 3),
)
"""JSON values that are no actions in most games."""


def mutations(action: Action | Fault) -> Iterator[JSON]:
    """Actions that look almost right: a real one with one part replaced or missing."""
    if isinstance(action, dict):
        for key in action:
            yield {k: v for k, v in action.items() if k != key}
            yield from ({**action, key: junk} for junk in JUNK)
    elif isinstance(action, list):
        for at in range(min(4, len(action))):
            yield from ([*action[:at], junk, *action[at + 1 :]] for junk in JUNK)
            yield from ([*action[:at], inner, *action[at + 1 :]] for inner in mutations(action[at]))
        yield action + action


def junk_bytes(random: Random) -> bytes:
    """Bytes that a faulty program might write: frames, lines and noise in any order."""
    pieces: Sequence[Callable[[], bytes]] = (
        lambda: random.randbytes(random.randrange(1, 30)),
        lambda: b"\0\0\0\1" + bytes([random.randrange(1, 7)]),
        lambda: random.randrange(200).to_bytes(4, "big") + random.randbytes(random.randrange(9)),
        lambda: random.choice((b"\n", b"\r\n", b"1\n", b"null\n", b"[]\n", b'{"a":1}\n', b"NaN\n")),
        lambda: json.dumps(random.choice(JUNK)).encode() + b"\n",
        lambda: b"[" * 50_000 + b"\n",
    )
    weights = (2, 8, 2, 6, 6, 1)
    chosen = random.choices(pieces, weights, k=random.randrange(1, 12))
    return b"".join(piece() for piece in chosen)
