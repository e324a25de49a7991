"""The filter of the fairness page, and the lines of its file."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.db.models import Sum
from django.utils import timezone

from games.registry import GAMES
from ladder.core.diagnostics import fairness
from ladder.models import Season
from ladder.statistics import fairness as fairness_tests
from ladder.statistics import fairness_reports
from pages.frame.fields.forms import day_input, offer
from pages.frame.filters import ALL, FilterForm
from rulesets.catalogue import titles

SHOWN = 50
"""Rows of a table on the page; the file has all."""


def offered() -> list[tuple[str, str]]:
    """Rulesets that have seasons as ``game/ruleset``, those with the most results first."""
    pairs_played = (
        Season.objects.order_by()
        .values("game", "ruleset")
        .annotate(rated=Sum("results"))
        .order_by("-rated", "game", "ruleset")
    )
    pairs, known = [], {}
    for row in pairs_played:
        name, ruleset = row["game"], row["ruleset"]
        game = GAMES.get(name)
        if game is not None and name not in known:
            known[name] = titles(game)
        title = known.get(name, {}).get(ruleset, ruleset)
        pairs.append((f"{name}/{ruleset}", f"{game.title if game else name}, {title}"))
    return pairs


class FairnessForm(FilterForm):
    """The filter of matches: those of a season, or of a span of days in the reader's time zone.

    ``pair`` is the game and ruleset, by default those with the most results; empty without any.
    """

    rules = forms.ChoiceField(label="Game and ruleset", required=False)
    season = forms.ChoiceField(label="Season", required=False)
    since = forms.DateField(label="Since", required=False, widget=day_input())
    until = forms.DateField(label="Until", required=False, widget=day_input())

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        pairs = offered()
        first = pairs[0][0] if pairs else ""
        self.pair: str = data["rules"] if data.get("rules") in dict(pairs) else first
        game, _, ruleset = self.pair.partition("/")
        self.game: str = game
        self.ruleset: str = ruleset
        seasons = Season.objects.filter(game=self.game, ruleset=self.ruleset).order_by("-starts")
        named = [(str(season.pk), season.name) for season in seasons]
        offer(self, "rules", pairs)
        self.fields["rules"].initial = self.pair
        offer(self, "season", named, empty=ALL)

    def scope(self) -> fairness_reports.Scope:
        """The subject of the report; invalid values narrow nothing down."""
        self.full_clean()
        chosen = self.cleaned_data
        season, until = chosen.get("season"), chosen.get("until")
        return fairness_reports.Scope(
            self.game,
            self.ruleset,
            int(season) if season else None,
            _midnight(chosen.get("since")),
            _midnight(until + timedelta(days=1) if until else None),
        )


def _midnight(day: date | None) -> datetime | None:
    """The beginning of a day in the reader's time zone."""
    return None if day is None else timezone.make_aware(datetime.combine(day, time.min))


COLUMNS = ("table", "row", "matches", "units", "figure", "value", "low", "high", "marked")


def lines(report: fairness_tests.Report) -> list[tuple[Any, ...]]:
    """All figures of a report, one a line, with `COLUMNS`."""
    made: list[tuple[Any, ...]] = []
    for seat in report.seats:
        name = f"seat {seat.seat + 1}"
        made.append(_share("seat", name, "won", seat.won, None))
        made.append(("seat", name, seat.won.n, "", "share of points", seat.score, "", "", ""))
        made.append(("seat", name, seat.won.n, "", "expected share", seat.expected, "", "", ""))
        made.append(_mean("seat", name, "advantage", seat.edge, seat.marked))
    for each in report.maps:
        figure = f"advantage of seat {each.seat + 1}"
        made.append(_mean("map", each.title, figure, each.edge, each.marked))
        made.append(_share("map", each.title, "drawn", each.drawn, each.draws_marked))
        made.append(_mean("map", each.title, "frames", each.frames, None))
    for table, rows in (("machine", report.hosts), ("worker", report.workers)):
        for row in rows:
            made.append(_share(table, row.name, "a bot failed", row.failed, row.failed_marked))
            made.append(_share(table, row.name, "disturbed", row.disturbed, row.disturbed_marked))
            made.append(_mean(table, row.name, "stolen ms", row.stolen, None))
            made.append(_mean(table, row.name, "advantage of seat 1", row.bias, row.bias_marked))
    return made


def _share(
    table: str, name: str, figure: str, share: fairness.Share, marked: bool | None
) -> tuple[Any, ...]:
    mark = "" if marked is None else int(marked)
    return (table, name, share.n, share.n, figure, share.value, share.low, share.high, mark)


def _mean(
    table: str, name: str, figure: str, mean: fairness.Mean, marked: bool | None
) -> tuple[Any, ...]:
    mark = "" if marked is None else int(marked)
    ends = (mean.low, mean.high) if mean.is_sure else ("", "")
    return (table, name, mean.n, mean.units, figure, mean.value, *ends, mark)
