"""Pairing of a season in which all entrants play the same number of matches.

Plans are those of `ladder.core.pairing`: two mirrored matches of one group of bots.  The entrants
that have played the fewest plans meet, those of them that have met least.  So at any moment they
differ by one plan, and all pairs meet about as often.  House bots take seats for which there are
too few entrants.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import gcd

from ladder.core.pairing import MATCHES_PER_PLAN, Candidate, Pair, PairingPlan, pair
from ladder.core.seating import drawn

DRAWS = 20
"""Draws of all meetings that come next; the one with the fewest repeats is played."""
Levels = Mapping[int, int]
"""By id of an entrant, how many plans it has played or is to play."""


def level_of(matches: int) -> int:
    """The plans to which a number of matches belongs."""
    return -(-matches // MATCHES_PER_PLAN)


def is_even(levels: Levels, seats: int, *, guests: bool) -> bool:
    """Whether all entrants have played at least one plan, and as many as all others.

    Also true where no plan can make them equal: too few entrants are behind the others, and there
    are no ``guests`` for the empty seats.
    """
    most = max(levels.values(), default=0)
    behind = [one for one, level in levels.items() if level < max(most, 1)]
    stuck = len(behind) < seats and not _can_be_even(levels, seats) and not guests
    return not behind or (stuck and most > 0)


def _can_be_even(levels: Levels, seats: int) -> bool:
    """Whether plans of entrants alone can make the levels equal: each adds ``seats`` to their sum,
    which must become a multiple of the number of entrants.  With one entrant for each seat, plans
    change no difference."""
    if len(levels) <= seats:
        return len(levels) == seats and len(set(levels.values())) == 1
    return sum(levels.values()) % gcd(len(levels), seats) == 0


@dataclass
class _Field:
    """The state of a draw, which changes with each plan."""

    bots: dict[int, Candidate]
    guests: Sequence[int]
    levels: dict[int, int]
    met: Counter[Pair]
    seats: int
    late: bool

    def group(self, rng: random.Random) -> list[int] | None:
        """The ids of the next plan; None while the entrants that are behind rest."""
        least = min(self.levels.values())
        behind = [one for one, level in self.levels.items() if level == least]
        ready = [one for one in behind if self.late or self.bots[one].rested]
        full = len(behind) >= self.seats
        if len(ready) < (self.seats if full else len(behind)):
            return None
        if full:
            draws = [self._round(ready, rng) for _ in range(DRAWS)]
            return min(draws, key=lambda groups: sum(map(self._meetings, groups)))[0]
        found = behind
        self._fill(found, self._partners(), rng)
        while self.guests and len(found) < self.seats:
            missing = self.seats - len(found)
            found += rng.sample(self.guests, min(len(self.guests), missing))
        return found if len(found) == self.seats else None

    def _partners(self) -> Iterable[int]:
        """Entrants that may fill a plan of too few that are behind.  Once all of them cannot be
        equal any more, those that have played most do not, so that the season ends."""
        if not self.late or _can_be_even(self.levels, self.seats):
            return self.levels
        most = max(self.levels.values())
        return [] if self.guests else [one for one in self.levels if self.levels[one] < most]

    def _round(self, ready: Sequence[int], rng: random.Random) -> list[list[int]]:
        """Groups of all who are ready, each with the entrants left that have met it least."""
        left, found = list(ready), []
        while len(left) >= self.seats:
            group = [rng.choice(left)]
            self._fill(group, left, rng)
            left = [one for one in left if one not in group]
            found.append(group)
        return found

    def _meetings(self, group: Sequence[int]) -> int:
        """The squares of how often its members have met: two repeats of one pair are worse."""
        return sum(self.met[pair(a, b)] ** 2 for a, b in combinations(group, 2))

    def _fill(self, group: list[int], pool: Iterable[int], rng: random.Random) -> None:
        """Add entrants of the pool: those that have played least, then those that have met the
        group least."""
        left = set(pool) - set(group)
        while left and len(group) < self.seats:
            keys = {
                one: (self.levels[one], sum(self.met[pair(one, o)] for o in group), rng.random())
                for one in sorted(left)
            }
            group.append(min(keys, key=lambda one: keys[one]))
            left.discard(group[-1])

    def note(self, group: Iterable[int]) -> None:
        """These entrants are to play one plan together."""
        own = sorted(set(group) & self.levels.keys())
        for at, one in enumerate(own):
            bot = self.bots[one]
            self.levels[one] += 1
            self.bots[one] = replace(bot, waiting=bot.waiting + MATCHES_PER_PLAN, idle=0.0)
            self.met.update({pair(one, other): MATCHES_PER_PLAN for other in own[:at]})


def plan(
    candidates: Iterable[Candidate],
    levels: Levels,
    met: Mapping[Pair, int],
    free: int,
    rng: random.Random,
    seats: int = 2,
    teams: tuple[int, ...] = (),
    *,
    late: bool = False,
) -> list[PairingPlan]:
    """At most ``free`` matches between the entrants, which are the candidates in ``levels``; the
    others are house bots.

    ``met`` counts matches by `pair`.  Entrants rest as in `ladder.core.pairing`, unless the season
    is ``late``: then only those play that are behind the others, until `is_even`.
    """
    every = sorted(candidates, key=lambda bot: bot.id)
    own = {bot.id: bot for bot in every if bot.id in levels}
    guests = [bot.id for bot in every if bot.id not in levels]
    field = _Field(own, guests, {one: levels[one] for one in own}, Counter(met), seats, late)
    strengths = {bot.id: bot.mu for bot in every}
    plans: list[PairingPlan] = []
    while len(own) > 1 and len(plans) < free // MATCHES_PER_PLAN:
        if late and is_even(field.levels, seats, guests=bool(guests)):
            break
        group = field.group(rng)
        seated = drawn(group, teams, strengths, rng) if group else None
        if seated is None:
            break
        plans.append(PairingPlan(seated, teams))
        field.note(seated)
    return plans
