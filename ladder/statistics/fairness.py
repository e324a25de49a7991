"""The fairness of seats, maps and machines, computed from rated matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from controls.models import host_of
from games.engine import EndState
from ladder.core.diagnostics import fairness
from ladder.statistics import fairness_tables as tables
from maps.models import Map
from matches.models import Seat


@dataclass(frozen=True, slots=True)
class Report:
    """The tables of a set of matches, ``units`` of them mirrored groups or single ones."""

    matches: int
    units: int
    seats: Sequence[tables.SeatRow]
    maps: Sequence[tables.MapRow]
    hosts: Sequence[tables.WorkerRow]
    workers: Sequence[tables.WorkerRow]


def report(matches: Any) -> Report:
    rows = results(matches)
    boards = {r.board for r in rows if r.board is not None}
    names = {m.pk: m.label for m in Map.objects.filter(pk__in=boards).only("name", "owner")}
    return Report(
        matches=len(rows),
        units=len({r.unit for r in rows}),
        seats=tables.by_seat(rows),
        maps=tables.by_map(rows, names),
        hosts=tables.by_worker(rows, host_of),
        workers=tables.by_worker(rows, lambda worker: worker),
    )


_SEAT = ("match", "number", "rank", "team", "rating", "end", "stolen_ms")


def results(matches: Any) -> list[tables.Result]:
    """In two queries; matches without ranks or with one side are left out."""
    fields = ("pk", "seed", "map_used", "claimed_by", "frames", "disturbed")
    rows = list(matches.values_list(*fields))
    seats: dict[int, list[Any]] = defaultdict(list)
    inside = Seat.objects.filter(match__in=matches.values("pk")).order_by("match", "number")
    for seat in inside.values_list(*_SEAT, named=True).iterator(chunk_size=5000):
        seats[seat.match].append(seat)
    made = (_result(row, seats[row[0]]) for row in rows)
    return [result for result in made if result is not None]


def _result(row: Any, seats: Sequence[Any]) -> tables.Result | None:
    _, seed, board, worker, frames, disturbed = row
    ranks, teams = [s.rank for s in seats], [s.team for s in seats]
    groups = fairness.sides(teams)
    if len(groups) < 2 or None in ranks:
        return None
    best = [group for group in groups if ranks[group[0]] == 1]
    alone = set(best[0]) if len(best) == 1 else set()
    return tables.Result(
        unit=seed,
        board=board,
        worker=worker,
        shares=tuple(fairness.shares(ranks, teams)),
        expected=tuple(fairness.expected([s.rating for s in seats], teams)),
        first=tuple(seat in alone for seat in range(len(seats))),
        drawn=len(best) > 1,
        failed=any(s.end not in ("", EndState.OK.value) for s in seats),
        disturbed=bool(disturbed),
        stolen=float(sum(s.stolen_ms or 0 for s in seats)),
        frames=frames,
    )
