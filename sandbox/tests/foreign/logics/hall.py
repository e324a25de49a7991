"""A game's program in a hurry: three are asked at once, other limits hold in each round, all that
it has to say in a round is one write, and it never ends by itself.  The last round is seat 2's."""

import json
import struct
import sys

read, write = sys.stdin.buffer.read, sys.stdout.buffer.write


def packet(body, target=-1):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return struct.pack(">ii", len(body), target) + body


def say(*packets):
    write(b"".join(packets))
    sys.stdout.buffer.flush()


def hear():
    return json.loads(read(*struct.unpack(">i", read(4))))


def watch(**data):
    return packet({"watch": json.dumps(data)})


first = hear()
size = first["config"]["size"]
heard = []
print("x" * 200_000, file=sys.stderr, flush=True)
say(watch(text="The doors open"), packet({"watch": "w" * size}))
rounds = first["config"]["rounds"]
for turn in range(1, rounds + 1):
    listen = [2, 0, 1] if turn < rounds else [2]
    limits = {"state": 0, "time": 20 + turn if turn < rounds else 0.3, "length": 7 + turn}
    begin = {
        "state": turn,
        "listen": listen,
        "player": [1, 0, 1],
        "content": [f"{turn} ", f"{turn} {'0' * size}\n", f"{'1' * size}\n"],
    }
    third = packet(f"{turn} ".encode() + b"2" * size + b"\n", 2)
    say(watch(turn=turn), packet(limits), packet(begin), third, watch(turn=turn, text="Asked"))
    missing = set(listen)
    while missing:
        message = hear()
        if message["player"] < 0:
            error = json.loads(message["content"])
            if error["error"] == 1 and error["state"] != turn:
                continue
            missing.discard(error["player"])
            heard.append([turn, error["player"], error["error"]])
        else:
            missing.discard(message["player"])
            heard.append([turn, message["player"], message["content"]])
with open(first["replay"], "w") as file:
    json.dump(heard, file)
say(
    watch(turn="after the last"),
    packet({"state": -1, "end_info": {"2": 3, "0": "1", "1": 2.5}}),
    packet({"watch": "too late"}),
)
while True:
    print("still here", file=sys.stderr)
