"""The matches from which the fairness of seats, maps and machines is computed."""

from __future__ import annotations

from typing import Any

import django_filters as filters
from django.db.models import Sum

from games.registry import GAMES
from ladder.core import fairness
from ladder.models import Season
from ladder.statistics.fairness import Report
from matches.models import Match, MatchQuerySet
from pages.frame.filters import ALL, ListFilter, first_day, last_day
from rulesets.catalogue import titles

MOST = 20_000
"""The number of newest matches that are included."""
SHOWN = 50
"""Rows of a table on the page; the file has all."""


def offered() -> list[tuple[str, str]]:
    """Rulesets that have seasons as ``game/ruleset``, those with the most results first."""
    found = (
        Season.objects.order_by()
        .values("game", "ruleset")
        .annotate(rated=Sum("results"))
        .order_by("-rated", "game", "ruleset")
    )
    pairs, known = [], {}
    for row in found:
        name, ruleset = row["game"], row["ruleset"]
        game = GAMES.get(name)
        if game is not None and name not in known:
            known[name] = titles(game)
        words = known.get(name, {}).get(ruleset, ruleset)
        pairs.append((f"{name}/{ruleset}", f"{game.title if game else name}, {words}"))
    return pairs


class FairnessFilter(ListFilter):
    """The filter of matches: those of a season, or of a span of days.

    ``pair`` is the game and ruleset, by default those with the most results; empty without any.
    """

    rules = filters.ChoiceFilter(label="Game and ruleset", method="of_rules", empty_label=None)
    season = filters.ChoiceFilter("rated__season", label="Season", empty_label=ALL)
    since = first_day("finished")
    until = last_day("finished")

    def __init__(self, data: Any) -> None:
        pairs = offered()
        first = pairs[0][0] if pairs else ""
        self.pair = data["rules"] if data.get("rules") in dict(pairs) else first
        game, _, ruleset = self.pair.partition("/")
        played = {"game": game, "ruleset": ruleset}
        rated = Match.objects.counting().filter(**played, kind=Match.Kind.LADDER)
        super().__init__(data, rated.order_by("-finished"))
        seasons = Season.objects.filter(**played).order_by("-starts")
        self.filters["rules"].extra |= {"choices": pairs, "initial": self.pair}
        self.filters["season"].extra["choices"] = [(str(s.pk), s.name) for s in seasons]

    def of_rules(self, matches: MatchQuerySet, name: str, value: str) -> MatchQuerySet:
        """They are chosen before the filter, for the list of seasons depends on them."""
        return matches

    def matches(self) -> MatchQuerySet:
        """Rated matches that count, newest first, at most `MOST`."""
        found: MatchQuerySet = self.qs[:MOST]
        return found


COLUMNS = ("table", "row", "matches", "units", "figure", "value", "low", "high", "marked")


def lines(found: Report) -> list[tuple[Any, ...]]:
    """All figures of a report, one a line, with `COLUMNS`."""
    made: list[tuple[Any, ...]] = []
    for seat in found.seats:
        name = f"seat {seat.seat + 1}"
        made.append(_share("seat", name, "won", seat.won, None))
        made.append(("seat", name, seat.won.n, "", "share of points", seat.score, "", "", ""))
        made.append(("seat", name, seat.won.n, "", "expected share", seat.expected, "", "", ""))
        made.append(_mean("seat", name, "advantage", seat.edge, seat.marked))
    for each in found.maps:
        figure = f"advantage of seat {each.seat + 1}"
        made.append(_mean("map", each.title, figure, each.edge, each.marked))
        made.append(_share("map", each.title, "drawn", each.drawn, each.draws_marked))
        made.append(_mean("map", each.title, "frames", each.frames, None))
    for table, rows in (("machine", found.hosts), ("worker", found.workers)):
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
