"""Bad players of the example game: two turns long they glide one cell, then they do as told."""

import os
import sys
import time

how = sys.argv[1]
out = sys.stdout.buffer


def send(body, length=None):
    out.write((len(body) if length is None else length).to_bytes(4, "big", signed=True) + body)
    out.flush()


def question():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    size, seats, me = map(int, line.split()[2:])
    rows = [sys.stdin.readline().strip() for _ in range(size)]
    skaters = [sys.stdin.readline().split() for _ in range(seats)]
    return rows, [(int(x), int(y)) for x, y, _, _ in skaters], me


def step(rows, skaters, me):
    x, y = skaters[me]
    near = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    inside = [(a, b) for a, b in near if 0 <= a < len(rows) and 0 <= b < len(rows)]
    return next(at for at in inside if at not in skaters and rows[at[1]][at[0]] != "#")


ANSWERS = {
    "words": "north please",
    "one": "4",
    "three": "4 4 4",
    "fraction": "4.5 4",
    "huge": "99999999999999999999 0",
    "outside": "-1 -1",
    "empty": "",
    "zero": "4\0 4",
}
turn = 0
while True:
    rows, skaters, me = question()
    turn += 1
    good = "{} {}".format(*step(rows, skaters, me)).encode()
    if how == "twice":
        # In one piece: the second half of two could come when the bot is asked again.
        os.write(1, 2 * (len(good).to_bytes(4, "big") + good))
    elif turn < 3 or how == "steps":
        send(good)
    elif how in ANSWERS:
        send(ANSWERS[how].encode())
    elif how == "stay":
        send("{} {}".format(*skaters[me]).encode())
    elif how == "other":
        send("{} {}".format(*skaters[1 - me]).encode())
    elif how == "knight":
        x, y = skaters[me]
        send(f"{x + 1} {y + 2}".encode())
    elif how == "binary":
        send(b"\xff\xfe \x00")
    elif how == "long":
        send(b"4 4" + b" " * 100)
    elif how == "negative":
        send(b"", -1)
    elif how == "crash":
        sys.exit(5)
    elif how == "quit":
        sys.exit(0)
    elif how == "close":
        os.close(1)
        time.sleep(1000)
    elif how == "sleep":
        time.sleep(1000)
