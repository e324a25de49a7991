"""An opponent with a secret in its memory, its environment, its arguments, its files and pipes.

It says where in its memory; then it does nothing, but for opening a shared file again and again.
"""

import ctypes
import os
import sys
import time

secret = sys.argv[-1]
os.environ["VICTIMS_SECRET"] = secret
memory = ctypes.create_string_buffer(secret.encode())
for folder in (".", "/tmp", "/dev/shm"):
    with open(f"{folder}/hostile-{secret}", "w") as file:
        file.write(secret)
inbox, outbox = os.pipe()
os.write(outbox, secret.encode())
print("READY", ctypes.addressof(memory), len(secret), inbox, flush=True)
end = time.monotonic() + 10
while time.monotonic() < end:
    with open("/usr/lib/os-release", "rb") as file:
        file.read(1)
    time.sleep(0.02)
