"""The matchmaker: the next pairings, as a pure function.

A plan is a group of bots that play one another twice, seated as drawn and in reverse; with two
seats that is both seatings of a pair, with teams the sides are swapped.  `games.game.Game.start`
says which of them share map and seed.  Plans are the best of a few draws: important plans are
likely, and every allowed plan is possible, so that any two bots can meet.

All bots of a match have different owners, so that nobody's bots can help each other; house bots
are excepted.  Where there are too few bots for the seats, those house bots that are in the match
already take more of them, as equally often as can be.

A draw goes owner, bot, opponents.

- The bot that asks for a match is drawn by need × waiting time: first the owner, so that a
  person with twenty bots gets no more matches than a person with one, then one of the owner's bots.
- Opponents are drawn by the product of the weights of `opponent_weights`, a
  heavy-tailed neighbourhood in rating × few repeats.  Of `DRAWS` such groups, the one whose result
  tells most about their order plays.  In a `RANDOM_SHARE` of the plans all opponents are equally
  likely, and only one group is drawn.
- A version plays its first matches in a burst: it counts as having waited for long, and one of
  `HOUSE_IN_BURST` of its opponents is a house bot in any case, which is there at once, has been
  met by everybody, and has no owner whose games it takes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ladder.core.matchmaking.opponent_weights import (
    Floats,
    doubt,
    gain,
    information,
    nearness,
    novelty,
)
from ladder.core.seating import Seating, drawn, filled, mirrored

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

MATCHES_PER_PLAN = 2
RANDOM_SHARE = 0.05
"""The part of all plans whose opponents are drawn with no regard to ratings: what the ratings have
wrong about the whole field shows in these."""
DRAWS = 4
"""Groups of opponents that are drawn for a plan, of which the best plays."""
NEED_POWER = 0.5
"""A bot's need is this power of its expected gain of order, of which the field's median is 1 ..."""
NEED = 0.25, 4.0
"""... between these bounds, so that newcomers leave matches to others."""
RIVALS = 500
"""A bot's gain is measured against at most this number of other bots, evenly from the field."""
BURST_GAMES = 20
"""A version plays its first matches in a burst, so that its author soon sees where it stands."""
BURST = 4.0
"""In a burst, a version counts as waiting this many times the average of the others."""
HOUSE_IN_BURST = 0.2
"""The share of a burst's opponents that are always house bots, where there are any."""
MOMENT = 30.0
"""Seconds that are added to every waiting time, so that no weight is zero."""
MAX_WAIT = 24 * 3600.0
"""Waiting time is capped at this, so that a long absent bot is not drawn all the time.
"""
HOUSE_SHARE = 0.2
"""The factor of house bots' requests: they are opponents and seldom ask for a match."""
REST_PER_GAME = 3.0
"""Seconds of rest before the next match for each match that a version has played ..."""
MAX_REST = 3600.0
"""... up to this, so that bots with known strengths still play, but seldom."""

Pair = tuple[int, int]
"""Two ids, the smaller first."""
Spent = Callable[[Sequence[int]], bool]
"""Whether a match of bots with these ids would only repeat an earlier one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot that may play.  ``games`` counts the rated matches of the version that plays now,
    ``waiting`` its matches in the queue, ``idle`` the seconds since it last played."""

    id: int
    owner: int
    mu: float
    sigma: float
    games: int = 0
    waiting: int = 0
    idle: float = 0.0
    house: bool = False

    @property
    def early(self) -> bool:
        """Whether its version has matches of its burst left."""
        return self.games + self.waiting < BURST_GAMES

    @property
    def rested(self) -> bool:
        """Whether it may play now: always in its burst; later its rests grow with the number of its
        matches, so that this number, and the storage that matches need, grow with the square root
        of time."""
        if self.early:
            return True
        return not self.waiting and self.idle >= min(REST_PER_GAME * self.games, MAX_REST)

    @property
    def wait(self) -> float:
        """The seconds that it has waited; always positive, but minimal while it has a match in the
        queue."""
        return MOMENT + (0.0 if self.waiting else min(max(self.idle, 0.0), MAX_WAIT))


@dataclass(frozen=True, slots=True)
class PairingPlan:
    """Bots that meet: ids in the order of their seats in the first of the two matches.

    ``teams`` are those of the ruleset's seats.  A ``single`` match has no second one.
    """

    ids: Seating
    teams: tuple[int, ...] = ()
    single: bool = False

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """Those of both matches, or of the single one."""
        return (self.ids,) if self.single else (self.ids, mirrored(self.ids, self.teams))


class _Field:
    """The state of a draw: element i of every array is bot i; it changes with every plan."""

    def __init__(self, bots: list[Candidate], met: Mapping[Pair, int], spent: Spent) -> None:
        self.bots = bots
        self.spent = spent
        self.place = {bot.id: i for i, bot in enumerate(bots)}
        self.mu = np.array([bot.mu for bot in bots])
        self.sigma = np.array([bot.sigma for bot in bots])
        self.house = np.array([bot.house for bot in bots], dtype=bool)
        owners, self.owner = np.unique([bot.owner for bot in bots], return_inverse=True)
        self.owners = len(owners)
        self.owned = self._sums(np.ones(len(bots)))
        # House bots are met as if each had an owner of its own.
        self.clones = np.where(self.house, 1.0, self.owned[self.owner])
        self.need = _needs(gain(self.sigma, self._doubts()))
        self.need[self.house] *= HOUSE_SHARE
        self.wait = np.array([bot.wait for bot in bots])
        self.waiting = np.array([float(bot.waiting) for bot in bots])
        self.rested = np.array([bot.rested for bot in bots], dtype=bool)
        self.burst = np.array([bot.early and not bot.house for bot in bots], dtype=bool)
        self.met = _by_place(np.array([bot.id for bot in bots], dtype=np.int64), met)
        self.planned: dict[int, Counter[int]] = {}

    def note(self, group: Iterable[int]) -> None:
        """These are to play one plan together."""
        known = sorted(set(group))
        for at, i in enumerate(known):
            bot = self.bots[i]
            bot = replace(bot, waiting=bot.waiting + MATCHES_PER_PLAN, idle=0.0)
            self.bots[i] = bot
            self.wait[i], self.waiting[i] = bot.wait, bot.waiting
            self.rested[i], self.burst[i] = bot.rested, bot.early and not bot.house
            others = known[:at] + known[at + 1 :]
            planned = self.planned.setdefault(i, Counter())
            planned.update(dict.fromkeys(others, MATCHES_PER_PLAN))

    def wake(self) -> None:
        """Resting bots may ask for a match, too, except those that have matches in the queue."""
        self.rested |= self.waiting == 0

    def needs(self) -> tuple[Floats, Floats]:
        """Need × waiting time of every owner and of every bot, the less the more of their matches
        wait in the queue; nothing for those that may not play now.

        An owner has waited since any of their bots played, and has the mean need of those that may
        play.  The waiting time of bots in a burst, and of their owners, is multiplied
        by `BURST`.
        """
        waited = np.full(self.owners, MOMENT + MAX_WAIT)
        np.minimum.at(waited, self.owner, self.wait)
        hurried = self._sums(self.burst) > 0
        long = np.maximum(waited, np.where(hurried, BURST * waited.mean(), 0.0))
        asking = self.need * self.rested
        needed = self._sums(asking) / np.maximum(self._sums(self.rested), 1.0)
        owners = needed * long / (1.0 + self._sums(self.waiting))
        usual = (self._sums(self.wait) / self.owned)[self.owner]
        waits = np.maximum(self.wait, np.where(self.burst, BURST * usual, 0.0))
        return owners, asking * waits / (1.0 + self.waiting)

    def _doubts(self) -> Floats:
        """Of every bot, the sum over its rivals; those of one owner count as one bot together, so
        that nobody gets more matches by uploading a bot many times."""
        some = np.arange(0, len(self.bots), 1 + len(self.bots) // RIVALS)
        doubts = doubt(self.mu, self.sigma, self.mu[some], self.sigma[some])
        own = (self.owner[:, None] == self.owner[some]) & ~(self.house[:, None] & self.house[some])
        doubts[own] = 0.0
        doubts[some, np.arange(len(some))] = 0.0
        return doubts @ (1.0 / self.clones[some])

    def _sums(self, values: Floats | Mask) -> Floats:
        """By owner."""
        return np.bincount(self.owner, values, self.owners).astype(np.float64, copy=False)

    def fit_for(self, first: int) -> Mask:
        """The possible opponents of a bot: bots of one owner do not meet, so that none can feed
        another; house bots may."""
        fit: Mask = (self.owner != self.owner[first]) | (self.house & self.house[first])
        fit[first] = False
        return fit

    def weights(self, first: int) -> Floats:
        """The weight of every bot as an opponent of this one; always positive.

        Besides the weights of `opponent_weights`: not busy, and not one of many bots of one owner.
        """
        belief = float(self.mu[first]), float(self.sigma[first])
        firsts, seconds, matches = self.met
        met = np.zeros(len(self.bots))
        met[seconds[firsts == first]] = matches[firsts == first]
        for other, planned in self.planned.get(first, {}).items():
            met[other] += planned
        good = nearness(belief, self.mu, self.sigma) * novelty(met)
        return good / ((1.0 + self.waiting) * self.clones)


def _needs(gains: Floats) -> Floats:
    """The need of every bot: how much a match of it may improve the order."""
    usual = np.median(gains) if gains.size else 0.0
    if not usual > 0.0:
        return np.ones_like(gains)
    return np.clip((gains / usual) ** NEED_POWER, *NEED)


def _by_place(ids: Ints, met: Mapping[Pair, int]) -> tuple[Ints, Ints, Floats]:
    """Meetings of those among the sorted ``ids``, by their places there: of each pair, either of
    them as the first, the other as the second, and how many matches."""
    pairs = np.array(list(met), dtype=np.int64).reshape(-1, 2)
    matches = np.array(list(met.values()), dtype=np.float64)
    known = np.isin(pairs, ids).all(axis=1)
    first, second = np.searchsorted(ids, pairs[known]).T
    both = np.concatenate([first, second]), np.concatenate([second, first])
    return *both, np.tile(matches[known], 2)


def pair(a: int, b: int) -> Pair:
    """The key of two bots in a mapping of meetings."""
    return (a, b) if a < b else (b, a)


def plan(
    candidates: Iterable[Candidate],
    met: Mapping[Pair, int],
    free: int,
    rng: random.Random,
    seats: int = 2,
    teams: tuple[int, ...] = (),
    least: int = 0,
    spent: Spent = lambda ids: False,
) -> list[PairingPlan]:
    """At most ``free`` matches, as plans of `MATCHES_PER_PLAN` each.

    ``met`` counts recent matches by `pair`; ``teams`` has the team of each seat, if there are any.
    If the rested bots ask for fewer than ``least`` matches, resting ones ask for the rest of them.
    Groups that are ``spent`` do not play.
    The result depends on the arguments alone, not on the order of ``candidates`` or of ``met``, and
    nothing but the state of ``rng`` changes.  Only rested bots ask for a match, but anybody may be
    their opponent.  Empty where nobody is rested and ``least`` is 0, or too few bots of different
    owners are there.
    """
    if seats < 2:
        raise ValueError(f"a ladder needs games of at least two seats, not {seats}")
    if teams and (len(teams) != seats or len(set(teams)) < 2):
        raise ValueError(f"{teams} are no teams for {seats} seats")
    field = _Field(sorted(candidates, key=lambda bot: bot.id), met, spent)
    plans = _draw(field, free, rng, seats, teams)
    if (missing := min(free, least) - MATCHES_PER_PLAN * len(plans)) > 0:
        field.wake()
        plans += _draw(field, missing, rng, seats, teams)
    return plans


def _draw(
    field: _Field, free: int, rng: random.Random, seats: int, teams: tuple[int, ...]
) -> list[PairingPlan]:
    """Plans of at most ``free`` matches, for bots that may ask for one."""
    plans: list[PairingPlan] = []
    for _ in range(free // MATCHES_PER_PLAN):
        group = _draw_group(field, rng, seats, teams)
        if group is None:
            break
        plans.append(PairingPlan(group, teams))
        field.note(field.place[number] for number in group)
    return plans


def _draw_group(
    field: _Field, rng: random.Random, seats: int, teams: tuple[int, ...]
) -> Seating | None:
    """Ids in order of seats; None where nobody can be seated."""
    owners, bots = field.needs() if field.bots else (np.zeros(0), np.zeros(0))
    while bots.any():
        owner = _pick(owners, rng)
        first = _pick(np.where(field.owner == owner, bots, 0.0), rng)
        group = _fill(field, first, rng, seats)
        if group is not None:
            strengths = {bot.id: bot.mu for bot in group}
            seated = drawn([bot.id for bot in group], teams, strengths, rng)
            if seated is not None:
                return seated
        bots[first] = 0.0
        if not bots[field.owner == owner].any():
            owners[owner] = 0.0
    return None


def _pick(weights: Floats, rng: random.Random) -> int:
    """A random index; of ``weights`` at least one is positive."""
    sums = np.cumsum(weights)
    at = int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
    # If rounding gives the whole sum, the index would be beyond the last bot.
    return min(at, int(np.flatnonzero(weights)[-1]))


def _fill(field: _Field, first: int, rng: random.Random, seats: int) -> list[Candidate] | None:
    """The bots of one plan: the most informative of `DRAWS` groups, or the only group if all bots
    are equally likely.  None where nobody can be seated, or all are spent."""
    anybody = rng.random() < RANDOM_SHARE
    from_house = [
        bool(field.burst[first]) and rng.random() < HOUSE_IN_BURST for _ in range(seats - 1)
    ]
    logs: dict[int, Floats] = {}
    drawn = [
        _drawn(field, first, from_house, None if anybody else logs, rng)
        for _ in range(1 if anybody else DRAWS)
    ]
    new = [each for each in drawn if not field.spent([field.bots[i].id for i in each])]
    if not new:
        return None
    best = max(new, key=lambda each: information(field.mu[each]))
    # A bot does not play itself.
    spare = [i for i in best if field.house[i]] if len(best) > 1 else []
    group = filled(best, spare, seats, rng)
    return [field.bots[i] for i in group] if len(group) == seats else None


def _drawn(
    field: _Field,
    first: int,
    from_house: list[bool],
    logs: dict[int, Floats] | None,
    rng: random.Random,
) -> list[int]:
    """A group of as many bots of different owners as there are, one for each seat at most.

    ``from_house`` says of each seat but the first whether it is kept for a house bot.  The weight
    of the next bot is the geometric mean of its weights for the bots in the group; ``logs`` keeps
    the logarithms of those that were needed before.  Without it, all bots are equally likely.
    """
    group, left = [first], np.ones(len(field.bots), dtype=bool)
    total = np.zeros(len(field.bots))
    for wants_house in from_house:
        left &= field.fit_for(group[-1])
        if not left.any():
            break
        house = left & field.house
        pool = house if wants_house and house.any() else left
        weights = 1.0 / field.clones
        if logs is not None:
            if group[-1] not in logs:
                logs[group[-1]] = np.log(field.weights(group[-1]))
            total += logs[group[-1]]
            mean = total / len(group)
            weights = np.exp(mean - mean[pool].max())
        group.append(_pick(np.where(pool, weights, 0.0), rng))
    return group
