#!/usr/bin/env python3
"""Lengthens the longest line, its own or the other's; else it plays near the middle."""

import sys

SIZE = 9
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


def say(text):
    body = text.encode()
    sys.stdout.buffer.write(len(body).to_bytes(4, "big") + body)
    sys.stdout.buffer.flush()


def length(stones, x, y):
    """Of the longest line that a stone there would have."""

    def run(dx, dy):
        count, a, b = 0, x + dx, y + dy
        while (a, b) in stones:
            count, a, b = count + 1, a + dx, b + dy
        return count

    return max(1 + run(dx, dy) + run(-dx, -dy) for dx, dy in LINES)


def choose(mine, theirs):
    free = [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in mine | theirs]
    middle = SIZE // 2

    def worth(cell):
        x, y = cell
        # Of lines of the same length, our own comes first.
        best = max(2 * length(mine, x, y), 2 * length(theirs, x, y) - 1)
        return (best, -abs(x - middle) - abs(y - middle), cell)

    return max(free, key=worth)


mine, theirs = set(), set()
colour = sys.stdin.readline().strip()
begins = colour == "black"
while True:
    if not begins:
        line = sys.stdin.readline()
        if not line:
            break
        theirs.add(tuple(map(int, line.split())))
    begins = False
    move = choose(mine, theirs)
    mine.add(move)
    say("{} {}".format(*move))
