#!/usr/bin/env python3
"""Bids what a prize is worth beside the average one, as long as the coins last."""

import json
import sys


def say(message):
    body = json.dumps(message).encode()
    sys.stdout.buffer.write(len(body).to_bytes(4, "big") + body)
    sys.stdout.buffer.flush()


for line in sys.stdin:
    news = json.loads(line)
    if "round" in news:
        left = news["of"] - news["round"] + 1
        say({"bid": min(news["coins"], news["coins"] * news["prize"] // (5 * left))})
