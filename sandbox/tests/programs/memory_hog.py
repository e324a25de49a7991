"""Takes memory of one kind for ever, in steps of 8 MB; says how much it holds."""

import mmap
import os
import sys
import time

STEP = 8 << 20
kind = sys.argv[1]
kept = []


def in_children():
    """Each process takes little, all together too much."""
    for _ in range(8):
        if os.fork() == 0:
            kept.append(b"x" * (16 << 20))
            time.sleep(600)
    os.wait()
    sys.exit()


def in_shared_map():
    shared = mmap.mmap(-1, STEP)
    shared.write(b"x" * STEP)
    kept.append(shared)


def in_file(folder):
    with open(f"{folder}/{len(kept) // 4}", "ab") as file:
        file.write(b"x" * STEP)
    kept.append(None)


takers = {
    "heap": lambda: kept.append(bytearray(b"x" * STEP)),
    "shared": in_shared_map,
    "home": lambda: in_file("/bot"),
    "shm": lambda: in_file("/dev/shm"),
    "children": in_children,
}
taken = 0
while True:
    takers[kind]()
    taken += STEP
    print(taken >> 20, flush=True)
