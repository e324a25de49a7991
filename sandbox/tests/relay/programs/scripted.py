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


def finish(status):
    with open(heard[0]["replay"], "w") as file:
        json.dump(heard, file)
    os._exit(status)


def do(step):
    match step:
        case ["send", message]:
            send(-1, json.dumps(message).encode())
        case ["raw", target, text]:
            send(target, text.encode())
        case ["big", target, size]:
            send(target, b"x" * size)
        case ["bytes", data]:
            sys.stdout.buffer.write(base64.b64decode(data))
            sys.stdout.buffer.flush()
        case ["hear", count]:
            for _ in range(count):
                read()
        case ["error", player, error]:
            until(lambda packet: is_error(packet, player, error))
        case ["player", player]:
            until(lambda packet: packet.get("player") == player)
        case ["spawn"]:
            subprocess.Popen(
                ["/bin/sleep", "600"],
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        case ["close"]:
            os.close(1)
        case ["forever", *steps]:
            while True:
                for inner in steps:
                    do(inner)
        case ["sleep", seconds]:
            time.sleep(seconds)
        case ["exit", status]:
            finish(status)
        case ["end", scores]:
            with open(heard[0]["replay"], "w") as file:
                json.dump(heard, file)
            send(-1, json.dumps({"state": -1, "end_info": json.dumps(scores)}).encode())
        case _:
            raise ValueError(step)


config = read()["config"]
for step in config["steps"] if isinstance(config, dict) else config:
    do(step)
