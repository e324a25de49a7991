"""Candidates as tests of the matchmaker have them."""

from ladder.core.matchmaking.pairing import BURST_GAMES, MAX_REST, Candidate
from ladder.core.rating import MU

SETTLED = BURST_GAMES * 5


def settled(number, *, owner=None, mu=MU, sigma=1.5, **more):
    more.setdefault("games", SETTLED)
    more.setdefault("idle", MAX_REST)
    return Candidate(number, number if owner is None else owner, mu, sigma, **more)
