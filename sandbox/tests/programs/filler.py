"""Fills every writable place it finds, with bytes or with files; prints a line for each place."""

import os
import sys

kind, most = sys.argv[1], int(sys.argv[2])
for folder in ("/bot", "/tmp", "/dev/shm", "/", "/dev", "/program", "/usr", "/proc", "/etc"):
    made = 0
    try:
        while made < most:
            with open(f"{folder}/{made}", "wb") as file:
                if kind == "bytes":
                    file.write(b"x" * (1 << 20))
            made += 1
    except OSError as error:
        print(folder, made, os.strerror(error.errno), flush=True)
    else:
        print(folder, made, "never refused", flush=True)
