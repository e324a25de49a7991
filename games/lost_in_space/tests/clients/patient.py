"""A player on the bare protocol that waits for every answer.

It sends the four bytes of a length one by one and JSON with spaces, and it says nothing more once a
machine has taken its turn.  It has no map: it tries ways, which costs nothing where there is none.
"""

import json
import os
import sys
from collections import Counter

MACHINES = {(0, 0): 0, (6, 0): 1, (6, 6): 2, (0, 6): 3}
"""On the layer of the spawns."""
LIFTS = ((1, 3), (5, 3))
CAPSULE = (3, 3)
TOP, SPAWN_LAYER = 0, 1


def take(size):
    data = b""
    while len(data) < size:
        more = os.read(0, size - len(data))
        if not more:
            sys.exit(0)
        data += more
    return data


def hear():
    message = json.loads(take(int(take(4))))
    if message["type"] == "offround" and message["content"][:2] == ["see", "pos_update"]:
        where, who = message["content"][2:]
        print("saw", message["state"], who, *where, file=sys.stderr)
    return message


def say(message):
    body = json.dumps(message).encode()
    for byte in len(body).to_bytes(4, "big"):
        os.write(1, bytes([byte]))
    os.write(1, body)


def act(*words):
    """Whether it was allowed."""
    say({"type": "action", "action": words})
    while (message := hear())["type"] != "action":
        pass
    return message["success"]


def goal(here, keys):
    """Where to go on this layer, and the layer after that."""
    if len(keys) < 4:
        missing = [pos for pos, key in MACHINES.items() if key not in keys]
        return min(missing, key=lambda pos: far(pos, here)), SPAWN_LAYER
    if here[2] == TOP:
        return CAPSULE, TOP
    return min(LIFTS, key=lambda pos: far(pos, here)), TOP


def far(pos, here):
    return max(abs(pos[0] - here[0]), abs(pos[1] - here[1]))


been: Counter[tuple[int, ...]] = Counter()


def walk(here, keys):
    x, y, z = here
    aim, layer = goal(here, keys)
    if (x, y) == aim and layer != z and act("move", [x, y, layer]):
        return
    near = [(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    for a, b in sorted(near, key=lambda pos: 2 * been[pos[0], pos[1], z] + far(aim, pos)):
        if act("move", [a, b, z]):
            break


def turn(begun):
    here, keys = tuple(begun["pos"]), begun["keys"]
    print("at", begun["state"], *here, file=sys.stderr)
    been[here] += 1
    if begun["status"] == 0:
        key = MACHINES.get(here[:2], 0) if here[2] == SPAWN_LAYER else 0
        if key not in keys and act("interact", "KeyMachine"):
            return
        if len(keys) < 4 or here != (*CAPSULE, TOP) or not act("interact", "EscapeCapsule", 1):
            walk(here, keys)
    if begun["status"] in (0, 4):
        say({"type": "finish"})


while True:
    heard = hear()
    if heard["type"] == "roundbegin" and "status" in heard:
        turn(heard)
