#!/usr/bin/env python3
"""A game logic that does what its CONFIG lists, and writes all that it heard as its replay.

Steps:

``["send", message]`` to the judger; ``["raw", target, text]``; ``["big", target, bytes]``;
``["bytes", base64]`` as they are; ``["hear", n]`` n packets;
``["error", player, e]`` hears until that error comes, ``["player", player]`` until it speaks;
``["spawn"]`` starts a daemon in a session of its own; ``["close"]`` its output; ``["sleep", s]``;
``["forever", step, ...]``; ``["exit", status]``; ``["end", scores]``.
"""

import base64
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

heard: list[dict[str, Any]] = []


def read():
    head = sys.stdin.buffer.read(4)
    if len(head) < 4:
        finish(9)
    packet = json.loads(sys.stdin.buffer.read(int.from_bytes(head, "big")))
    heard.append(packet)
    return packet


def send(target, body):
    sys.stdout.buffer.write(len(body).to_bytes(4, "big") + target.to_bytes(4, "big", signed=True))
    sys.stdout.buffer.write(body)
    sys.stdout.buffer.flush()


def until(wanted):
    while not wanted(read()):
        pass


def is_error(packet, player, error):
    if packet.get("player") != -1:
        return False
    content = json.loads(packet["content"])
    return (content["player"], content["error"]) == (player, error)


def write_replay():
    with open(heard[0]["replay"], "w") as file:
        json.dump(heard, file)


def finish(status):
    write_replay()
    os._exit(status)


def send_bytes(data):
    sys.stdout.buffer.write(base64.b64decode(data))
    sys.stdout.buffer.flush()


def spawn():
    nothing = subprocess.DEVNULL
    subprocess.Popen(
        ["/bin/sleep", "600"], start_new_session=True, stdin=nothing, stdout=nothing, stderr=nothing
    )


def end(scores):
    write_replay()
    send(-1, json.dumps({"state": -1, "end_info": json.dumps(scores)}).encode())


def forever(*steps):
    while True:
        for step in steps:
            do(step)


STEPS: dict[str, Callable[..., object]] = {
    "send": lambda message: send(-1, json.dumps(message).encode()),
    "raw": lambda target, text: send(target, text.encode()),
    "big": lambda target, size: send(target, b"x" * size),
    "bytes": send_bytes,
    "hear": lambda count: [read() for _ in range(count)],
    "error": lambda player, error: until(lambda packet: is_error(packet, player, error)),
    "player": lambda player: until(lambda packet: packet.get("player") == player),
    "spawn": spawn,
    "close": lambda: os.close(1),
    "forever": forever,
    "sleep": time.sleep,
    "exit": finish,
    "end": end,
}


def do(step):
    name, *arguments = step
    STEPS[name](*arguments)


config = read()["config"]
for step in config["steps"] if isinstance(config, dict) else config:
    do(step)
