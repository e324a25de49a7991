"""Populations of bots of known strength, and the ladders that are to find out who is better.

A ladder draws games, hears of their results, and says how strong it takes everybody for, in points.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bench.baselines import (
    Glicko,
    Pairing,
    damped,
    elo,
    glicko,
    neighbours,
    round_robin,
    weighted,
)
from ladder.core import official
from ladder.core.matchmaking.pairing import (
    BURST,
    BURST_GAMES,
    HOUSE_SHARE,
    MATCHES_PER_PLAN,
    MOMENT,
    Candidate,
    Pair,
    pair,
    plan,
)
from ladder.core.official import Entrant, fit
from ladder.core.rating import MU, SIGMA, Belief, points, update, with_new_version
from ladder.core.tally import Rows, tally

Floats = NDArray[np.float64]

BOTS = 60
HOUSE = 6
"""The number of house bots among them, drawn like all others."""
SPREAD = 200.0
"""Points of one sigma: true strengths are normal."""
DRAWS = 0.2
"""The part of games between equals that are draws; it falls with p(1 - p)."""
MATCH_SECONDS = 10.0
FREE = 4
"""Matches that may wait in the queue of our ladder."""
RECENT_MATCHES = 2000


class World:
    """Bots of known strength, in points, and the dice of their games."""

    def __init__(self, seed: int) -> None:
        self.true: Floats = np.random.default_rng(seed).normal(1500.0, SPREAD, BOTS)
        self.dice = random.Random(seed)

    def score(self, one: int, two: int) -> float:
        """A game: expected is the score of Bradley and Terry, with draws or without."""
        p = 1.0 / (1.0 + 10.0 ** ((self.true[two] - self.true[one]) / 400.0))
        draw = DRAWS * 4.0 * p * (1.0 - p)
        lot = self.dice.random()
        if lot < draw:
            return 0.5
        return 1.0 if lot < draw / 2.0 + p else 0.0


class Ladder(Protocol):
    """``seed`` is that of its own draws."""

    def draw(self) -> list[Pairing]:
        """The next games."""

    def hear(self, one: int, two: int, score: float) -> None:
        """The result of one of them."""

    def renew(self, bot: int) -> None:
        """From now on a new version of the bot plays."""

    def estimates(self) -> Floats:
        """How strong everybody is by now, in points."""


class EloLadder:
    """Elo under round robin; it knows nothing of versions."""

    def __init__(self, seed: int) -> None:
        self._ratings = [1500.0] * BOTS
        self._rounds = round_robin(BOTS, random.Random(seed))

    def draw(self) -> list[Pairing]:
        return next(self._rounds)

    def hear(self, one: int, two: int, score: float) -> None:
        self._ratings[one], self._ratings[two] = elo(self._ratings[one], self._ratings[two], score)

    def renew(self, bot: int) -> None:
        """Its rating goes on."""

    def estimates(self) -> Floats:
        return np.array(self._ratings)


class GlickoLadder:
    """Glicko-2 with opponents near in rating; it knows nothing of versions.

    ``period`` is how many games of a bot are a rating period.  Ratings move after every game, as
    sites of chess have it, and what a period adds to a deviation comes in such parts.
    """

    def __init__(self, seed: int, period: int = 1) -> None:
        self._part = 1.0 / period
        self._bots = [Glicko()] * BOTS
        self._before: dict[int, int] = {}
        self._rng = random.Random(seed)

    def draw(self) -> list[Pairing]:
        return neighbours(self._bots, self._before, self._rng)

    def hear(self, one: int, two: int, score: float) -> None:
        a, b = self._bots[one], self._bots[two]
        self._bots[one] = glicko(a, [(b.rating, b.rd, score)], self._part)
        self._bots[two] = glicko(b, [(a.rating, a.rd, 1.0 - score)], self._part)

    def renew(self, bot: int) -> None:
        """Its rating and its deviation go on."""

    def estimates(self) -> Floats:
        return np.array([bot.rating for bot in self._bots])


class OurLadder:
    """The matchmaker, live ratings and official ratings, as the site has them."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._clock = 0.0
        self._beliefs: list[Belief] = [(MU, SIGMA)] * BOTS
        self._games = [0] * BOTS
        self._played_at = [0.0] * BOTS
        self._met: Counter[Pair] = Counter()
        self._recent: deque[Pair] = deque()
        self._entrants = [Entrant()] * BOTS
        self._plays = list(range(BOTS))
        self._seats: list[tuple[int, int, int]] = []

    def draw(self) -> list[Pairing]:
        known = zip(self._beliefs, self._games, self._played_at, strict=True)
        bots = [
            Candidate(
                id=i,
                # The house is one owner.
                owner=max(i, HOUSE - 1),
                mu=mu,
                sigma=sigma,
                games=games,
                idle=self._clock - played_at,
                house=i < HOUSE,
            )
            for i, ((mu, sigma), games, played_at) in enumerate(known)
        ]
        plans = plan(bots, self._met, FREE, self._rng)
        return [(a, b) for made in plans for a, b in made.seatings]

    def hear(self, one: int, two: int, score: float) -> None:
        self._clock += MATCH_SECONDS
        ranks = [1 if score >= 0.5 else 2, 1 if score <= 0.5 else 2]
        beliefs = self._moved(self._beliefs[one], self._beliefs[two], ranks)
        for bot, rank, belief in zip((one, two), ranks, beliefs, strict=True):
            self._beliefs[bot] = belief
            self._games[bot] += 1
            self._played_at[bot] = self._clock
            self._seats.append((bot, self._plays[bot], rank))
        self._recent.append(pair(one, two))
        self._met[pair(one, two)] += 1
        if len(self._recent) > RECENT_MATCHES:
            self._met[self._recent.popleft()] -= 1

    def _moved(self, one: Belief, two: Belief, ranks: list[int]) -> Sequence[Belief]:
        """The live ratings after a result."""
        return update([one, two], ranks)

    def renew(self, bot: int) -> None:
        self._beliefs[bot] = with_new_version(self._beliefs[bot])
        self._games[bot] = 0
        self._entrants.append(Entrant(parent=self._plays[bot]))
        self._plays[bot] = len(self._entrants) - 1

    def live(self) -> Floats:
        """The live ratings, which the draws go by."""
        return np.array([points(mu) for mu, _ in self._beliefs])

    def estimates(self) -> Floats:
        """The official ratings: what `ladder.core.official` makes of all results so far."""
        bot, entrant, rank = np.array(self._seats, dtype=np.int64).T
        match = np.repeat(np.arange(len(self._seats) // MATCHES_PER_PLAN), 2)
        rows = Rows(match, entrant, bot, rank, np.zeros_like(bot))
        found = fit(self._entrants, tally(rows, len(self._entrants)))
        return np.array([official.points(float(found.strength[i])) for i in self._plays])


class EarlierLadder(OurLadder):
    """Ours as it was before the matchmaker chose by expected gain of order."""

    def draw(self) -> list[Pairing]:
        asking = MOMENT + self._clock - np.array(self._played_at)
        asking[:HOUSE] *= HOUSE_SHARE
        burst = np.array(self._games) < BURST_GAMES
        asking[burst] = np.maximum(asking[burst], BURST * asking.mean())
        met = np.zeros((BOTS, BOTS))
        for (a, b), matches in self._met.items():
            met[a, b] = met[b, a] = matches
        house = np.arange(BOTS) < HOUSE
        drawn: list[Pairing] = []
        for _ in range(FREE // MATCHES_PER_PLAN):
            one, two = weighted(self._beliefs, asking, met, self._rng, house, burst)
            drawn += [(one, two), (two, one)]
            asking[[one, two]] /= 1 + MATCHES_PER_PLAN
            met[one, two] = met[two, one] = met[one, two] + MATCHES_PER_PLAN
        return drawn

    def _moved(self, one: Belief, two: Belief, ranks: list[int]) -> Sequence[Belief]:
        return damped(one, two, ranks)
