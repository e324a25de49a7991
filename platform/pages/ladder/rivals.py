"""The page of rivals: the results of pairs in a season.  Diagnostics, never ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from arbiter.serving.kept import kept
from bots.models import Bot
from ladder.core.diagnostics import fairness
from ladder.core.diagnostics.rivalry import Pair
from ladder.models import RivalsReport, Season
from ladder.statistics import rivals, rivals_reading, rivals_reports
from pages.frame.paging import page_of
from pages.ladder.views import frame

PER_PAGE = 25
"""Bots in each direction of the matrix."""


@dataclass(frozen=True, slots=True)
class Row:
    place: int
    bot: Bot
    points: int
    cells: Sequence[Pair | None]


class Reading(rivals_reading.RivalsReading):
    """With the rows of the matrix."""

    def rows(self, places: Sequence[int]) -> list[Row]:
        """The matrix of these bots against each other."""
        return [
            Row(
                at + 1,
                self.bots[at],
                self.report.points[at],
                [self.pairs.get((at, b)) for b in places],
            )
            for at in places
        ]

    def counters_of(self, name: str, user: Any) -> list[rivals_reading.Chosen]:
        """Those of the named bot, "owner/bot"; without a name, of the reader's own bots."""
        return [
            each
            for each in self.counters()
            if (str(each.bot).lower() == name.lower() if name else each.bot.owner_id == user.pk)
        ]


@kept
def show(request: HttpRequest, game: str, ruleset: str) -> HttpResponse:
    """The matrix, cycles, counters, cyclicity and links, as a worker computed them last."""
    shown = frame(request, game, ruleset)
    if isinstance(shown, HttpResponse):
        return shown
    season, context, name = shown.season, shown.context, request.GET.get("bot", "").strip()[:80]
    kept_report = RivalsReport.objects.filter(season=season).first() if season else None
    context |= {"kept": kept_report, "name": name}
    if season and kept_report and kept_report.body:
        context |= _read(request, season, rivals_reports.from_json(kept_report.body), name)
    return render(request, "ladder/rivals.html", context)


def _read(
    request: HttpRequest, season: Season, report: rivals.Report, name: str
) -> dict[str, object]:
    reading = Reading(report, season)
    page = page_of(request, list(reading.bots), PER_PAGE)
    links = reading.links()
    counters = reading.counters_of(name, request.user)
    return {
        "report": report,
        "page": page,
        "rows": reading.rows(list(page.object_list)),
        "cycles": reading.cycles(),
        "counters": counters,
        "unknown": bool(name) and not counters,
        "fewest": fairness.FEWEST,
        "links": links,
        "side": [reading.bots[at] for at in links.side],
        "names": [str(bot) for bot in reading.bots.values()],
    }
