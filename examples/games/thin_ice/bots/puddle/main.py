"""Glides anywhere: a first opponent."""

import random

from ice import Move, Rink, play

lots = random.Random(1)


def choose(rink: Rink) -> Move:
    return lots.choice(list(rink.moves()))


play(choose)
