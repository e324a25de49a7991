"""A game's program with a thread for all that it hears, which asks for the end states more than
once, and sends texts for watchers that are no texts."""

import json
import queue
import struct
import sys
import threading
from typing import Any

heard: queue.Queue[Any] = queue.Queue()
lock = threading.Lock()


def listen():
    pipe = sys.stdin.buffer
    while head := pipe.read(4):
        heard.put(json.loads(pipe.read(struct.unpack(">i", head)[0])))


def say(message):
    body = json.dumps(message, ensure_ascii=False).encode()
    with lock:
        sys.stdout.buffer.write(struct.pack(">ii", len(body), -1) + body)
        sys.stdout.buffer.flush()


threading.Thread(target=listen, daemon=True).start()
first = heard.get()
seats = range(first["player_num"])
log = [first["player_list"]]
say({"watch": {"turn": 0, "scores": [0, 0]}})
for state in (1, 2):
    say(
        {
            "state": state,
            "listen": list(seats),
            "player": list(seats),
            "content": [f"{state} ü\n", [state, "as JSON"]],
            "watch": {"turn": state},
        }
    )
    say({"state": state, "listen": list(seats), "player": [1], "content": ["\n"]})
    answers: dict[int, object] = {}
    while len(answers) < len(seats):
        message = heard.get()
        if message["player"] >= 0:
            answers[message["player"]] = message["content"]
        else:
            error = json.loads(message["content"])
            answers[error["player"]] = error["error"]
    log.append(answers)
ends = []
for _ in range(2):
    say({"action": "request_end_state"})
    while "end_state" not in (message := heard.get()):
        log.append(message)
    ends.append(json.loads(message["end_state"]))
say({"state": 3, "listen": list(seats), "player": [0], "content": ["3 nobody hears this\n"]})
say({"action": "dance"})
with open(first["replay"], "w") as file:
    json.dump([log, ends], file)
say({"state": -1, "end_info": {"0": True, "1": False}, "end_state": ["OK", "IA"]})
