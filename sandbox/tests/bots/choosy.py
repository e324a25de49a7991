"""A bot for the toy game that says 4 to the asks whose prompts are its arguments, and nothing to
others; after a prompt with a + it says 7 at once, with a ~ after having worked for a while."""

import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "ask":
        continue
    plain, at_once, later = (f"{message['prompt']}{mark}" in sys.argv for mark in ("", "+", "~"))
    if plain or at_once or later:
        print(4, flush=True)
    until = time.process_time() + (0.6 if later else 0)
    while time.process_time() < until:
        pass
    if at_once or later:
        print(7, flush=True)
time.sleep(3600)
