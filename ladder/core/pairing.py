"""The matchmaker: who plays whom next.

A plan is a group of bots that play one another twice on the same seed, seated as drawn and in
reverse, so that neither the seed nor the seat favours anybody; with two seats that is both
seatings of a pair, with teams the sides are swapped.  Plans are drawn, not optimised: what matters
most is likely, and nothing that is allowed is impossible, so that no two bots avoid each other for
ever.

All bots of a match have different owners, so that nobody's bots can help each other; house bots
are excepted.  Where there are too few bots for the seats, those house bots that are in the match
already take more of them, as equally often as can be.

A draw goes owner, bot, opponents.  Drawing the owner first gives a person with twenty bots no
more of the machine than a person with one.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ladder.core.rating import BETA, SIGMA
from ladder.core.seating import Seating, drawn, mirrored

MATCHES_PER_PLAN = 2
BURST_GAMES = 20
"""A version plays its first matches in a burst, so that its author soon sees where it stands."""
BURST = 4.0
"""How much more urgent such a version is than a settled one."""
IDLE_HOUR = 3600.0
MAX_IDLE_HOURS = 24.0
HOUSE_SHARE = 0.2
"""House bots are there to be met: they seldom ask for a match of their own."""
REST_PER_GAME = 3.0
"""Seconds of rest before the next match for each match that a version has played ..."""
MAX_REST = 3600.0
"""... up to this; a bot whose place is known plays on, but does not wear out the machine."""
FAR = 0.02
"""What is left of an opponent's weight however far away its rating is."""

Pair = tuple[int, int]
"""Two ids, the smaller first."""


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
    def rested(self) -> bool:
        """Whether it may play now.  In its burst always; then the rests grow with its matches, so
        that their number, and what they cost in storage, grows as the square root of time."""
        played = self.games + self.waiting
        if played < BURST_GAMES:
            return True
        return not self.waiting and self.idle >= min(REST_PER_GAME * played, MAX_REST)

    @property
    def urgency(self) -> float:
        """How much this bot needs a match; always positive."""
        unsure = min(self.sigma / SIGMA, 1.0)
        idle = min(max(self.idle, 0.0) / IDLE_HOUR, MAX_IDLE_HOURS)
        need = 0.05 + unsure**2 + idle / MAX_IDLE_HOURS
        if self.house:
            need *= HOUSE_SHARE
        elif self.games + self.waiting < BURST_GAMES:
            need *= BURST
        return need / (1 + self.waiting)


@dataclass(frozen=True, slots=True)
class Plan:
    """Bots that shall meet: ids in the order of their seats in the first of the two matches.

    ``teams`` are those of the ruleset's seats.
    """

    ids: Seating
    teams: tuple[int, ...] = ()

    @property
    def seatings(self) -> tuple[Seating, Seating]:
        """Both matches, on one seed."""
        return self.ids, mirrored(self.ids, self.teams)


@dataclass
class _Board:
    """What a draw knows; it changes with every plan."""

    bots: dict[int, Candidate]
    met: dict[Pair, int]
    rng: random.Random
    owned: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for bot in self.bots.values():
            self.owned[bot.owner] = self.owned.get(bot.owner, 0) + 1

    def note(self, seated: Seating) -> None:
        ids = sorted(set(seated))
        for i, a in enumerate(ids):
            waiting = self.bots[a].waiting + MATCHES_PER_PLAN
            self.bots[a] = replace(self.bots[a], waiting=waiting, idle=0.0)
            for b in ids[i + 1 :]:
                key = pair(a, b)
                self.met[key] = self.met.get(key, 0) + MATCHES_PER_PLAN


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
) -> list[Plan]:
    """At most ``free`` matches, as plans of `MATCHES_PER_PLAN` each.

    ``met`` counts recent matches by `pair`; ``teams`` has the team of each seat, if there are any.
    The result depends on the arguments alone, not on the order of ``candidates``.  Only rested bots
    ask for a match, but anybody may be their opponent.  Empty where nobody is rested or too few
    bots of different owners are there.
    """
    if seats < 2:
        raise ValueError(f"a ladder needs games of at least two seats, not {seats}")
    if teams and (len(teams) != seats or len(set(teams)) < 2):
        raise ValueError(f"{teams} are no teams for {seats} seats")
    bots = {bot.id: bot for bot in sorted(candidates, key=lambda bot: bot.id)}
    board = _Board(bots, dict(met), rng)
    plans: list[Plan] = []
    for _ in range(free // MATCHES_PER_PLAN):
        group = _draw_group(board, seats, teams)
        if group is None:
            break
        plans.append(Plan(group, teams))
        board.note(group)
    return plans


def may_meet(a: Candidate, b: Candidate) -> bool:
    """Nobody plays against their own bots, so nobody can feed one with another; the house may."""
    return a.id != b.id and (a.owner != b.owner or (a.house and b.house))


def _draw_group(board: _Board, seats: int, teams: tuple[int, ...]) -> Seating | None:
    """Ids in order of seats; None where nobody can be seated."""
    openers = [bot for bot in board.bots.values() if bot.rested]
    while openers:
        first = _draw_opener(board, openers)
        group = _fill(board, first, seats)
        if group is not None:
            strengths = {bot.id: bot.mu for bot in group}
            seated = drawn([bot.id for bot in group], teams, strengths, board.rng)
            if seated is not None:
                return seated
        openers.remove(first)
    return None


def _draw_opener(board: _Board, openers: list[Candidate]) -> Candidate:
    by_owner: dict[int, list[Candidate]] = {}
    for bot in openers:
        by_owner.setdefault(bot.owner, []).append(bot)
    groups = list(by_owner.values())
    busy = [1 + sum(bot.waiting for bot in group) for group in groups]
    needs = [
        max(bot.urgency for bot in group) / load for group, load in zip(groups, busy, strict=True)
    ]
    (group,) = board.rng.choices(groups, needs)
    (bot,) = board.rng.choices(group, [bot.urgency for bot in group])
    return bot


def _fill(board: _Board, first: Candidate, seats: int) -> list[Candidate] | None:
    group = [first]
    # The sum of the logarithms of what those in the group think of each who may join them.
    left = dict.fromkeys(board.bots, 0.0)
    while len(group) < seats:
        newest = group[-1]
        left = {
            number: appeal + math.log(_appeal(board, newest, board.bots[number]))
            for number, appeal in left.items()
            if may_meet(newest, board.bots[number])
        }
        if not left:
            return _with_house(group, seats, board.rng)
        weights = [math.exp(appeal / len(group)) for appeal in left.values()]
        (chosen,) = board.rng.choices(list(left), weights)
        group.append(board.bots[chosen])
    return group


def _with_house(group: list[Candidate], seats: int, rng: random.Random) -> list[Candidate] | None:
    """The group with all seats taken, by its house bots in turn; None for a bot against itself."""
    house = [bot for bot in group if bot.house]
    if not house or len(group) < 2:
        return None
    while len(group) < seats:
        group = group + rng.sample(house, min(len(house), seats - len(group)))
    return group


def _appeal(board: _Board, bot: Candidate, other: Candidate) -> float:
    """How good an opponent ``other`` is for ``bot``; always positive.

    Near in rating, on the scale on which a result between the two would still be a surprise;
    unsure, so that the match tells something of both; not met of late; not busy; and not one of
    many bots of one owner.
    """
    spread = 2 * BETA**2 + bot.sigma**2 + other.sigma**2
    near = FAR + math.exp(-((bot.mu - other.mu) ** 2) / spread)
    unsure = 0.5 + min(other.sigma / SIGMA, 1.0)
    repeats = 1 + board.met.get(pair(bot.id, other.id), 0) / MATCHES_PER_PLAN
    clones = 1 if other.house else board.owned[other.owner]
    return near * unsure / (repeats**2 * (1 + other.waiting) * clones)
