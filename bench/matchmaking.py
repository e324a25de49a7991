"""How good the matchmaker is (``python -m bench.matchmaking``): bots of known strength play on our
ladder as it is and as it was, under Elo with round robin, and under Glicko-2 with its pairing.

Two statistics for each, averaged over the same populations: Kendall's τ between the true order and
the one that is found after 50 games each, and how many games a new version plays until its rating
has settled, while all other bots play on.  Ours must be ahead in both of Elo and Glicko-2.

A bound for τ: a schedule that is made in advance from the true strengths, of the pairs that tell
most about the order, is expected to reach 0.866 with these populations and 50 games each.
`bench.bound` has the bound for new versions: 21.9 ± 1.0 games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from bench.populations import (
    BOTS,
    DRAWS,
    HOUSE,
    SPREAD,
    EarlierLadder,
    EloLadder,
    Floats,
    GlickoLadder,
    Ladder,
    OurLadder,
    World,
)
from bench.table import Row, told

POPULATIONS = 120
RENEWED = 60
"""The number of them in which a bot gets a new version."""
GAMES = 50
"""Of each bot, before; on our ladder, which draws by need, that is the mean."""
BEFORE, AFTER = 1400.0, 1600.0
"""A bot about as strong as the first gets a version that is stronger by their difference."""
BAND = 75.0
"""Points around the truth ..."""
STAYS = 24
"""... in which a settled rating stays for this number of further games ..."""
LOOK = 2
"""... of which each that ends a plan is looked at."""
HORIZON = 80
"""A bot that has not settled after this number of games counts as settled then."""

TAU, SETTLES = 0.87, 22.0
"""The goals of our ladder."""

Estimate = Callable[[], Floats]


@dataclass(frozen=True, slots=True)
class Found:
    """Of each population: τ, and of some of them the games until a new version settled."""

    name: str
    tau: Floats
    games: Floats

    def line(self) -> str:
        return (
            f"  {self.name:<32} τ {mean(self.tau, 4)}   settled after {mean(self.games, 1)} games"
        )


def mean(values: Floats, digits: int) -> str:
    """The mean with its standard error."""
    error = values.std(ddof=1) / math.sqrt(values.size)
    return f"{values.mean():.{digits}f} ± {error:.{digits}f}"


def tau(true: Floats, found: Floats) -> float:
    """Kendall's: the part of pairs in the right order less that of those in the wrong one."""
    above = np.triu_indices(true.size, 1)
    signs = np.sign(np.subtract.outer(true, true)) * np.sign(np.subtract.outer(found, found))
    return float(signs[above].mean())


def play(world: World, ladder: Ladder, least: int, played: Counter[int]) -> None:
    """At least ``least`` games of the whole field; ``played`` counts those of each bot."""
    before = played.total()
    while played.total() < before + 2 * least:
        for one, two in ladder.draw():
            ladder.hear(one, two, world.score(one, two))
            played.update((one, two))


def off(world: World, found: Floats, bot: int) -> float:
    """By how many points a bot is taken for stronger than it is.

    Found ratings are brought to the true scale by the line that fits all other bots best, because a
    ladder may have its own scale.
    """
    others = np.arange(BOTS) != bot
    slope, level = np.polyfit(found[others], world.true[others], 1)
    return float(slope * found[bot] + level - world.true[bot])


def settled(errors: Sequence[float]) -> int:
    """The games after which the rating is in the band and stays there; one error every `LOOK`."""
    inside = [abs(error) <= BAND for error in errors]
    for look in range(HORIZON // LOOK):
        if all(inside[look : look + STAYS // LOOK + 1]):
            return (look + 1) * LOOK
    return HORIZON


def renewal(world: World, ladder: Ladder, estimates: Sequence[Estimate]) -> list[int]:
    """A bot becomes stronger; the games until each of the estimates has it."""
    people = world.true[HOUSE:]
    bot = HOUSE + int(np.argmin(np.abs(people - BEFORE)))
    world.true[bot] += AFTER - BEFORE
    ladder.renew(bot)
    played: Counter[int] = Counter()
    errors: list[list[float]] = [[] for _ in estimates]
    while len(errors[0]) * LOOK < HORIZON + STAYS:
        play(world, ladder, 1, played)
        if played[bot] >= (len(errors[0]) + 1) * LOOK:
            for known, estimate in zip(errors, estimates, strict=True):
                known.append(off(world, estimate(), bot))
    return [settled(known) for known in errors]


def measure(name: str, make: Callable[[int], Ladder]) -> list[Found]:
    """One ladder over all populations; of ours, official ratings come before live ones."""
    taus: list[list[float]] = []
    games: list[list[int]] = []
    for seed in range(1, POPULATIONS + 1):
        world, ladder = World(seed), make(seed)
        play(world, ladder, BOTS * GAMES // 2, Counter())
        estimates, names = [ladder.estimates], [name]
        if isinstance(ladder, OurLadder):
            estimates = [ladder.estimates, ladder.live]
            names = [f"{name}, official ratings", f"{name}, live ratings"]
        taus.append([tau(world.true, estimate()) for estimate in estimates])
        if seed <= RENEWED:
            games.append(renewal(world, ladder, estimates))
    columns = zip(names, np.array(taus).T, np.array(games, dtype=float).T, strict=True)
    return [Found(*column) for column in columns]


def goals(ours: Found) -> list[Row]:
    tau, games = float(ours.tau.mean()), float(ours.games.mean())
    return [
        Row(f"τ after {GAMES} games", tau, "", TAU, 0.89, rising=True, beside=mean(ours.tau, 4)),
        Row("a new version settles after", games, "games", SETTLES, beside=mean(ours.games, 1)),
    ]


def lead(ours: Found, theirs: Found) -> list[Row]:
    """By how much ours is ahead, population by population."""
    order, games = ours.tau - theirs.tau, theirs.games - ours.games
    title = f"{ours.name} and {theirs.name}"
    return [
        Row(f"{title}: lead in τ", float(order.mean()), "", 0, rising=True, beside=mean(order, 4)),
        Row(f"{title}: settled sooner", float(games.mean()), "games", 0, rising=True,
            beside=mean(games, 1)),
    ]  # fmt: skip


def main() -> list[Row]:
    print(f"matchmaking: {BOTS} bots, {GAMES} games each, then one better by {AFTER - BEFORE:.0f}")
    print(f"  strengths normal with {SPREAD:.0f} points, {DRAWS:.0%} draws between equals;")
    print(f"  τ of {POPULATIONS} populations; settled within {BAND:.0f} points, of {RENEWED}")
    ours, live = measure("ours", OurLadder)
    earlier = measure("ours before", EarlierLadder)
    baselines = [
        *measure("Elo K = 8, round robin", EloLadder),
        *measure("Glicko-2, periods of 1 game", GlickoLadder),
        *measure("Glicko-2, periods of 10 games", partial(GlickoLadder, period=10)),
    ]
    for found in (ours, live, *earlier, *baselines):
        print(found.line())
    known = zip((ours, live), earlier, strict=True)
    pairs = [*known, *((ours, theirs) for theirs in baselines)]
    rows = [*goals(ours), *(row for one, other in pairs for row in lead(one, other))]
    return [told(row) for row in rows]


if __name__ == "__main__":
    main()
