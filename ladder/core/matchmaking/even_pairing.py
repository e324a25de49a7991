"""Pairing of a season in which all entrants play the same number of matches.

Plans are those of the matchmaker: two mirrored matches of one group of bots.  Among the
entrants that have played the fewest plans, those that have met least meet.  So at any moment they
differ by one plan, and all pairs meet about as often.  House bots fill the seats if there are too
few entrants.

A void match leaves its entrants one short.  A single match is made in its place, on the same
seats.  Where one of its bots plays no more, entrants that are one short meet after the end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import gcd, sqrt

from ladder.core.matchmaking.pairing import (
    BURST_GAMES,
    MATCHES_PER_PLAN,
    MAX_REST,
    REST_PER_GAME,
    Candidate,
    Pair,
    PairingPlan,
    pair,
)
from ladder.core.seating import Seating, drawn, filled, mirrored

DRAWS = 20
"""Draws of all meetings that come next; the one with the fewest repeats is played."""
Levels = Mapping[int, int]
"""By id of an entrant, how many plans it has played or is to play."""
Played = Mapping[int, int]
"""By id of an entrant, how many matches it has played or is to play."""


def _levels(played: Played) -> dict[int, int]:
    """The plans to which these numbers of matches belong."""
    return {one: -(-matches // MATCHES_PER_PLAN) for one, matches in played.items()}


def _short(played: Played) -> list[int]:
    """The entrants that lack one match of a plan."""
    return [one for one, matches in sorted(played.items()) if matches % MATCHES_PER_PLAN]


def most_matches(seconds: float) -> float:
    """The matches that an entrant plays in this time, where workers are free: those of its burst,
    then a plan after each rest, which grows with its matches up to `MAX_REST`."""
    resting, longest = 2 * MATCHES_PER_PLAN / REST_PER_GAME, MAX_REST / REST_PER_GAME
    growing = sqrt(BURST_GAMES**2 + resting * seconds)
    if growing <= longest:
        return growing
    later = seconds - (longest**2 - BURST_GAMES**2) / resting
    return longest + MATCHES_PER_PLAN * later / MAX_REST


def lacking(seatings: Iterable[Seating], teams: tuple[int, ...] = ()) -> list[Seating]:
    """The matches of a season that are missing although their mirrored match exists."""
    count = Counter(seatings)
    missing: Counter[Seating] = Counter()
    for seating, times in count.items():
        other = mirrored(seating, teams)
        missing[other] = times % MATCHES_PER_PLAN if other == seating else times - count[other]
    return sorted(missing.elements())


def _replaced(void: Iterable[Seating], played: Played) -> Iterator[Seating]:
    """The seatings whose entrants all have fewer matches than the complete plans of the entrant
    that has played most."""
    full = MATCHES_PER_PLAN * max(_levels(played).values(), default=0)
    for seating in void:
        if all(played[one] < full for one in seating if one in played):
            yield seating


def is_even(played: Played, seats: int, *, guests: bool, void: Iterable[Seating] = ()) -> bool:
    """Whether all entrants have played at least one plan, and as many matches as all others, and
    no match is to be made in place of a ``void`` one.

    Also true where no match can make them equal: too few entrants are behind the others, and there
    are no ``guests`` for the empty seats.
    """
    short = _short(played)
    if any(_replaced(void, played)) or (short and (guests or len(short) >= seats)):
        return False
    return _is_level(_levels(played), seats, guests=guests)


def _is_level(levels: Levels, seats: int, *, guests: bool) -> bool:
    """As `is_even`, by plans."""
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
    guests: dict[int, Candidate]
    played: dict[int, int]
    met: Counter[Pair]
    seats: int
    teams: tuple[int, ...]
    void: list[Seating]
    late: bool

    @property
    def levels(self) -> Levels:
        return _levels(self.played)

    def next(self, rng: random.Random) -> PairingPlan | None:
        """The next match in place of a void one, or else the next plan."""
        if instead := next(_replaced(self.void, self.played), None):
            self.void.remove(instead)
            return PairingPlan(instead, self.teams, single=True)
        if self.late and is_even(self.played, self.seats, guests=bool(self.guests)):
            return None
        single = self.single(rng)
        group = single or self.group(rng)
        strengths = {bot.id: bot.mu for bot in (*self.bots.values(), *self.guests.values())}
        seated = drawn(group, self.teams, strengths, rng) if group else None
        return PairingPlan(seated, self.teams, single is not None) if seated else None

    def group(self, rng: random.Random) -> list[int] | None:
        """The ids of the next plan; None while the entrants that are behind rest."""
        levels = self.levels
        least = min(levels.values())
        behind = [one for one, level in levels.items() if level == least]
        ready = [one for one in behind if self.late or self.bots[one].rested]
        full = len(behind) >= self.seats
        if len(ready) < (self.seats if full else len(behind)):
            return None
        if full:
            draws = [self._round(ready, rng) for _ in range(DRAWS)]
            return min(draws, key=lambda groups: sum(map(self._meetings, groups)))[0]
        return self._filled(behind, self._partners(), rng)

    def _filled(
        self, group: list[int], pool: Iterable[int], rng: random.Random
    ) -> list[int] | None:
        """The group with entrants of the pool, then with guests; None where they are too few."""
        self._fill(group, pool, rng)
        group = filled(group, list(self.guests), self.seats, rng)
        return group if len(group) == self.seats else None

    def single(self, rng: random.Random) -> list[int] | None:
        """The ids of one match of entrants that lack one; None where they are too few."""
        short = _short(self.played)
        return self._filled([rng.choice(short)], short, rng) if short and self.late else None

    def _partners(self) -> Iterable[int]:
        """Entrants that may fill a plan of too few that are behind.  Once all of them cannot be
        equal any more, those that have played most do not, so that the season ends."""
        levels = self.levels
        if not self.late or _can_be_even(levels, self.seats):
            return levels
        most = max(levels.values())
        return [] if self.guests else [one for one in levels if levels[one] < most]

    def _round(self, ready: Sequence[int], rng: random.Random) -> list[list[int]]:
        """Groups of all ready entrants, each filled with the remaining entrants that have met it
        least."""
        left, tables = list(ready), []
        while len(left) >= self.seats:
            group = [rng.choice(left)]
            self._fill(group, left, rng)
            left = [one for one in left if one not in group]
            tables.append(group)
        return tables

    def _meetings(self, group: Sequence[int]) -> int:
        """The squares of how often its members have met: two repeats of one pair are worse."""
        return sum(self.met[pair(a, b)] ** 2 for a, b in combinations(group, 2))

    def _fill(self, group: list[int], pool: Iterable[int], rng: random.Random) -> None:
        """Add entrants of the pool: those that have played least, then those that have met the
        group least."""
        left, levels = set(pool) - set(group), self.levels
        while left and len(group) < self.seats:
            keys = {
                one: (levels[one], sum(self.met[pair(one, o)] for o in group), rng.random())
                for one in sorted(left)
            }
            group.append(min(keys, key=lambda one: keys[one]))
            left.discard(group[-1])

    def note(self, plan: PairingPlan) -> None:
        """These entrants are to play its matches together."""
        own, matches = sorted(set(plan.ids) & self.played.keys()), len(plan.seatings)
        for at, one in enumerate(own):
            bot = self.bots[one]
            self.played[one] += matches
            self.bots[one] = replace(bot, waiting=bot.waiting + matches, idle=0.0)
            self.met.update({pair(one, other): matches for other in own[:at]})


def plan(
    candidates: Iterable[Candidate],
    played: Played,
    met: Mapping[Pair, int],
    free: int,
    rng: random.Random,
    seats: int = 2,
    teams: tuple[int, ...] = (),
    *,
    void: Iterable[Seating] = (),
    late: bool = False,
) -> list[PairingPlan]:
    """At most ``free`` matches between the entrants, which are the candidates in ``played``; the
    others are house bots.

    ``met`` counts matches by `pair`, ``void`` are seatings of candidates that are `lacking`.
    Entrants rest as in `pairing`, unless the season is ``late``: then only those play
    that are behind the others, until `is_even`.
    """
    every = sorted(candidates, key=lambda bot: bot.id)
    own = {bot.id: bot for bot in every if bot.id in played}
    guests = {bot.id: bot for bot in every if bot.id not in played}
    counts = {one: played[one] for one in own}
    field = _Field(own, guests, counts, Counter(met), seats, teams, list(void), late)
    plans: list[PairingPlan] = []
    while len(own) > 1 and (made := field.next(rng)) and len(made.seatings) <= free:
        free -= len(made.seatings)
        plans.append(made)
        field.note(made)
    return plans
