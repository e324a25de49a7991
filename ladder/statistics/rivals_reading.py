"""A report of rivals as everybody may read it now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bots.models import Bot
from ladder.core.diagnostics.linkage import Linkage
from ladder.core.diagnostics.rivalry import Counters, Edge, Pair
from ladder.models import Season
from ladder.ratings import official
from ladder.statistics.rivals import Report


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


class RivalsReading:
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

    def cycles(self) -> list[list[Step]]:
        """The proven ones whose bots are all shown."""
        rows = [row for row in self.report.cycles.rows if all(e.winner in self.bots for e in row)]
        return [[Step(self.bots[e.winner], self.bots[e.loser], e) for e in row] for row in rows]

    def counters(self) -> list[Chosen]:
        """Those of every bot."""
        return [self._chosen(self.report.counters[at], bot) for at, bot in self.bots.items()]

    def _chosen(self, counters: Counters, bot: Bot) -> Chosen:
        best, nearest = (
            Counter(self.bots[pair.first], pair) if pair and pair.first in self.bots else None
            for pair in (counters.best, counters.nearest)
        )
        return Chosen(bot, counters.looked, best, nearest)

    def links(self) -> Linkage:
        """The connected parts that have bots here, and the bots at the weakest link."""
        links = self.report.links
        parts = [part for part in links.parts if any(at in self.bots for at in part)]
        return replace(links, parts=parts, side=[at for at in links.side if at in self.bots])
