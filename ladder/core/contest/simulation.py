"""A dry run: the whole graph of an event played from ratings, many times.

Games are drawn as in `ladder.core.stages.forecast`; strengths are natural logarithms of odds.
Their uncertainty is drawn again for each run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ladder.core import series as rules
from ladder.core.contest import qualifying
from ladder.core.contest.plan import EventPlan, Kind, StagePlan
from ladder.core.contest.qualifying import Placed
from ladder.core.stages.forecast import Lots, played_out
from ladder.core.stages.formats import FORMATS


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry with its strength and the standard deviation of that strength."""

    entry: int
    strength: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class StageForecast:
    """Games of a stage, on average and at the 95th percentile; ``wins`` are the probabilities, by
    entry, that it is the first of the stage.  ``sizes`` are the numbers of entrants of its groups
    in most runs."""

    key: str
    games: float
    most: float
    wins: Mapping[int, float]
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats:
    """The numbers of sides and of seats in games of a stage's ruleset."""

    sides: int
    seats: int


def dry_run(
    plan: EventPlan,
    entered: Mapping[str, Sequence[Contender]],
    seats: Mapping[str, Seats],
    rng: np.random.Generator,
    goes_on: Callable[[int], bool],
) -> list[StageForecast]:
    """The forecast of each stage, in the order of the plan.

    ``entered`` has the contenders of each game, ``seats`` the sizes of each stage's games by key.
    ``goes_on`` tells after each run whether there is another one, from the number of runs so far.
    A season of the ladder has no games here: `timing.spans` says how many it has time for.
    """
    order = plan.in_order()
    tallies = {stage.key: _Tally(stage) for stage in order}
    shown = {c.entry: c.strength for rows in entered.values() for c in rows}
    runs = 0
    while not runs or goes_on(runs):
        runs += 1
        drawn = {
            c.entry: c.strength + c.error * float(rng.standard_normal())
            for rows in entered.values()
            for c in rows
        }
        tables: dict[str, list[Placed]] = {}
        for stage in order:
            rows = [each.entry for each in entered.get(stage.game, ())]
            who = qualifying.entrants(stage, rows, tables, shown)
            inside = qualifying.qualified(plan, stage.key, tables)
            played = _Run(stage, who, drawn, seats[stage.key], rng, inside)
            tables[stage.key], games = played.play()
            tallies[stage.key].note(who, tables[stage.key], games)
    return [tallies[stage.key].forecast(stage.key, runs) for stage in plan.stages]


@dataclass
class _Tally:
    """The results of the runs of one stage."""

    stage: StagePlan
    games: list[int] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    sizes: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def note(self, who: qualifying.Entrants, table: Sequence[Placed], games: int) -> None:
        self.games.append(games)
        self.sizes[tuple(len(group) for group in qualifying.groups_of(self.stage, who))] += 1
        self.wins.update([table[0].entry] if table else [])

    def forecast(self, key: str, runs: int) -> StageForecast:
        return StageForecast(
            key=key,
            games=float(np.mean(self.games)),
            most=float(np.quantile(self.games, 0.95)),
            wins={entry: count / runs for entry, count in self.wins.items()},
            sizes=max(self.sizes, key=lambda each: self.sizes[each], default=()),
        )


@dataclass(frozen=True)
class _Run:
    stage: StagePlan
    who: qualifying.Entrants
    strengths: Mapping[int, float]
    seats: Seats
    rng: np.random.Generator
    inside: frozenset[int]

    def play(self) -> tuple[list[Placed], int]:
        """The stage's table and its number of games."""
        if len(self.who) < 2:
            return [Placed(entry, place) for place, entry in enumerate(self.who, 1)], 0
        if self.stage.kind is Kind.LADDER:
            order = sorted(self.who, key=lambda entry: -self.strengths[entry])
            return [Placed(entry, place) for place, entry in enumerate(order, 1)], 0
        play: Callable[[qualifying.Entrants], tuple[list[Placed], int]] = (
            self._series if self.stage.kind is Kind.SERIES else self._encounters
        )
        done = [play(group) for group in qualifying.groups_of(self.stage, self.who)]
        return qualifying.merged([table for table, _ in done]), sum(games for _, games in done)

    def _lots(self, group: qualifying.Entrants) -> Lots:
        return Lots([self.strengths[entry] for entry in group], 0.0, self.rng)

    def _series(self, group: qualifying.Entrants) -> tuple[list[Placed], int]:
        options, lots = self.stage.options, self._lots(group)
        winners, qualified = qualifying.wanted(options.winners, group, self.inside)
        terms = rules.SeriesSetup(
            entrants=len(group),
            seats=self.seats.seats,
            winners=winners,
            most_games=options.most_games,
            patience=options.patience,
            qualified=qualified,
        )
        state = rules.begin(terms)
        while (seating := rules.next_seating(state)) is not None:
            (game,) = lots.games([seating])
            state = rules.after(state, rules.GameResult(seating, game.ranks))
        lines = rules.standings(state)
        return [Placed(group[line.entrant], line.place) for line in lines], state.played

    def _encounters(self, group: qualifying.Entrants) -> tuple[list[Placed], int]:
        seed = int(self.rng.integers(2**31))
        options = self.stage.options
        seeds = [self.who.index(entry) + 1 for entry in group if options.start_points]
        terms = options.terms(len(group), self.seats.sides, seed=seed, seeds=seeds)
        end, made = played_out(FORMATS[self.stage.kind.value], terms, (), self._lots(group))
        rows = sorted(end.standings, key=lambda line: (line.place, line.entrant))
        games = sum(len(encounter.games) for encounter in made)
        return [Placed(group[row.entrant], row.place) for row in rows], games
