"""Leaves traces wherever it can, tells what others have left, and stays."""

import os
import sys

for folder in ("/bot", "/tmp", "/dev/shm"):
    with open(f"{folder}/{sys.argv[1]}", "w") as file:
        file.write("here")
found = [name for folder in ("/bot", "/tmp", "/dev/shm") for name in os.listdir(folder)]
print(*sorted(found), flush=True)
sys.stdin.read()
