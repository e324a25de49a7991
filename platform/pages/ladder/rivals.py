"""The page of rivals: the results of pairs in a season.  Diagnostics, never ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbiter.kept import kept
from bots.models import Bot
from ladder.core.fairness import FEWEST
from ladder.core.rivalry import Counters, Edge, Pair
from ladder.models import RivalsReport, Season
from ladder.ratings import official
from ladder.statistics import rivals_reports
from ladder.statistics.rivals import Report
from pages.frame.paging import page_of
from pages.ladder.views import frame

PER_PAGE = 25
"""Bots in each direction of the matrix."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The results of a bot against another; ``mark`` is 1 or -1 where they surprise."""

    score: float
    expected: float
    low: float
    high: float
    matches: int
    mark: int


@dataclass(frozen=True, slots=True)
class Row:
    place: int
    bot: Bot
    points: int
    cells: Sequence[Cell | None]


@dataclass(frozen=True, slots=True)
class Step:
    """One side of a cycle: the winner's share is above one half for certain."""

    winner: Bot
    loser: Bot
    edge: Edge


@dataclass(frozen=True, slots=True)
class Counter:
    bot: Bot
    pair: Pair


@dataclass(frozen=True, slots=True)
class Chosen:
    """A bot with its proven counters among ``looked`` opponents."""

    bot: Bot
    looked: int
    best: Counter | None
    nearest: Counter | None


class Reading:
    """A report with the bots that the official table shows now: bots that were taken out or
    disqualified since have no line, no column and no cycle."""

    def __init__(self, report: Report, season: Season) -> None:
        self.report = report
        shown = {row.rating.bot_id for row in official.table(season)}
        known = Bot.objects.select_related("owner").in_bulk([*report.bots])
        self.bots: dict[int, Bot] = {
            at: known[pk] for at, pk in enumerate(report.bots) if pk in shown and pk in known
        }
        self.pairs: dict[tuple[int, int], Pair] = {}
        for pair in report.pairs:
            self.pairs[pair.first, pair.second] = pair
            self.pairs[pair.second, pair.first] = pair.turned()

    def rows(self, places: Sequence[int]) -> list[Row]:
        """The matrix of these bots against each other."""
        return [
            Row(at + 1, self.bots[at], self.report.points[at], [self._cell(at, b) for b in places])
            for at in places
        ]

    def _cell(self, first: int, second: int) -> Cell | None:
        pair = self.pairs.get((first, second))
        if pair is None:
            return None
        shares = (pair.share, pair.expected, pair.low, pair.high)
        return Cell(*shares, pair.matches, pair.mark)

    def cycles(self) -> list[list[Step]]:
        found = [row for row in self.report.cycles.rows if all(e.winner in self.bots for e in row)]
        return [[Step(self.bots[e.winner], self.bots[e.loser], e) for e in row] for row in found]

    def counters(self, name: str, user: Any) -> list[Chosen]:
        """Those of the named bot, "owner/bot"; without a name, of the reader's own bots."""
        return [
            self._chosen(self.report.counters[at], bot)
            for at, bot in self.bots.items()
            if (str(bot).lower() == name.lower() if name else bot.owner_id == user.pk)
        ]

    def _chosen(self, found: Counters, bot: Bot) -> Chosen:
        best, nearest = (
            Counter(self.bots[pair.first], pair) if pair and pair.first in self.bots else None
            for pair in (found.best, found.nearest)
        )
        return Chosen(bot, found.looked, best, nearest)

    def links(self) -> Any:
        """The connected parts that have bots here, and the bots at the weakest link."""
        links = self.report.links
        parts = [part for part in links.parts if any(at in self.bots for at in part)]
        return replace(links, parts=parts, side=[at for at in links.side if at in self.bots])


@require_safe
@kept
def show(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    """The matrix, cycles, counters, cyclicity and links, as a worker computed them last."""
    context = frame(request, game, ruleset)
    if isinstance(context, HttpResponse):
        return context
    season = context["season"]
    kept_report = RivalsReport.objects.filter(season=season).first() if season else None
    context |= {"kept": kept_report, "name": request.GET.get("bot", "").strip()[:80]}
    if season and kept_report and kept_report.body:
        context |= _read(request, season, rivals_reports.from_json(kept_report.body), context)
    return render(request, "ladder/rivals.html", context)


def _read(
    request: HttpRequest, season: Season, report: Report, context: dict[str, Any]
) -> dict[str, Any]:
    reading = Reading(report, season)
    page = page_of(request, list(reading.bots), PER_PAGE)
    links = reading.links()
    counters = reading.counters(context["name"], request.user)
    return {
        "report": report,
        "page": page,
        "rows": reading.rows(list(page.object_list)),
        "cycles": reading.cycles(),
        "counters": counters,
        "unknown": bool(context["name"]) and not counters,
        "fewest": FEWEST,
        "links": links,
        "side": [reading.bots[at] for at in links.side],
        "names": [str(bot) for bot in reading.bots.values()],
    }
