"""An AI on the Python kit that makes recorded calls and writes what it knows.

AIs in ``ais`` do the same on the kits of further languages, and write the same lines.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from games.tests.pipes import Command

AIS = Path(__file__).parent / "ais"

PYTHON = b"""
import os
import sys

from client import Client
from definition import CARRY
from station import *

CALLS = [line.split() for line in open(os.environ["CALLS"])]


def tell(word, *values):
    flat = []
    for value in values:
        flat += value if isinstance(value, (list, tuple)) else [value]
    print("#", word, *(v if isinstance(v, str) else int(v) for v in flat), file=sys.stderr)


def joined(lists):
    return [each for one in lists for each in one]


class AI(Client):
    made = 0

    def play(self):
        self.turn("play")

    def countdown(self):
        self.turn("countdown")

    def turn(self, name):
        if self.made == 0:
            tell_station()
        self.tell_view()
        self.tell_known(name)
        while True:
            name, *words = CALLS[self.made % len(CALLS)]
            self.made += 1
            if name == "return":
                return
            if name == "end_turn":
                self.end_turn()
            else:
                reply = self.call(name, words)
                tell("reply", reply["success"], reply.get("has_trap") is True)
            self.tell_known(name)

    def call(self, name, words):
        numbers = [int(word) for word in words if word.lstrip("-").isdigit()]
        pos = numbers[:3]
        if name == "attack":
            return self.attack(pos, numbers[3])
        if name in ("move", "detect"):
            return getattr(self, name)(pos)
        if name == "interact":
            return self.interact(words[0], numbers == [1] or words[1:] == [])
        if name == "use_tool":
            return self.use_tool(words[0], pos) if pos else self.use_tool(words[0])
        return getattr(self, name)(*words)

    def tell_known(self, name):
        know = self.know
        coming = -1 if know.coming is None else know.coming
        returns = -1 if know.returns is None else know.returns
        tell(name, self.get_my_num(), self.get_round(), know.inturn, self.major_used,
             self.turn_over, know.rested, know.died, know.countdown, coming, returns,
             self.get_check_cd(), self.player.id, [each.id for each in self.others])
        tell("me", self.get_my_pos(), self.get_my_hp(), self.player.status, self.get_keys())
        for id in range(4):
            tell("player", id, self.get_other_pos(id), self.get_other_hp(id),
                 self.get_other_status(id), self.get_other_keys(id))
        bag = self.get_tools()
        tell("bag", [bag.count(item) for item in CARRY], bag.landmine_number[1],
             bag.sticky_number[1])
        tell("mines", *self.get_landmine_pos())
        tell("slimes", *self.get_sticky_pos())
        tell("boxes", *self.get_boxes())
        tell("near", *self.get_neighbors(self.get_my_pos()))
        tell("news", [message["content"][0] for message in self.get_news()])

    def tell_view(self):
        view = self.view
        for node in view.self_nodes:
            tell("node", node.pos, node.interprops, node.player)
        tell("edges", *joined((edge.stpos, edge.edpos) for edge in view.self_edges))


def tell_station():
    for pos, near in PASSAGES.items():
        last = max(now for now in range(101) if is_open(pos, now))
        tell("place", pos, last, CLOSES.get(pos, 0), pos in MATERIALS, MACHINES.get(pos, -1), *near)
        tell("stops", *STOPS.get(pos, []))
        tell("late", *passages(pos, 81))
    tell("machines", *joined(([*pos, key],) for pos, key in MACHINES.items()))
    tell("materials", *MATERIALS)
    tell("spawns", *SPAWNS, CAPSULE)
    for zone in ZONES:
        tell("zone", zone.title.replace(" ", "_"), zone.closes, *sorted(zone.nodes))
    for now, avoid in ((1, []), (81, [(1, 3, 0)])):
        far = distances([CAPSULE], now, avoid)
        tell("far", *([*pos, far[pos]] for pos in sorted(far)))
"""
"""The AI for the Python kit; those in ``ais`` write the same lines."""


def run(command: Command, told: bytes, calls: Path) -> tuple[list[str], bytes]:
    """The lines that such an AI writes after these messages, and its bytes to the referee."""
    done = subprocess.run(
        command,
        input=told,
        capture_output=True,
        env={**os.environ, "CALLS": str(calls)},
        check=True,
    )
    lines = done.stderr.decode().splitlines()
    assert lines[-1] == "the end"
    return [line for line in lines if line.startswith("# ")], done.stdout
