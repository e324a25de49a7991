"""The fairness of seats, maps and machines: tables of rated matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from controls.models import host_of
from games.engine import EndState
from ladder.core.diagnostics import fairness
from ladder.core.diagnostics.fairness import Mean, Share
from ladder.core.seating import sides
from maps.models import Map
from matches.models import Seat


@dataclass(frozen=True, slots=True)
class Result:
    """A match as the tables need it; by seat: ``shares`` and what was ``expected`` of them.

    ``unit`` is its seed, ``board`` the id of its map (None: generated), ``frames`` its length,
    ``stolen`` milliseconds of processor time that bots used while they were not asked.
    """

    unit: int
    board: int | None
    worker: str
    shares: tuple[float, ...]
    expected: tuple[float, ...]
    first: tuple[bool, ...]
    drawn: bool
    failed: bool
    disturbed: bool
    stolen: float
    frames: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """``won`` counts matches in which its side alone was first; ``edge`` is what the seat gives."""

    seat: int
    won: Share
    score: float
    expected: float
    edge: Mean
    marked: bool


@dataclass(frozen=True, slots=True)
class MapRow:
    """``seat`` is the one with the clearest ``edge`` on this map."""

    title: str
    games: int
    seat: int
    edge: Mean
    marked: bool
    drawn: Share
    draws_marked: bool
    frames: Mean


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A machine or a process; what is marked differs from all others together.

    ``failed`` are matches in which a bot broke a rule or a limit.
    """

    name: str
    games: int
    failed: Share
    failed_marked: bool
    disturbed: Share
    disturbed_marked: bool
    stolen: Mean
    bias: Mean
    bias_marked: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The tables of a set of matches, ``units`` of them mirrored groups or single ones."""

    matches: int
    units: int
    seats: Sequence[SeatRow]
    maps: Sequence[MapRow]
    hosts: Sequence[WorkerRow]
    workers: Sequence[WorkerRow]


def report(matches: Any) -> Report:
    rows = results(matches)
    boards = {r.board for r in rows if r.board is not None}
    names = {m.pk: m.label for m in Map.objects.filter(pk__in=boards).only("name", "owner")}
    return Report(
        matches=len(rows),
        units=len({r.unit for r in rows}),
        seats=by_seat(rows),
        maps=by_map(rows, names),
        hosts=by_worker(rows, host_of),
        workers=by_worker(rows, lambda worker: worker),
    )


_SEAT = ("match", "number", "rank", "team", "rating", "end", "stolen_ms")


def results(matches: Any) -> list[Result]:
    """In two queries; matches without ranks or with one side are left out."""
    fields = ("pk", "seed", "map_used", "claimed_by", "frames", "disturbed")
    rows = list(matches.values_list(*fields))
    seats: dict[int, list[Any]] = defaultdict(list)
    inside = Seat.objects.filter(match__in=matches.values("pk")).order_by("match", "number")
    for seat in inside.values_list(*_SEAT, named=True).iterator(chunk_size=5000):
        seats[seat.match].append(seat)
    made = (_result(row, seats[row[0]]) for row in rows)
    return [result for result in made if result is not None]


def _result(row: Any, seats: Sequence[Any]) -> Result | None:
    _, seed, board, worker, frames, disturbed = row
    ranks, teams = [s.rank for s in seats], [s.team for s in seats]
    groups = sides(len(teams), teams)
    if len(groups) < 2 or None in ranks:
        return None
    best = [group for group in groups if ranks[group[0]] == 1]
    alone = set(best[0]) if len(best) == 1 else set()
    return Result(
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


# Tables -------------------------------------------------------------------------------------------


def _edge(results: Sequence[Result], seat: int) -> Mean:
    here = [r for r in results if seat < len(r.shares)]
    return fairness.mean([r.shares[seat] - r.expected[seat] for r in here], [r.unit for r in here])


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def by_seat(results: Sequence[Result]) -> list[SeatRow]:
    seats = range(max((len(r.shares) for r in results), default=0))
    edges = [_edge(results, seat) for seat in seats]
    marked = fairness.marks([fairness.chance_of(edge) for edge in edges])
    rows = []
    for seat in seats:
        here = [r for r in results if seat < len(r.shares)]
        rows.append(
            SeatRow(
                seat=seat,
                won=fairness.share(sum(r.first[seat] for r in here), len(here)),
                score=_average([r.shares[seat] for r in here]),
                expected=_average([r.expected[seat] for r in here]),
                edge=edges[seat],
                marked=marked[seat],
            )
        )
    return rows


def _groups(
    results: Iterable[Result], key: Callable[[Result], Any]
) -> list[tuple[Any, list[Result]]]:
    """Those of each key, the largest group first."""
    by_key: dict[Any, list[Result]] = {}
    for result in results:
        by_key.setdefault(key(result), []).append(result)
    return sorted(by_key.items(), key=lambda item: (-len(item[1]), str(item[0])))


def by_map(results: Sequence[Result], titles: dict[int, str]) -> list[MapRow]:
    groups = _groups(results, lambda result: result.board)
    draws = [fairness.share(sum(r.drawn for r in own), len(own)) for _, own in groups]
    clearest = [_clearest(own) for _, own in groups]
    others = [_others(draws, index) for index in range(len(groups))]
    odd = [fairness.chance_of_shares(d, o) for d, o in zip(draws, others, strict=True)]
    # One family: the tables' edges and draws together.
    marked = fairness.marks([chance for _, _, chance in clearest] + odd)
    return [
        MapRow(
            title=titles.get(board, f"map {board}") if board is not None else "generated",
            games=len(own),
            seat=clearest[index][0],
            edge=clearest[index][1],
            marked=marked[index],
            drawn=draws[index],
            draws_marked=marked[len(groups) + index],
            frames=fairness.mean([r.frames for r in own], [r.unit for r in own]),
        )
        for index, (board, own) in enumerate(groups)
    ]


def _others(shares: Sequence[Share], index: int) -> Share:
    rest = [each for number, each in enumerate(shares) if number != index]
    return fairness.share(sum(each.hits for each in rest), sum(each.n for each in rest))


def _clearest(results: Sequence[Result]) -> tuple[int, Mean, float]:
    """The seat whose edge is least probable by chance, and that probability corrected for the
    number of seats (Bonferroni).
    """
    seats = range(max(len(r.shares) for r in results))
    edges = [(seat, _edge(results, seat)) for seat in seats]
    seat, edge = min(edges, key=lambda each: (fairness.chance_of(each[1]), -abs(each[1].value)))
    # Between two sides the second's edge is the first's with the other sign: one test.
    tests = 1 if len(seats) == 2 else len(seats)
    return seat, edge, min(1.0, tests * fairness.chance_of(edge))


def by_worker(results: Sequence[Result], name: Callable[[str], str]) -> list[WorkerRow]:
    """``name`` makes a worker's name the row's: a machine, or the worker itself."""
    groups = _groups(results, lambda result: name(result.worker))
    failed = [fairness.share(sum(r.failed for r in own), len(own)) for _, own in groups]
    disturbed = [fairness.share(sum(r.disturbed for r in own), len(own)) for _, own in groups]
    biases = [_edge(own, 0) for _, own in groups]
    numbers = range(len(groups))
    chances = [
        *(fairness.chance_of_shares(failed[i], _others(failed, i)) for i in numbers),
        *(fairness.chance_of_shares(disturbed[i], _others(disturbed, i)) for i in numbers),
        *(_bias_chance(groups, biases, i) for i in numbers),
    ]
    marked = fairness.marks(chances)
    return [
        WorkerRow(
            name=groups[i][0],
            games=len(groups[i][1]),
            failed=failed[i],
            failed_marked=marked[i],
            disturbed=disturbed[i],
            disturbed_marked=marked[len(groups) + i],
            stolen=fairness.mean([r.stolen for r in groups[i][1]]),
            bias=biases[i],
            bias_marked=marked[2 * len(groups) + i],
        )
        for i in numbers
    ]


def _bias_chance(
    groups: Sequence[tuple[Any, list[Result]]], biases: Sequence[Mean], index: int
) -> float:
    """A machine is biased where its first seats do better or worse than those of all others."""
    rest = [r for number, (_, own) in enumerate(groups) if number != index for r in own]
    return fairness.chance_of(fairness.difference(biases[index], _edge(rest, 0)))
