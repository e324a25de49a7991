"""A bot for the toy game that answers not one ask after the other.

``nap SECONDS`` answers 1, each time after a nap.  ``stay NUMBERS`` says them all at the first ask
and then nothing; ``leave NUMBERS`` ends after that.
"""

import sys
import time

manner, *rest = sys.argv[1:]
asks = (line for line in sys.stdin if '"type":"ask"' in line)
if manner == "nap":
    for _ in asks:
        time.sleep(float(rest[0]))
        print(1, flush=True)
next(asks, None)
print(*rest, sep="\n", flush=True)
if manner == "stay":
    time.sleep(3600)
