"""Sparring: even opponents for bots whose ladder has too few of them, as pure functions.

A bot is *lonely* where fewer than `FEW` others of the ladder are within `WINDOW` of its rating.
It may then play a *sparring partner*: an old program whose rating is frozen.

Sparring matches change no rating, neither the partner's nor the bot's.  To count them with the
frozen rating as information would be unsound, for two reasons:

- The rules of ratings take the errors of opponents as independent from match to match, since each
  result corrects both sides.  A frozen rating is never corrected: its error is the same in every
  match, so that the bot's uncertainty would fall below what is known, however much the partner's
  is raised for its age.
- A frozen rating cannot fall by defeats.  A program that loses to a certain bot on purpose costs
  its owner rating on the ladder; as a frozen partner it would be an endless source of points.

So ratings are rebuilt from rated matches alone, and are the same with any number of these.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ladder.core.matchmaking.opponent_weights import CHANCE, nearness, novelty
from ladder.core.matchmaking.pairing import MATCHES_PER_PLAN, Candidate, PairingPlan
from ladder.core.rating import NEW_VERSION, PROVISIONAL, Belief
from ladder.core.seating import drawn, filled

WINDOW = math.sqrt(CHANCE)
"""Ratings (mu) so near that a match is even: at this distance, about 174 points, 73 : 27."""
FEW = 3
"""A bot with fewer opponents of other owners within the window is lonely."""
SHARE = 0.5
"""At most this share of a bot's matches are sparring ones, unless it has no other opponents."""
AGE = 365 * 24 * 3600.0
"""Seconds after which a frozen rating is as uncertain as that of a bot with a new version."""


@dataclass(frozen=True, slots=True)
class Partner:
    """An old version, by its ``id``, with the rating that it had when it stopped playing.

    ``sigma`` is `aged`; ``ready`` says whether its program is built now.
    """

    id: int
    owner: int
    mu: float
    sigma: float
    house: bool = False
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Learner:
    """A bot that may ask for a sparring match: ``bot`` counts its rated matches, and ``games``,
    ``waiting`` and ``idle`` are of its sparring matches.  ``met`` counts the recent ones by
    partner."""

    bot: Candidate
    games: int
    waiting: int
    idle: float
    met: Mapping[int, int]

    @property
    def rested(self) -> bool:
        """Whether it may spar now: it rests after sparring matches as after rated ones, by the
        number of its matches of both kinds, so that its matches are at most twice the usual."""
        games = self.bot.games + self.games
        own = replace(self.bot, games=games, waiting=self.waiting, idle=self.idle)
        return not self.waiting and own.rested


def aged(belief: Belief, seconds: float) -> Belief:
    """A frozen belief some time later: the mean stays, and the uncertainty grows."""
    mu, sigma = belief
    return mu, math.sqrt(sigma**2 + NEW_VERSION**2 * max(seconds, 0.0) / AGE)


def is_lonely(bot: Candidate, others: Iterable[Candidate]) -> bool:
    """Whether a bot has fewer than `FEW` even opponents: house bots, and people with a bot within
    the window.  On a full ladder a few of the others tell it."""
    owners: set[tuple[bool, int]] = set()
    for each in others:
        if each.owner != bot.owner and abs(each.mu - bot.mu) <= WINDOW:
            owners.add((each.house, each.id if each.house else each.owner))
            if len(owners) >= FEW:
                return False
    return True


def may_spar(learner: Learner, others: Sequence[Candidate]) -> bool:
    """Whether a bot may have a plan of sparring matches now.

    House bots need no practice.  A bot whose rating is not known yet plays rated matches first, and
    at most `SHARE` of its matches are sparring ones; neither holds if it has no opponents at all.
    """
    bot = learner.bot
    if bot.house or not learner.rested or not is_lonely(bot, others):
        return False
    if all(each.owner == bot.owner for each in others):
        return True
    sparring = learner.games + learner.waiting + MATCHES_PER_PLAN
    within = sparring <= SHARE * (sparring + bot.games + bot.waiting)
    return within and not bot.early and bot.sigma <= PROVISIONAL


def plan(
    learners: Iterable[Learner],
    others: Sequence[Candidate],
    partners: Sequence[Partner],
    free: int,
    rng: random.Random,
    seats: int = 2,
    teams: tuple[int, ...] = (),
) -> list[tuple[Learner, PairingPlan]]:
    """At most ``free`` sparring matches, as plans of `MATCHES_PER_PLAN` each, one for each owner.

    Those that have waited longest for one come first.  In the seating of a plan, 0 is the learner
    and the others are ids of partners.  The result depends on the arguments alone, not on the order
    of ``learners`` and ``partners``.
    """
    ordered = sorted(learners, key=lambda each: each.bot.id)
    asking = [each for each in ordered if may_spar(each, others)]
    asking.sort(key=lambda each: -each.idle)
    known = sorted(partners, key=lambda each: each.id)
    made: list[tuple[Learner, PairingPlan]] = []
    served: set[int] = set()
    for learner in asking:
        if MATCHES_PER_PLAN * (len(made) + 1) > free:
            break
        if learner.bot.owner in served:
            continue
        if group := _group(learner, known, rng, seats):
            strengths = {each.id: each.mu for each in group} | {0: learner.bot.mu}
            ids = [each.id for each in group]
            seated = drawn([0, *filled(ids, ids, seats - 1, rng)], teams, strengths, rng)
            if seated is not None:
                served.add(learner.bot.owner)
                made.append((learner, PairingPlan(seated, teams)))
    return made


def fit(bot: Candidate, partners: Iterable[Partner]) -> list[Partner]:
    """The even ones of other owners, whose ratings were known when they stopped playing.  While
    some of them are built, none is built for it."""
    even = [e for e in partners if e.owner != bot.owner and abs(e.mu - bot.mu) <= WINDOW]
    return [each for each in even if each.ready] or even


def _group(
    learner: Learner, partners: Sequence[Partner], rng: random.Random, seats: int
) -> list[Partner]:
    """At most one partner for each other seat, of different owners (house bots may share theirs);
    those near in rating and seldom met are likelier."""
    left: list[Partner] = fit(learner.bot, partners)
    group: list[Partner] = []
    belief = learner.bot.mu, learner.bot.sigma
    while left and len(group) < seats - 1:
        mus, sigmas = (np.array([getattr(e, name) for e in left]) for name in ("mu", "sigma"))
        met = np.array([float(learner.met.get(each.id, 0)) for each in left])
        weights = nearness(belief, mus, sigmas) * novelty(met)
        chosen = rng.choices(left, weights.tolist())[0]
        group.append(chosen)
        left = [
            each
            for each in left
            if each.id != chosen.id
            and (each.owner != chosen.owner or (each.house and chosen.house))
        ]
    return group
