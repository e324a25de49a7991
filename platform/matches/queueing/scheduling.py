"""Which match a free slot plays next.  Plain data in, a choice out: no database and no clock.

The kinds of matches share the workers' time by weight: start-time fair queueing (Goyal, Vin and
Cheng, 1996) over several slots.  Each share has a virtual time, ``used``: its worker-seconds
divided by its weight.  The share with the least of it plays next.  Workers drive `Floor` with what
the database holds, `simulate` drives it with expected durations.

Slots may be reserved for some matches (`Waiting.guaranteed`).  While fewer of these run than slots
are reserved, and one waits, it plays next.  A slot that none of them wants plays others.  Time on
reserved slots is charged to no share, so the shares stay fair on the other slots.

One slot of several is kept for short matches (`Floor.keeps`): a long one never begins on it, also
while nothing short waits.  A match counts as long as soon as it is expected to take, or has taken,
more than `SHORT_S`.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from math import inf

SHORT_S = 30.0
"""Matches that take longer are long."""
CREDIT_S = 120.0
"""Worker-seconds that a share may save up while no slot is allowed to it."""
LEAST_S = 1.0
"""Least remaining seconds of a match that has run longer than expected."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that waits, or a ``ghost``: a place in the queue of which only the time is wanted.

    ``expected`` is in seconds.  An ``urgent`` match comes before all that are not, and may take the
    slot that is kept for short ones.  Slots may be reserved for ``guaranteed`` ones; a match that
    was picked for such a slot is ``free``: no share pays for it.
    """

    key: int | str
    share: str
    expected: float
    priority: int = 0
    urgent: bool = False
    ghost: bool = False
    guaranteed: bool = False
    free: bool = False

    @property
    def is_short(self) -> bool:
        return self.expected <= SHORT_S


@dataclass(slots=True)
class Running:
    """A match that is played: seconds that it is expected to take, and that it has taken."""

    share: str
    expected: float
    elapsed: float = 0.0
    guaranteed: bool = False
    free: bool = False

    @property
    def cost(self) -> float:
        return max(self.expected, self.elapsed)

    @property
    def is_long(self) -> bool:
        return self.cost > SHORT_S

    @property
    def left(self) -> float:
        """A match that is late will take as long again as it is late: the best guess for times of
        which some are many times the others."""
        late = self.elapsed - self.expected
        return max(abs(late), self.expected / 4, LEAST_S)


def slots_for(seconds: float, slots: int) -> int:
    """How many of the slots matches of this length may take at once."""
    return slots - 1 if seconds > SHORT_S and slots > 1 else slots


@dataclass(slots=True)
class Account:
    """The time used by a share: ``used`` is in worker-seconds over ``weight`` (at least 1)."""

    weight: int
    used: float = 0.0


@dataclass(frozen=True, slots=True)
class Heads:
    """The first waiting match of a share, the first of its short ones, and the first of its
    guaranteed ones, where there are any."""

    first: Waiting | None = None
    short: Waiting | None = None
    guaranteed: Waiting | None = None

    @classmethod
    def of(cls, *waiting: Waiting) -> Heads:
        """Those of a few matches, in their order."""
        short = next((each for each in waiting if each.is_short), None)
        owed = next((each for each in waiting if each.guaranteed), None)
        return cls(waiting[0] if waiting else None, short, owed)


@dataclass(slots=True)
class Floor:
    """The slots, and who plays on them.

    ``capped`` shares get at most half of the slots, and at least one.  Where long matches have all
    of that, one short match of the share may begin beside them.  ``keeps``: whether one slot
    of several is kept for short matches.  ``reserved`` slots are for guaranteed matches.
    """

    slots: int
    accounts: dict[str, Account]
    running: dict[int | str, Running] = field(default_factory=dict)
    capped: frozenset[str] = frozenset()
    keeps: bool = True
    reserved: int = 0

    def tags(self) -> dict[str, float]:
        """The virtual time of each share, with what its running matches will have cost."""
        tags = {share: account.used for share, account in self.accounts.items()}
        for each in self.running.values():
            if not each.free:
                tags[each.share] += each.cost / self.accounts[each.share].weight
        return tags

    def owed(self, heads: Mapping[str, Heads]) -> Waiting | None:
        """The match for a reserved slot; None where enough guaranteed ones run, or none waits."""
        if sum(each.guaranteed for each in self.running.values()) >= self.reserved:
            return None
        waiting = (head.guaranteed for head in heads.values())
        first = next((each for each in waiting if each is not None), None)
        return None if first is None else replace(first, free=True)

    def pick(self, heads: Mapping[str, Heads]) -> Waiting | None:
        """The match that plays next; None where none may now."""
        if (owed := self.owed(heads)) is not None:
            return owed
        longs = self._longs_allowed()
        tags = self.tags()
        candidates = [
            chosen
            for share, head in heads.items()
            if (chosen := self._allowed(share, head, longs=longs)) is not None
        ]

        def order(each: Waiting) -> tuple[bool, float, int, str]:
            weight = self.accounts[each.share].weight
            return not each.urgent, tags[each.share], -weight, each.share

        return min(candidates, key=order, default=None)

    def _allowed(self, share: str, head: Heads, *, longs: bool) -> Waiting | None:
        """The match of a share that may begin now."""
        running = [each for each in self.running.values() if each.share == share]
        half = max(1, self.slots // 2)
        if share in self.capped and len(running) >= half:
            more = len(running) == half and all(each.is_long for each in running)
            return head.short if more else None
        return head.first if longs or (head.first and head.first.urgent) else head.short

    def _longs_allowed(self) -> bool:
        """With one slot alone none can be kept: long matches would never be played.  Reserved slots
        that play guaranteed matches are not among the several."""
        others = [each for each in self.running.values() if not each.free]
        slots = self.slots - len(self.running) + len(others)
        most = slots_for(inf, slots) if self.keeps else self.slots
        return sum(each.is_long for each in others) < most

    def caught_up(self, chosen: Waiting, waiting: Iterable[str]) -> dict[str, float]:
        """New values of ``used``, where they change as ``chosen`` begins.

        A share of which nothing waits saves up nothing, and one that waits `CREDIT_S` at most: it
        could keep all others waiting until it has had what it was not there to take.  A match on
        a reserved slot changes nothing.
        """
        if chosen.free:
            return {}
        tags, waits = self.tags(), {*waiting}
        now = tags[chosen.share]
        used = {}
        for share, account in self.accounts.items():
            least = now - (CREDIT_S / account.weight if share in waits else 0.0)
            if tags[share] < least:
                used[share] = account.used + least - tags[share]
        return used

    def start(self, chosen: Waiting, waiting: Iterable[str]) -> None:
        for share, used in self.caught_up(chosen, waiting).items():
            self.accounts[share].used = used
        self.running[chosen.key] = Running(
            chosen.share, chosen.expected, guaranteed=chosen.guaranteed, free=chosen.free
        )

    def end(self, key: int | str, seconds: float) -> None:
        """A match has ended after ``seconds``."""
        ended = self.running.pop(key)
        if not ended.free:
            account = self.accounts[ended.share]
            account.used += seconds / account.weight


class _Queue:
    """The waiting matches of one share, in order, with the first short one and the first guaranteed
    one at hand."""

    def __init__(self) -> None:
        self._parts: dict[tuple[bool, bool], deque[tuple[int, Waiting]]] = {}

    def add(self, number: int, waiting: Waiting) -> None:
        self._part(waiting).append((number, waiting))

    def _part(self, waiting: Waiting) -> deque[tuple[int, Waiting]]:
        return self._parts.setdefault((waiting.is_short, waiting.guaranteed), deque())

    def __bool__(self) -> bool:
        return any(self._parts.values())

    def heads(self) -> Heads:
        fronts = sorted((part[0] for part in self._parts.values() if part), key=lambda e: e[0])
        return Heads.of(*(waiting for _, waiting in fronts))

    def remove(self, waiting: Waiting) -> None:
        self._part(waiting).popleft()


class Simulation:
    """What `Floor` does with matches that wait, on a clock of its own, in seconds from now.

    ``duration`` says how long a match takes; without it each takes what is expected.  ``starts``
    is filled with the time at which each began.
    """

    def __init__(
        self, floor: Floor, duration: Callable[[Waiting], float] = lambda each: each.expected
    ) -> None:
        self.floor, self.now = floor, 0.0
        self.starts: dict[int | str, float] = {}
        self._duration = duration
        self._queues: dict[str, _Queue] = {}
        self._numbers = count()
        self._began = {key: -each.elapsed for key, each in floor.running.items()}
        self._ends = [(each.left, number, key)
                      for number, (key, each) in enumerate(floor.running.items())]  # fmt: skip
        heapq.heapify(self._ends)
        self._ties = count(len(self._ends))

    def add(self, waiting: Waiting) -> None:
        self._queues.setdefault(waiting.share, _Queue()).add(next(self._numbers), waiting)

    def waits(self, share: str) -> bool:
        return bool(self._queues.get(share))

    def run(self, until: float = float("inf")) -> None:
        """Play until nothing waits that can begin, or until this time."""
        while any(self._queues.values()) or (self._ends and until < float("inf")):
            self.fill()
            if not self._ends or self._ends[0][0] > until:
                break
            self._move(self._ends[0][0])
        if until < float("inf"):
            self._move(until)

    def fill(self) -> None:
        """Begin what can begin now."""
        while len(self.floor.running) < self.floor.slots:
            heads = {share: queue.heads() for share, queue in self._queues.items() if queue}
            chosen = self.floor.pick(heads)
            if chosen is None:
                return
            self._queues[chosen.share].remove(chosen)
            self.starts[chosen.key] = self.now
            if not chosen.ghost:
                self.floor.start(chosen, heads)
                self._began[chosen.key] = self.now
                end = self.now + self._duration(chosen)
                heapq.heappush(self._ends, (end, next(self._ties), chosen.key))

    def _move(self, moment: float) -> None:
        """Go to a time, ending what ends by then."""
        while self._ends and self._ends[0][0] <= moment:
            end, _, key = heapq.heappop(self._ends)
            self.floor.end(key, end - self._began.pop(key))
        self.now = moment
        for key, each in self.floor.running.items():
            each.elapsed = moment - self._began[key]
