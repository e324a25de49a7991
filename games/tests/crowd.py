"""The toy with many seats and with teams, as a game that the site and the judger can play."""

from __future__ import annotations

from typing import ClassVar

from games.engine import Ruleset, TurnLimits
from games.tests.toy import Toy

QUICK = TurnLimits(500, 20_000)
"""Sixteen who answer at once share one processor."""


class Crowd(Toy):
    name = "crowd"
    title = "Crowd"
    rulesets: ClassVar[tuple[Ruleset, ...]] = (
        Ruleset("duel", "Duel", "Two bidders.", 2, limits=QUICK, memory_mb=64),
        Ruleset(
            "pairs", "Pairs", "Two against two.", 4, limits=QUICK, memory_mb=64, teams=(1, 1, 2, 2)
        ),
        Ruleset(
            "trios",
            "Three pairs",
            "Three teams, whose seats alternate.",
            6,
            limits=QUICK,
            memory_mb=64,
            teams=(1, 2, 3, 1, 2, 3),
        ),
        Ruleset("sixteen", "Sixteen", "Everybody against all.", 16, limits=QUICK, memory_mb=64),
    )


GAME = Crowd()

BIDDER = """
import json, sys
low, high = STEPS
me = bids = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        me = message["seat"]
        bids = message["scene"]["bids"]
        print("seat", me, "of", len(message["seats"]), file=sys.stderr)
    if message["type"] == "ask":
        bid = low + (high + me * message["turn"]) % bids
        print(json.dumps({"bid": min(bids, bid)}), flush=True)
"""


def bidder(low: int = 1, high: int = 0) -> bytes:
    """The source of a bot that plays: different numbers bid differently."""
    return BIDDER.replace("STEPS", f"{low}, {high}").encode()
