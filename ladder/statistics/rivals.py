"""The rivals of a season: results that its ratings hide, from its public rated matches.

Pairs, cycles and counters are of the versions that have the bots' places: an older program is
another player.  Links count the matches of all versions, as ratings do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np

from ladder.core.diagnostics import rivalry
from ladder.core.diagnostics.cyclicity import Cyclicity, cyclicity
from ladder.core.diagnostics.linkage import Linkage, linkage
from ladder.core.diagnostics.rivalry import Counters, Cycles, Pair, Unit
from ladder.core.rating import sides_of
from ladder.models import OfficialRating, Season
from ladder.ratings import official
from matches.models import Match, Seat

MOST = 20_000
"""The newest rated matches that are included."""
MOST_BOTS = 120
"""The first bots of the official table that are included."""


@dataclass(frozen=True, slots=True)
class Report:
    """``bots`` are ids by official rating, of the ``total`` in the table; all other numbers of bots
    are places in that list.  ``points`` are their ratings."""

    matches: int
    total: int
    bots: Sequence[int]
    points: Sequence[int]
    pairs: Sequence[Pair]
    cycles: Cycles
    counters: Sequence[Counters]
    cyclicity: Cyclicity | None
    links: Linkage


@dataclass(frozen=True, slots=True)
class _Field:
    """Index by bot and by version that has a bot's place, and the strength of every version."""

    bots: Mapping[int, int]
    versions: Mapping[int, int]
    strength: Mapping[int, float]


def report(season: Season) -> Report:
    table = official.table(season)
    rows = table[:MOST_BOTS]
    strengths = OfficialRating.objects.filter(season=season).values_list("version", "strength")
    field = _Field(
        {row.rating.bot_id: at for at, row in enumerate(rows)},
        {row.rating.version_id: at for at, row in enumerate(rows)},
        dict(strengths),
    )
    count, units, games = _read(season, field)
    met = rivalry.pairs(units)
    points = [row.points for row in rows]
    return Report(
        matches=count,
        total=len(table),
        bots=list(field.bots),
        points=points,
        pairs=met,
        cycles=rivalry.cycles(met, len(rows)),
        counters=[rivalry.counters(at, met, points) for at in range(len(rows))],
        cyclicity=cyclicity(units, len(rows), np.random.default_rng(season.pk)),
        links=linkage(games),
    )


def _read(season: Season, field: _Field) -> tuple[int, list[Unit], Any]:
    """The number of matches, the units of pairs, and in how many matches two bots met."""
    rated = Match.objects.counting().public().filter(rated__season=season)
    newest = rated.filter(rated__order__isnull=False).order_by("-rated__order")[:MOST]
    seeds = dict(newest.values_list("pk", "seed"))
    seats: dict[int, list[Any]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=newest.values("pk")).order_by("match", "number")
    fields = ("match_id", "version_id", "version__bot_id", "rank", "team")
    for row in rows.values_list(*fields, named=True).iterator(chunk_size=5000):
        seats[row.match_id].append(row)
    games = np.zeros((len(field.bots), len(field.bots)), dtype=np.int64)
    results_of: dict[tuple[int, int, int], list[tuple[float, float, int]]] = defaultdict(list)
    for match, inside in seats.items():
        met = {field.bots[s.version__bot_id] for s in inside if s.version__bot_id in field.bots}
        for first, second in combinations(sorted(met), 2):
            games[first, second] += 1
            games[second, first] += 1
        for first, second, share, expected in _results(inside, field):
            results_of[seeds[match], first, second].append((share, expected, match))
    return len(seeds), [_unit(*key[1:], results) for key, results in results_of.items()], games


def _unit(first: int, second: int, results: Sequence[tuple[float, float, int]]) -> Unit:
    shares, expected, matches = zip(*results, strict=True)
    count = len(results)
    return Unit(first, second, sum(shares) / count, sum(expected) / count, len(set(matches)))


def _results(seats: Sequence[Any], field: _Field) -> Iterator[tuple[int, int, float, float]]:
    """Of each two placed versions on different sides: the share of the first and what its rating
    predicts, the smaller index first.  A team is as strong as its members together."""
    if any(s.rank is None or s.version_id not in field.strength for s in seats):
        return
    sides = sides_of([s.team for s in seats], [s.version__bot_id for s in seats])
    ranks = [sum(seats[n].rank for n in side.seats) / len(side.seats) for side in sides]
    versions = [[seats[n].version_id for n in side.members] for side in sides]
    strength = [sum(field.strength[each] for each in side) for side in versions]
    for a, b in combinations(range(len(sides)), 2):
        share = 0.5 if ranks[a] == ranks[b] else float(ranks[a] < ranks[b])
        expected = 1 / (1 + np.exp(strength[b] - strength[a]))
        for one, other in product(set(versions[a]), set(versions[b])):
            if one == other or one not in field.versions or other not in field.versions:
                continue
            first, second = field.versions[one], field.versions[other]
            if first < second:
                yield first, second, share, float(expected)
            else:
                yield second, first, 1 - share, float(1 - expected)
