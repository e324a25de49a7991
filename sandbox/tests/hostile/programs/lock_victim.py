"""An opponent's accomplice: holds a lock on a file that every sandbox can read."""

import fcntl
import time

with open("/usr/bin/env", "rb") as shared:
    try:
        fcntl.flock(shared, fcntl.LOCK_EX)
    except OSError as error:
        print("READY refused", error.errno, flush=True)
    else:
        print("READY locked", flush=True)
    time.sleep(10)
