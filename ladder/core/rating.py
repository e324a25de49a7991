"""Ratings: a belief about a bot's strength, and how results move it.

A rating is a normal distribution ``(mu, sigma)`` on openskill's scale.  Results move it by
Algorithm 1 of Weng and Lin, "A Bayesian approximation method for online ranking" (JMLR 12, 2011):
Bradley-Terry with full pairing, in which every pair of seats counts as a win, a loss or a draw.
openskill's default, Plackett-Luce, is not used: behind two joint winners of four it rates the
third as if it had won too.

A result compares the *sides* of a match: its teams, or single bots if there are none.

- A team is as strong as the sum of its members and shares one rank; each member moves in
  proportion to its own uncertainty.
- A side that meets n - 1 others in one match gave one performance, not n - 1 of them.  Full pairing
  counts each comparison as a match of its own, so its result has the weight 2/n: 1 between two
  sides, and less than two duels' worth for any number of sides.  Without it one match of sixteen
  newcomers leaves them further from the truth than they began.
- A bot on several seats is rated once a match.  Alone against all it is one side with the mean of
  its seats' ranks: against itself nothing can be learned, and if every seat were a result of its
  own, a bot that fills ten seats would be taken for ten times as sure.  In a team it counts with
  each of its seats, as its strength does, and where it sits in several teams it moves by the mean
  of what happens to it in each.

The arithmetic is that of IEEE doubles in a fixed order, seat by seat, with no clock and no
randomness: the same results in the same order give the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

Belief = tuple[float, float]
"""``(mu, sigma)``"""

MU = 25.0
SIGMA = MU / 3
BETA = MU / 6
"""How far chance moves one performance: two bots that are √2·β apart meet at about 73 : 27."""
TAU = MU / 600
"""Uncertainty that every match adds, in quadrature, so that a rating never freezes."""
NEW_VERSION = SIGMA * 3 / 8
"""Uncertainty that a bot's new version adds, in quadrature: likely much like the one before it."""

CENTRE = 1500.0
POINTS = 400.0 / (math.log(10) * math.sqrt(2) * BETA)
"""Points per unit of mu, about 29.5: between settled bots a lead of 400 points means 10 : 1, as
it does in chess."""
PROVISIONAL = 0.45 * SIGMA
"""A rating with a larger sigma says little yet: that is the first twenty matches or so."""


def _undamped(*match: object, **weights: object) -> float:
    """Algorithm 1's γ, the share of what a match tells that is taken from sigma²: all of it.

    openskill's own, sigma/c, takes less, the smaller sigma is. Then results of a hundred matches
    ago still count little, and chance changes a rating twice as far as it must
    (``bench/matchmaking.py``).
    """
    return 1.0


_MODEL = BradleyTerryFull(
    mu=MU, sigma=SIGMA, beta=BETA, tau=TAU, gamma=_undamped, limit_sigma=False
)


@dataclass(frozen=True, slots=True)
class Display:
    """A rating for people: ``points`` ± ``uncertainty`` (one sigma), both in whole points."""

    points: int
    uncertainty: int
    provisional: bool


def update(
    ratings: Sequence[Belief],
    ranks: Sequence[int],
    teams: Sequence[int] = (),
    bots: Sequence[int] = (),
) -> list[Belief]:
    """The ratings after one match; element i belongs to seat i.

    ``ranks`` count from 1, the best; equal ranks are ties.  ``teams`` has the team of each seat, 0
    for none (empty: none at all).  ``bots`` has the bot of each seat (empty: all different); seats
    of one bot come with one rating and get one; a bot that only met itself keeps what it had.
    ValueError where this does not describe a match of at least two seats and sides, or where
    members of a team have different ranks.
    """
    teams, bots = teams or [0] * len(ratings), bots or range(len(ratings))
    if len({len(ratings), len(ranks), len(teams), len(bots)}) > 1 or len(ratings) < 2:
        raise ValueError(f"{len(ratings)} ratings and {len(ranks)} ranks are not one match")
    if min(ranks) < 1:
        raise ValueError(f"ranks count from 1, not {min(ranks)}")
    if len(set(bots)) == 1:
        return list(ratings)
    sides = sides_of(teams, bots)
    if len(sides) < 2:
        raise ValueError("a match has at least two sides")
    moved = _rate(
        [[ratings[seat] for seat in side.members] for side in sides],
        [_rank(side, ranks, teams) for side in sides],
    )
    updated: dict[int, list[Belief]] = {}
    for side, beliefs in zip(sides, moved, strict=True):
        for bot, belief in {bots[s]: b for s, b in zip(side.members, beliefs, strict=True)}.items():
            updated.setdefault(bot, []).append(belief)
    return [_mean(updated[bot]) for bot in bots]


@dataclass(frozen=True, slots=True)
class Side:
    """``members`` are the seats whose strength counts, ``seats`` those whose rank does."""

    members: tuple[int, ...]
    seats: tuple[int, ...]


def sides_of(teams: Sequence[int], bots: Sequence[int]) -> list[Side]:
    """The sides of a match, in the order of their first seats."""
    groups: dict[tuple[int, int], list[int]] = {}
    for seat, (team, bot) in enumerate(zip(teams, bots, strict=True)):
        groups.setdefault((team, 0) if team else (0, bot), []).append(seat)
    return [
        Side(tuple(seats) if team else (seats[0],), tuple(seats))
        for (team, _), seats in groups.items()
    ]


def _rank(side: Side, ranks: Sequence[int], teams: Sequence[int]) -> float:
    own_ranks = [ranks[seat] for seat in side.seats]
    if teams[side.seats[0]] and len(set(own_ranks)) > 1:
        raise ValueError(f"a team shares its rank; these have {own_ranks}")
    return math.fsum(own_ranks) / len(own_ranks)


def _rate(sides: Sequence[Sequence[Belief]], ranks: list[float]) -> list[list[Belief]]:
    """Full pairing with the weight of a match: by side, its members' ratings afterwards."""
    teams = [[_MODEL.rating(mu, sigma) for mu, sigma in side] for side in sides]
    rated = _MODEL.rate(teams, ranks=ranks)
    moved = [[(member.mu, member.sigma) for member in side] for side in rated]
    if len(sides) == 2:
        return moved
    weight = 2 / len(sides)
    return [
        [_part_of(weight, old, new) for old, new in zip(before, after, strict=True)]
        for before, after in zip(sides, moved, strict=True)
    ]


def _part_of(weight: float, old: Belief, new: Belief) -> Belief:
    """The belief after this share of a change; `TAU` is added in whole, once for the match."""
    variance = old[1] ** 2 + TAU**2
    mu = old[0] + weight * (new[0] - old[0])
    return mu, math.sqrt(variance - weight * (variance - new[1] ** 2))


def _mean(beliefs: Sequence[Belief]) -> Belief:
    if len(beliefs) == 1:
        return beliefs[0]
    mus, sigmas = zip(*beliefs, strict=True)
    return math.fsum(mus) / len(mus), math.fsum(sigmas) / len(sigmas)


def with_new_version(belief: Belief) -> Belief:
    """The prior of a bot whose program has changed; never less certain than that of a new bot."""
    mu, sigma = belief
    return mu, max(sigma, min(SIGMA, math.hypot(sigma, NEW_VERSION)))


def display(belief: Belief) -> Display:
    """points = 1500 + k·(mu − 25), uncertainty = k·sigma, with k = `POINTS`."""
    mu, sigma = belief
    return Display(
        points=round(points(mu)),
        uncertainty=round(POINTS * sigma),
        provisional=sigma > PROVISIONAL,
    )


def points(mu: float) -> float:
    """A mean on the scale for people, not rounded."""
    return CENTRE + POINTS * (mu - MU)


def standing(belief: Belief) -> float:
    """The order of standings: mu − sigma, a strength that the bot has with odds of 5 : 1.

    So nobody leads by a few lucky matches, while a strong newcomer still climbs within a day.
    """
    mu, sigma = belief
    return mu - sigma
